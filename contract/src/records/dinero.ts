import { formatQuetzales } from '../core/format.ts'

/** Types and labels of money movements. No zod: the web imports it. */

export const movimientoTipos = [
  'anticipo',
  'reanticipo',
  'pago',
  'cargo',
  'gasto',
  'devolucion',
  'abono',
  'comision',
] as const
export type MovimientoTipo = (typeof movimientoTipos)[number]

export const tipoWords: Record<MovimientoTipo, string> = {
  anticipo: 'Anticipo',
  reanticipo: 'Reanticipo',
  pago: 'Pago',
  cargo: 'Cargo',
  gasto: 'Gasto',
  devolucion: 'Devolución',
  abono: 'Abono',
  comision: 'Comisión',
}

export const movimientoEstados = ['registrado', 'aprobado', 'anulado'] as const
export type MovimientoEstado = (typeof movimientoEstados)[number]

/** Labels of a filter. `movimientoEstadoText` labels one movement. */
export const movimientoEstadoWords: Record<MovimientoEstado, string> = {
  registrado: 'Por revisar',
  aprobado: 'Aprobado',
  anulado: 'Anulado',
}
/** Returns 'Rechazado' for an annulled movement that the pilot sent, else the state's label. */
export const movimientoEstadoText = ({
  estado,
  del_piloto,
}: {
  estado: MovimientoEstado
  del_piloto: boolean
}) => (estado === 'anulado' && del_piloto ? 'Rechazado' : movimientoEstadoWords[estado])

export const formas = ['Efectivo', 'Transferencia', 'Depósito', 'Cheque', 'Tarjeta'] as const

export const conceptos = [
  'Combustible',
  'Peaje',
  'Parqueo',
  'Viáticos',
  'Hospedaje',
  'Ayudante',
  'Carga y descarga',
  'Reparación',
  'Multa',
  'Otro',
] as const
export type Concepto = (typeof conceptos)[number]

export const pagadores = ['piloto', 'empresa'] as const
export type Pagador = (typeof pagadores)[number]
export const pagaWords: Record<Pagador, string> = { piloto: 'Piloto', empresa: 'Empresa' }

export const comprobantes = ['factura', 'recibo', 'ninguno'] as const
export type Comprobante = (typeof comprobantes)[number]
export const comprobanteWords: Record<Comprobante, string> = {
  factura: 'Factura',
  recibo: 'Recibo',
  ninguno: 'Ninguno',
}

export const liquidacionEstados = ['cerrada', 'anulada'] as const
export type LiquidacionEstado = (typeof liquidacionEstados)[number]
export const liquidacionEstadoWords: Record<LiquidacionEstado, string> = {
  cerrada: 'Cerrada',
  anulada: 'Anulada',
}

export const saldoText = (saldo: number): string =>
  saldo > 0
    ? `El piloto debe ${formatQuetzales(saldo)}`
    : saldo < 0
      ? `Se le debe ${formatQuetzales(-saldo)}`
      : 'Sin saldo'

export const saldoTextForPiloto = (saldo: number): string =>
  saldo > 0
    ? `Debes ${formatQuetzales(saldo)}`
    : saldo < 0
      ? `Se te debe ${formatQuetzales(-saldo)}`
      : 'Sin saldo'
