import { entero, fecha, quetzales } from '@flota/contract/format.ts'
import type { AnswerOf } from '../../api/call.ts'

export type Mantenimiento = AnswerOf<'GET /api/mantenimientos'>['data'][number]

/** How its values are read; a dash where there is none. */
export const diaOf = (iso: string | null) => (iso === null ? '—' : fecha(iso))
export const costoOf = (costo: number | null) => (costo === null ? '—' : quetzales(costo))
export const kilometrajeOf = (km: number | null) => (km === null ? '—' : `${entero(km)} km`)
