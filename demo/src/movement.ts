import type { Sumas } from '@flota/contract/settlementTotals.ts'

/** What was told of money, before it has a number. */
export interface DemoMovement {
  tipo: 'anticipo' | 'gasto' | 'comision' | 'devolucion' | 'pago'
  chofer_id: number | null
  ruta_id: number | null
  cents: number
  /** When it was told, which is its day too. */
  minute: number
  usuario_id: number
  concepto?: string
  paga?: 'piloto' | 'empresa'
  forma?: string
  comprobante?: string
  nit?: string
  serie?: string
  numero?: string
  uuid?: string
  descripcion?: string
  /** A pilot sent it, and nobody has reviewed it. */
  isSent?: true
  anulado?: { minute: number; motivo: string }
  closed?: DemoSettlement
}

/** A settlement in cents, when it was closed, and where it was annulled when and why. */
export interface DemoSettlement extends Sumas {
  chofer_id: number
  minute: number
  anulada?: { minute: number; motivo: string }
}
