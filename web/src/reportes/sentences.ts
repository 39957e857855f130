import { entero } from '@flota/contract/format.ts'
import { rangoTexto } from '@flota/contract/periodos.ts'
import { daysOf, palabras, type Tipo, tipoOf, tipos } from './periods.ts'
import type { Range } from './presets.ts'

/** 'Mostrando 1-10 de 24 registros' (spec.md section 2). */
export function shownSentence(pagina: number, porPagina: number, total: number): string {
  const first = Math.min(total, (pagina - 1) * porPagina + 1)
  const last = Math.min(total, pagina * porPagina)
  return `Mostrando ${entero(first)}-${entero(last)} de ${entero(total)} registros`
}

/** 'Por Mes · Del 01/01/2026 al 31/12/2026'. */
export const reportTitle = (tipo: Tipo, { fechaInicio, fechaFin }: Range) =>
  `${tipos[tipo]} · ${rangoTexto(fechaInicio, fechaFin)}`

/** What is said where the days asked for cut a period whose trips are shown whole; null where they do not. */
export function cutSentence(periodo: string, { fechaInicio, fechaFin }: Range): string | null {
  const { desde, hasta } = daysOf(periodo)
  const from = fechaInicio > desde ? fechaInicio : ''
  const until = fechaFin && fechaFin < hasta ? fechaFin : ''
  if (!from && !until) return null
  const { whole } = palabras[tipoOf(periodo)]
  return `Aquí ves ${whole}. El reporte cuenta solo una parte: ${rangoTexto(from, until).toLowerCase()}.`
}
