import { z } from 'zod'
import { comprobantes, conceptos, pagadores } from './dinero.ts'
import { endpoint } from './endpoint.ts'
import { hechoValues } from './hecho.ts'
import { movimiento } from './movimientos.ts'
import { enumOrNull, montoAboveZero, named, optionalText, pathId } from './values.ts'

/** What a pilot sends and sees of money: never who of the office registered it. */

export const movimientoDelPiloto = movimiento
  .omit({ registrado_por: true })
  .meta({ id: 'MovimientoDelPiloto' })
export type MovimientoDelPiloto = z.output<typeof movimientoDelPiloto>

const gasto = named('GastoDelPiloto', {
  concepto: z.enum(conceptos),
  monto: montoAboveZero(),
  /** By default the piloto. */
  paga: enumOrNull(pagadores),
  /** By default ninguno. */
  comprobante: enumOrNull(comprobantes),
  descripcion: optionalText(200),
  ...hechoValues,
})
export type GastoDelPiloto = z.output<typeof gasto>

const miDinero = named('MiDinero', {
  saldo: z.number(),
  /** The sum of what is aprobado and to be settled. */
  comisiones: z.number(),
  /** Of the last 30 days, and all to be settled, newest first. */
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
