import type { MovimientoTipo } from '@flota/contract/records/dinero.ts'

interface MovimientoPrefill {
  piloto?: number | null
  ruta?: { id: number; no_ruta: string }
  /** Quetzales. */
  monto?: number
}

/** Returns the address of a prefilled form. */
export function newMovimientoHref(tipo: MovimientoTipo, { piloto, ruta, monto }: MovimientoPrefill = {}) {
  const params = new URLSearchParams({ registro: tipo })
  if (piloto) params.set('piloto', String(piloto))
  if (ruta) {
    params.set('ruta', String(ruta.id))
    params.set('no_ruta', ruta.no_ruta)
  }
  if (monto) params.set('monto', monto.toFixed(2))
  return `/dinero?${params}`
}

export const movimientoHref = (id: number) => `/dinero?movimiento=${id}`
export const editMovimientoHref = (id: number) => `/dinero?registro=${id}`

/** Pages that lead to a money record: closing it navigates back to them. */
export const moneyReturnPages =
  /^\/(dinero|combustible|bitacora|mostrar-camiones|mostrar-ruta|ver-ruta|dashboard|admin-dashboard)\b/
