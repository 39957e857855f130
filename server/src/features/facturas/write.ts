import { sentences } from '@flota/contract/core/sentences.ts'
import type { FacturaChanges, FacturaValues } from '@flota/contract/money/facturas.ts'
import { type InvoiceIdentifiers, identifiersOf } from '@flota/contract/money/invoiceInputs.ts'
import { facturaErrors, facturaName } from '@flota/contract/records/facturas.ts'
import { lockCliente } from '../../domain/trips/clientes.ts'
import { assertNoFieldErrors } from '../../domain/trips/moneyLocks.ts'
import { type Columns, insert, replaceRecord, type Version } from '../../platform/db/records.ts'
import { type Db, one, run, sql, violates } from '../../platform/db/sql.ts'
import { conflict, type HttpError, unavailable } from '../../platform/errors.ts'
import {
  findLineErrors,
  findSumErrors,
  findTakenRutas,
  type Lines,
  markRutas,
  type PricedLines,
  priceLines,
  replaceLines,
} from './lines.ts'
import { assertWritable, type LockedFactura, lockFactura, lockRutas } from './locks.ts'

function columnsOf(body: FacturaValues | FacturaChanges, cliente_id: number, { ids, suma }: PricedLines) {
  const { tipo, fecha, vence, nota } = body
  const { uuid, serie, numero } = identifiersOf(body)
  const credit = sql`coalesce((select dias_credito from clientes_fiscal where cliente_id = ${cliente_id}), 0)`
  return {
    tipo,
    uuid,
    serie,
    numero,
    fecha,
    vence: vence ?? sql`${fecha}::date + ${credit}`,
    monto: body.monto ?? suma,
    nota,
    rutas: ids,
    busqueda: sql`texto_de_factura(${cliente_id}, ${uuid}, ${serie}, ${numero}, ${ids}::int[])`,
  } satisfies Columns<Omit<FacturaValues, 'cliente_id' | 'monto' | 'rutas'>, 'monto' | 'rutas' | 'busqueda'>
}

/** What an invoice must have alone: its serie and number, and its routes. `id` is null for a new one. */
interface UniqueKeys extends InvoiceIdentifiers {
  id: number | null
  rutas: Lines
}

/** Returns the 409 that names the other invoice, if there is one. */
async function findTaken(db: Db, { id, serie, numero, rutas }: UniqueKeys): Promise<HttpError | undefined> {
  const other = sql`select from facturas
    where (serie, numero) = (${serie}, ${numero}) and estado = 'vigente' and id is distinct from ${id}::int`
  if (await one(db, other)) return conflict(facturaErrors.taken(facturaName({ serie, numero })))
  const [taken] = await findTakenRutas(db, rutas, id)
  return taken && conflict(facturaErrors.rutaTaken(taken.no_ruta, facturaName(taken)))
}

const uniqueIndexes = ['facturas_numero_unico', 'facturas_rutas_unica']

/** Runs a write in a transaction; the unique indexes decide. @throws {HttpError} 409 naming the other invoice */
export async function withTakenMessage<T>(db: Db, keys: UniqueKeys, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!uniqueIndexes.some((index) => violates(error, index))) throw error
    // If the other invoice was annulled meanwhile, a retry succeeds.
    throw (await findTaken(db, keys)) ?? unavailable()
  }
}

export const uniqueKeysOf = (id: number | null, body: FacturaValues | FacturaChanges): UniqueKeys => ({
  id,
  rutas: body.rutas,
  ...identifiersOf(body),
})

/** In a transaction. @returns the new id @throws {HttpError} 400 */
export async function createFactura(tx: Db, body: FacturaValues): Promise<number> {
  const { cliente_id } = body
  const isInBin = await lockCliente(tx, cliente_id)
  const rutas = await lockRutas(
    tx,
    body.rutas.map(({ ruta_id }) => ruta_id),
  )
  const owner = isInBin === undefined ? undefined : cliente_id
  const lines = await priceLines(tx, body.rutas, null)
  assertNoFieldErrors(
    {
      ...(isInBin !== false && { cliente_id: sentences.unknownCliente }),
      ...findLineErrors(body.rutas, rutas, { cliente_id: owner, kept: [] }),
    },
    body.monto === null ? findSumErrors(lines) : {},
  )
  const id = await insert(tx, 'facturas', { cliente_id, ...columnsOf(body, cliente_id, lines) })
  await replaceLines(tx, id, lines, [])
  return id
}

/** Returns the error of a body with another client than the invoice's. */
export const clienteErrors = (
  sent: number | null,
  stored: Pick<LockedFactura, 'cliente_id'> | undefined,
): { cliente_id?: string } =>
  !stored || sent === null || sent === stored.cliente_id ? {} : { cliente_id: facturaErrors.clienteChanged }

/** In a transaction. @throws {HttpError} 400, 404, 409 */
export async function changeFactura(tx: Db, id: number, body: FacturaChanges): Promise<void> {
  const { factura, rutas } = await lockFactura(tx, id, body.rutas)
  const lines = await priceLines(tx, body.rutas, id)
  const kept = factura?.rutas ?? []
  assertNoFieldErrors(findLineErrors(body.rutas, rutas, { cliente_id: factura?.cliente_id, kept }), {
    ...clienteErrors(body.cliente_id, factura),
    ...(body.monto === null && findSumErrors(lines)),
  })
  assertWritable(factura, body.version)
  await assertNotBelowPaid(tx, factura, body, lines)
  await replaceRecord(tx, 'facturas', id, columnsOf(body, factura.cliente_id, lines), body.version)
  await replaceLines(tx, id, lines, kept)
}

/** @throws {HttpError} 409; one that names another invoice has priority */
async function assertNotBelowPaid(
  tx: Db,
  factura: LockedFactura,
  body: FacturaChanges,
  { suma }: PricedLines,
): Promise<void> {
  const below = await one<{ paid: number }>(
    tx,
    sql`select paid from (
        select cobrado + retencion_iva + retencion_isr as paid from facturas where id = ${factura.id}) sums
      where ${String(body.monto ?? suma)}::numeric < paid`,
  )
  if (below)
    throw (
      (await findTaken(tx, uniqueKeysOf(factura.id, body))) ?? conflict(facturaErrors.belowPaid(below.paid))
    )
}

/** In a transaction. @throws {HttpError} 404, 409 */
export async function annulFactura(tx: Db, id: number, motivo: string, version: Version): Promise<void> {
  const { factura } = await lockFactura(tx, id)
  assertWritable(factura, version)
  const paid = sql`select from cobros_aplicaciones a join cobros c on c.id = a.cobro_id
    where a.factura_id = ${id} and c.estado = 'vigente' limit 1`
  if (await one(tx, paid)) throw conflict(facturaErrors.hasCobros)
  await run(tx, sql`select set_config('flota.motivo', ${motivo}, true)`)
  await replaceRecord(tx, 'facturas', id, { estado: 'anulada', motivo }, version)
  await run(tx, sql`update facturas_rutas set vigente = false where factura_id = ${id}`)
  await markRutas(tx, factura.rutas)
}
