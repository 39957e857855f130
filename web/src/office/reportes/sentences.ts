import type { PeriodoTipo } from '@flota/contract/calendario.ts'
import { entero } from '@flota/contract/format.ts'
import { rangoTexto } from '@flota/contract/periodos.ts'
import type { Range } from './presets.ts'
import { tipoWords } from './tipos.ts'

/** 'Mostrando 1-10 de 24 registros' (contract.md section 7). */
export function shownSentence(pagina: number, porPagina: number, total: number): string {
  const first = Math.min(total, (pagina - 1) * porPagina + 1)
  const last = Math.min(total, pagina * porPagina)
  return `Mostrando ${entero(first)}-${entero(last)} de ${entero(total)} registros`
}

/** 'Por Mes · Del 01/01/2026 al 31/12/2026'. */
export const reportTitle = (tipo: PeriodoTipo, { fechaInicio, fechaFin }: Range) =>
  `${tipoWords[tipo]} · ${rangoTexto(fechaInicio, fechaFin)}`
