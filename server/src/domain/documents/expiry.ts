import { daysBetween } from '@flota/contract/dates.ts'
import type { DocumentoEstado } from '@flota/contract/estados.ts'

/** A licence is due this many days before its end. */
export const licenciaWarningDays = 30

/** What the day tells of a paper that is there: days from `hoy` to its end, and its state. */
export function expiryOf(
  { vence, dias_aviso }: { vence: string | null; dias_aviso: number },
  hoy: string,
): { dias: number | null; estado: DocumentoEstado } {
  if (vence === null) return { dias: null, estado: 'vigente' }
  const dias = daysBetween(hoy, vence)
  if (dias < 0) return { dias, estado: 'vencido' }
  return { dias, estado: dias <= dias_aviso ? 'por_vencer' : 'vigente' }
}
