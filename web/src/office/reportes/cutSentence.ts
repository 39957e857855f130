import { daysOf, type PeriodoTipo, tipoOf } from '@flota/contract/calendario.ts'
import { rangoTexto } from '@flota/contract/periodos.ts'
import type { Range } from './presets.ts'

const wholes: Record<PeriodoTipo, string> = {
  dia: 'el día completo',
  mes: 'el mes completo',
  anio: 'el año completo',
}

/** The notice that the range cuts a period whose trips are shown whole; null where it does not. */
export function cutSentence(periodo: string, { fechaInicio, fechaFin }: Range): string | null {
  const { desde, hasta } = daysOf(periodo)
  const from = fechaInicio > desde ? fechaInicio : ''
  const until = fechaFin && fechaFin < hasta ? fechaFin : ''
  if (!from && !until) return null
  return `Aquí ves ${wholes[tipoOf(periodo)]}. El reporte cuenta solo una parte: ${rangoTexto(from, until).toLowerCase()}.`
}
