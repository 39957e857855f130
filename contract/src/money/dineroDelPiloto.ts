import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { pilotMask } from '../core/fields.ts'
import { optionalGalones, optionalKm } from '../core/galones.ts'
import { hechoValues } from '../core/hecho.ts'
import {
  booleanWithDefault,
  enumOrNull,
  montoAboveZero,
  named,
  newestQuery,
  optionalText,
  pathId,
} from '../core/values.ts'
import { comprobantes, conceptos, pagadores } from '../records/dinero.ts'
import { movimientoFields } from '../records/movimientos.ts'
import { movimiento } from './movimientos.ts'

export const movimientoDelPiloto = named(
  'MovimientoDelPiloto',
  movimiento.pick(pilotMask(movimientoFields)).shape,
)
export type MovimientoDelPiloto = z.output<typeof movimientoDelPiloto>

const gasto = named('GastoDelPiloto', {
  concepto: z.enum(conceptos),
  monto: montoAboveZero(),
  /** Default: piloto. */
  paga: enumOrNull(pagadores),
  /** Default: ninguno. */
  comprobante: enumOrNull(comprobantes),
  descripcion: optionalText(200),
  /** With them and the concepto Combustible the gasto is a carga; any other ignores these fields. */
  galones: optionalGalones(),
  km: optionalKm(),
  lleno: booleanWithDefault(true),
  estacion: optionalText(),
  ...hechoValues,
})
export type GastoDelPiloto = z.output<typeof gasto>

const miDinero = named('MiDinero', {
  saldo: z.number(),
  /** Sum of approved commissions that are not settled yet. */
  comisiones: z.number(),
  /** Movements of the last 30 days and all unsettled ones, newest first. */
  movimientos: z.array(movimientoDelPiloto),
  total: z.int(),
})
export type MiDinero = z.output<typeof miDinero>

export const dineroDelPiloto = {
  gasto: endpoint('POST /api/piloto/ruta/:id/gastos', {
    summary: 'Registrar un gasto de una ruta propia',
    params: z.object({ id: pathId() }),
    body: gasto,
    data: movimientoDelPiloto,
    creates: true,
    // Requests queued by an older page lack them.
    fieldsAddedLater: ['galones', 'km', 'lleno', 'estacion'],
    message: 'Gasto registrado exitosamente',
  }),
  miDinero: endpoint('GET /api/piloto/mi-dinero', {
    summary: 'Ver el propio saldo y los propios movimientos',
    query: z.object(newestQuery),
    data: miDinero,
  }),
}
