import { formatQuetzales } from '@flota/contract/core/format.ts'
import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import { comprobanteWords, tipoWords } from '@flota/contract/records/dinero.ts'

export const movimientoWords = {
  create: 'Movimiento',
  edit: 'Editar',
  singular: 'Movimiento',
  loadOne: 'Error al cargar los datos del movimiento',
}

/** Returns 'Anticipo' or 'Gasto · Combustible'. */
export const movimientoTitle = ({ tipo, concepto }: Pick<Movimiento, 'tipo' | 'concepto'>) =>
  [tipoWords[tipo], concepto].filter(Boolean).join(' · ')

/** Returns 'Gasto · Combustible de Q500.00'. */
export const movimientoName = (row: Pick<Movimiento, 'tipo' | 'concepto' | 'monto'>) =>
  `${movimientoTitle(row)} de ${formatQuetzales(row.monto)}`

/** Returns 'Factura A-123 · NIT 576937K' or 'Recibo', null without a comprobante. */
export function comprobanteText({ comprobante, nit, serie, numero, compartida }: Movimiento): string | null {
  if (comprobante === null || comprobante === 'ninguno') return null
  const number = [serie, numero].filter(Boolean).join('-')
  return [
    `${comprobanteWords[comprobante]} ${number}`.trim(),
    nit && (nit === 'CF' ? nit : `NIT ${nit}`),
    compartida && 'compartida',
  ]
    .filter(Boolean)
    .join(' · ')
}
