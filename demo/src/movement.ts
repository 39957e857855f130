/** Truck data of a fuel fill-up. */
export interface DemoCarga {
  camion_id: number
  galones: number
  km: number | null
  lleno: boolean
  falta_anterior: boolean
  estacion: string
  vale?: string
}

/** A movement of money before it has an id. */
export interface DemoMovement {
  tipo: 'anticipo' | 'gasto' | 'comision' | 'devolucion' | 'pago'
  chofer_id: number | null
  ruta_id: number | null
  cents: number
  /** Its minute, which also says its day. */
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
  /** A pilot sent it. */
  isSent?: true
  /** Default: all except what pilots sent. */
  isReviewed?: true
  /** Present in a fuel fill-up. */
  carga?: DemoCarga
  anulado?: { minute: number; motivo: string }
}
