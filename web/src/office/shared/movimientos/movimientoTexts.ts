import { comprobanteWords, tipoWords } from '@flota/contract/dinero.ts'
import { formatQuetzales } from '@flota/contract/format.ts'
import type { Movimiento } from '@flota/contract/movimientos.ts'

export const movimientoWords = {
  create: 'Movimiento',
  edit: 'Editar',
  singular: 'Movimiento',
  loadOne: 'Error al cargar los datos del movimiento',
}

/** 'Anticipo', 'Gasto · Combustible'. */
export const movimientoTitle = ({ tipo, concepto }: Pick<Movimiento, 'tipo' | 'concepto'>) =>
  [tipoWords[tipo], concepto].filter(Boolean).join(' · ')

/** 'Gasto · Combustible de Q500.00': tells one row from another. */
export const movimientoName = (row: Movimiento) => `${movimientoTitle(row)} de ${formatQuetzales(row.monto)}`

/** 'Factura A-123 · NIT 576937K', 'Recibo'; null of what has none. */
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
