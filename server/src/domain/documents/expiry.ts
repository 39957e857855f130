import { daysBetween } from '@flota/contract/core/dates.ts'
import type { DocumentoEstado } from '@flota/contract/records/estados.ts'

/** Days before its end from which a licence is por_vencer. */
export const licenciaWarningDays = 30

/** Returns the days from `hoy` to the end, and the state. */
export function expiryOf(
  { vence, dias_aviso }: { vence: string | null; dias_aviso: number },
  hoy: string,
): { dias: number | null; estado: DocumentoEstado } {
  if (vence === null) return { dias: null, estado: 'vigente' }
  const dias = daysBetween(hoy, vence)
  if (dias < 0) return { dias, estado: 'vencido' }
  return { dias, estado: dias <= dias_aviso ? 'por_vencer' : 'vigente' }
}
