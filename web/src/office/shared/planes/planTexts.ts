import { plazoInWords } from '@flota/contract/core/calendar.ts'
import { formatFecha, formatInteger } from '@flota/contract/core/format.ts'
import type { Plan } from '@flota/contract/fleet/planes.ts'

export const planHref = (id: number) => `/planes?registro=${id}`
export const planesOfHref = (camion_id: number) => `/planes?camion_id=${camion_id}`

/** What is due of a plan, by kilometres or by days. */
interface PlanPart {
  text: string
  /** Part of the interval that is used: 1 when the service is due. */
  used: number
  /** 2 overdue, 1 due soon, 0 not yet. */
  urgency: number
}

const kmText = (km: number) => {
  if (km < 0) return `Se pasó por ${formatInteger(-km)} km`
  return km === 1 ? 'Falta 1 km' : `Faltan ${formatInteger(km)} km`
}

const partOf = (
  rest: number | null,
  every: number | null,
  warnFrom: number,
  text: string,
): PlanPart | null =>
  rest === null || every === null
    ? null
    : { text, used: 1 - rest / every, urgency: rest < 0 ? 2 : rest <= warnFrom ? 1 : 0 }

/** Returns the part that stands worse; of equals the kilometres. */
export function duePart({ falta_km, cada_km, aviso_km, dias, cada_dias, aviso_dias }: Plan): PlanPart | null {
  const km = partOf(falta_km, cada_km, aviso_km, kmText(falta_km ?? 0))
  const days = partOf(
    dias,
    cada_dias,
    aviso_dias,
    plazoInWords(dias ?? 0, { past: 'Venció', future: 'Vence' }),
  )
  return km && days && days.urgency > km.urgency ? days : (km ?? days)
}

/** Returns the words of the notice (docs/contract/notices.md). */
export function planText(plan: Plan): string {
  const part = duePart(plan)
  return plan.sin_km && (part?.urgency ?? 0) === 0
    ? 'Falta el kilometraje del último servicio'
    : (part?.text ?? '')
}

/** Returns '05/11/2026 · 105,350 km', without what is unknown. */
export const dayAndKm = (fecha: string | null, km: number | null) =>
  [fecha && formatFecha(fecha), km !== null && `${formatInteger(km)} km`].filter(Boolean).join(' · ')

/** Returns 'Cada 10,000 km o 180 días'. */
export const intervalText = ({ cada_km, cada_dias }: Plan) =>
  `Cada ${[
    cada_km !== null && `${formatInteger(cada_km)} km`,
    cada_dias !== null && (cada_dias === 1 ? '1 día' : `${formatInteger(cada_dias)} días`),
  ]
    .filter(Boolean)
    .join(' o ')}`
