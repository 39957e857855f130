import type { MovimientoTipo } from '@flota/contract/dinero.ts'

interface MovimientoPrefill {
  piloto?: number | null
  ruta?: { id: number; no_ruta: string }
  /** Quetzales. */
  monto?: number
}

/** Returns the address of a prefilled form. */
export function newMovimientoHref(tipo: MovimientoTipo, { piloto, ruta, monto }: MovimientoPrefill = {}) {
  const said = new URLSearchParams({ registro: tipo })
  if (piloto) said.set('piloto', String(piloto))
  if (ruta) {
    said.set('ruta', String(ruta.id))
    said.set('no_ruta', ruta.no_ruta)
  }
  if (monto) said.set('monto', monto.toFixed(2))
  return `/dinero?${said}`
}

export const movimientoHref = (id: number) => `/dinero?movimiento=${id}`
export const editMovimientoHref = (id: number) => `/dinero?registro=${id}`
