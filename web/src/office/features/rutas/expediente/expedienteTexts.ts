import { formatQuetzales } from '@flota/contract/core/format.ts'
import type { Espera, Expediente } from '@flota/contract/trips/expedientes.ts'

/** The form to open; an incident by its id, null for a new one. */
export type ExpedienteFormRequest = 'entrega' | 'tiempos' | { incidente: number | null }

/** Returns '45 min', '6 h' or '6 h 30 min'. */
function durationText(minutos: number): string {
  const [h, min] = [Math.floor(minutos / 60), minutos % 60]
  return [h > 0 && `${h} h`, (min > 0 || h === 0) && `${min} min`].filter(Boolean).join(' ')
}

const cantidad = new Intl.NumberFormat('es-GT', { maximumFractionDigits: 2 })
const unidades = { hora: ['hora', 'horas'], dia: ['día', 'días'] } as const

/** Returns '6 h 30 min, 4.5 horas por cobrar, Q675.00', or null if a time is missing. `both`: set if neither is. */
export function esperaText(espera: Espera | null, both: string | null): string | null {
  if (!espera) return both && 'No se cuenta: hora dudosa'
  const { minutos, cobrable, unidad, monto } = espera
  const [one, many] = unidades[unidad]
  const charged =
    cobrable !== null && `${cantidad.format(cobrable)} ${cobrable === 1 ? one : many} por cobrar`
  return [durationText(minutos), charged, monto !== null && formatQuetzales(monto)].filter(Boolean).join(', ')
}

/** Returns 'Falta la foto y la firma.', or null if nothing is missing. */
export function faltaText(falta: Expediente['falta']): string | null {
  if (falta.length === 0) return null
  return `Falta ${falta.map((each) => `la ${each}`).join(' y ')}.`
}
