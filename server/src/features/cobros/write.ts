import type { AplicacionValues, Cobro, CobroValues } from '@flota/contract/money/cobros.ts'
import { cobroErrors } from '@flota/contract/records/cobros.ts'
import { facturaName } from '@flota/contract/records/facturas.ts'
import { registros } from '@flota/contract/records/registros.ts'
import { lockCliente } from '../../domain/trips/clientes.ts'
import { assertNoFieldErrors } from '../../domain/trips/moneyLocks.ts'
import { references } from '../../domain/trips/references.ts'
import { lockRecord, RecordError, replaceRecord, type Version } from '../../platform/db/records.ts'
import { type Db, many, one, run, scalar, sql } from '../../platform/db/sql.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { findCobro } from './queries.ts'

/** Locks the client, then the invoices by id, in a transaction. @throws {HttpError} 400, 409 */
export async function createCobro(tx: Db, values: CobroValues): Promise<Cobro> {
  await lockCobroOwners(tx, values)
  await assertWithinSaldo(tx, values.aplicaciones)
  return findCobro(tx, await insertCobro(tx, values))
}

/** @throws {HttpError} 400 */
async function lockCobroOwners(tx: Db, { cliente_id, aplicaciones }: CobroValues): Promise<void> {
  // Also of a client in the bin.
  const hasCliente = (await lockCliente(tx, cliente_id)) !== undefined
  const facturas = await many<{ cliente_id: number }>(
    tx,
    sql`select cliente_id from facturas where id = any(${aplicaciones.map(({ factura_id }) => factura_id)}::int[])
      order by id for update`,
  )
  // No invoice is of an unknown client: one error is enough.
  const isForeign = hasCliente && facturas.some((each) => each.cliente_id !== cliente_id)
  assertNoFieldErrors({
    ...(!hasCliente && { cliente_id: references.cliente_id.unknown }),
    ...((facturas.length < aplicaciones.length || isForeign) && { aplicaciones: cobroErrors.otherCliente }),
  })
}

/** Returns the allocations as rows `p`, with `n` in the body's order. */
const rowsOf = (aplicaciones: readonly AplicacionValues[]) =>
  sql`rows from (jsonb_to_recordset(${JSON.stringify(aplicaciones)}::jsonb) as (
      factura_id int, monto numeric, retencion_iva numeric, constancia_iva text, retencion_isr numeric,
      constancia_isr text)) with ordinality as p (
      factura_id, monto, retencion_iva, constancia_iva, retencion_isr, constancia_isr, n)`

interface RejectedFactura {
  serie: string
  numero: string
  saldo: number
  isAnnulled: boolean
}

/** Needs the invoices locked. @throws {HttpError} 409 of the first invoice, in the body's order, that can't be paid so */
async function assertWithinSaldo(tx: Db, aplicaciones: readonly AplicacionValues[]): Promise<void> {
  const rejected = await one<RejectedFactura>(
    tx,
    sql`select f.serie, f.numero, f.saldo, f.estado = 'anulada' as "isAnnulled"
      from ${rowsOf(aplicaciones)} join facturas f on f.id = p.factura_id
      where f.estado = 'anulada' or p.monto + p.retencion_iva + p.retencion_isr > f.saldo
      order by p.n limit 1`,
  )
  if (!rejected) return
  throw conflict(
    rejected.isAnnulled
      ? cobroErrors.facturaAnnulled(facturaName(rejected))
      : cobroErrors.aboveSaldo(rejected.saldo),
  )
}

/** Stores the payment and adds it to its invoices. @returns its id */
async function insertCobro(
  tx: Db,
  { cliente_id, fecha, forma, referencia, aplicaciones }: CobroValues,
): Promise<number> {
  const id = await scalar<number>(
    tx,
    sql`with aplicadas as (select * from ${rowsOf(aplicaciones)}),
      cobro as (
        insert into cobros (cliente_id, fecha, forma, referencia, monto, retencion_iva, retencion_isr, busqueda)
        select ${cliente_id}::int, ${fecha}::date, ${forma}::text, ${referencia}::text, sum(monto), sum(retencion_iva),
          sum(retencion_isr), texto_de_cobro(${cliente_id}::int, ${referencia}::text)
        from aplicadas returning id),
      lineas as (
        insert into cobros_aplicaciones
          (cobro_id, factura_id, monto, retencion_iva, constancia_iva, retencion_isr, constancia_isr)
        select cobro.id, factura_id, monto, retencion_iva, constancia_iva, retencion_isr, constancia_isr
        from cobro, aplicadas),
      sumadas as (
        update facturas f set cobrado = cobrado + a.monto, retencion_iva = f.retencion_iva + a.retencion_iva,
          retencion_isr = f.retencion_isr + a.retencion_isr
        from aplicadas a where f.id = a.factura_id)
      select id from cobro`,
  )
  if (id === undefined) throw new Error('insert into cobros returned no row')
  return id
}

/** Gives the amounts back to the invoices, in a transaction. @throws {HttpError} 404, 409 */
export async function annulCobro(tx: Db, id: number, motivo: string, version: Version): Promise<Cobro> {
  const cliente_id = await scalar<number>(tx, sql`select cliente_id from cobros where id = ${id}`)
  if (cliente_id === undefined) throw notFound(registros.cobros.notFound)
  // A rename locks the client, its invoices, then its payments.
  await lockCliente(tx, cliente_id)
  await run(
    tx,
    sql`select from facturas where id in (select factura_id from cobros_aplicaciones where cobro_id = ${id})
      order by id for update`,
  )
  const before = await lockRecord<Cobro>(tx, 'cobros', id)
  if (version != null && version !== before?.version) throw new RecordError('cobros', true)
  if (before?.estado === 'anulado') throw conflict(cobroErrors.annulled)
  await run(
    tx,
    sql`update facturas f set cobrado = cobrado - a.monto, retencion_iva = f.retencion_iva - a.retencion_iva,
        retencion_isr = f.retencion_isr - a.retencion_isr
      from cobros_aplicaciones a where a.cobro_id = ${id} and f.id = a.factura_id`,
  )
  await run(tx, sql`select set_config('flota.motivo', ${motivo}, true)`)
  await replaceRecord(tx, 'cobros', id, { estado: 'anulado', motivo }, version)
  return findCobro(tx, id)
}
