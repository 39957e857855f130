import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { hechoValues } from '../core/hecho.ts'
import { enumOrNull, montoAboveZero, named, optionalText, pathId } from '../core/values.ts'
import { comprobantes, conceptos, pagadores } from '../records/dinero.ts'
import { movimiento } from './movimientos.ts'

/** Fields of a movement that a pilot may read. Every other field is private. */
const readByPiloto = {
  id: true,
  version: true,
  creado_en: true,
  actualizado_en: true,
  tipo: true,
  chofer_id: true,
  piloto: true,
  ruta_id: true,
  no_ruta: true,
  concepto: true,
  paga: true,
  monto: true,
  fecha: true,
  forma: true,
  comprobante: true,
  nit: true,
  serie: true,
  numero: true,
  uuid: true,
  compartida: true,
  descripcion: true,
  estado: true,
  motivo: true,
  liquidacion_id: true,
  liquidacion: true,
  del_piloto: true,
  hora_dispositivo: true,
  hecho_en: true,
  dudosa: true,
  archivos: true,
} as const

export const movimientoDelPiloto = movimiento.pick(readByPiloto).meta({ id: 'MovimientoDelPiloto' })
export type MovimientoDelPiloto = z.output<typeof movimientoDelPiloto>

const gasto = named('GastoDelPiloto', {
  concepto: z.enum(conceptos),
  monto: montoAboveZero(),
  /** Default: piloto. */
  paga: enumOrNull(pagadores),
  /** Default: ninguno. */
  comprobante: enumOrNull(comprobantes),
  descripcion: optionalText(200),
  ...hechoValues,
})
export type GastoDelPiloto = z.output<typeof gasto>

const miDinero = named('MiDinero', {
  saldo: z.number(),
  /** Sum of approved commissions that are not settled yet. */
  comisiones: z.number(),
  /** Movements of the last 30 days and all unsettled ones, newest first. */
  movimientos: z.array(movimientoDelPiloto),
})
export type MiDinero = z.output<typeof miDinero>

export const dineroDelPiloto = {
  gasto: endpoint('POST /api/piloto/ruta/:id/gastos', {
    summary: 'Registrar un gasto de una ruta propia',
    params: z.object({ id: pathId() }),
    body: gasto,
    data: movimientoDelPiloto,
    creates: true,
    message: 'Gasto registrado exitosamente',
  }),
  miDinero: endpoint('GET /api/piloto/mi-dinero', {
    summary: 'Ver el propio saldo y los propios movimientos',
    data: miDinero,
  }),
}
