import { saldoInicial } from '@flota/contract/records/cobros.ts'
import { type Db, run, sql } from '../../platform/db/sql.ts'
import { cooperativeYield, inChunks, writeBatchSize } from './batches.ts'
import { recordset } from './columns.ts'
import type { FieldValues, RowDecision } from './importRow.ts'

/** Opening payments are registered beside the import's invoices. */
const cobros = 'cobros'

/** Inserts invoices, and payments of what is not open, and registers them in the import. */
const insertFacturaBatch = (tx: Db, importacion: number, rows: FieldValues[]) =>
  run(
    tx,
    sql`with datos as materialized (
        select d.*, monto - saldo_inicial as pagado,
          case when saldo_inicial < monto then nextval(pg_get_serial_sequence('cobros', 'id')) end as cobro_id
        from ${recordset('facturas', rows)}),
      nuevas as (
        insert into facturas (cliente_id, tipo, uuid, serie, numero, fecha, vence, monto, nota, cobrado, busqueda)
        select cliente_id, tipo, uuid, serie, numero, fecha, vence, monto, nota, pagado,
          texto_de_factura(cliente_id, uuid, serie, numero, '{}')
        from datos returning id, serie, numero, version),
      registros as (
        insert into importaciones_registros (importacion_id, registro_id, version)
        select ${importacion}, id, version from nuevas),
      pagos as (
        insert into cobros (id, cliente_id, fecha, forma, monto, busqueda) overriding system value
        select cobro_id, cliente_id, fecha, ${saldoInicial}, pagado, texto_de_cobro(cliente_id, null)
        from datos where cobro_id is not null returning id, version),
      pagos_registrados as (
        insert into importaciones_creados (importacion_id, tipo, registro_id, version)
        select ${importacion}, ${cobros}, id, version from pagos)
      insert into cobros_aplicaciones (cobro_id, factura_id, monto)
      select d.cobro_id, n.id, d.pagado from datos d join nuevas n using (serie, numero) where d.cobro_id is not null`,
  )

/** Inserts new opening invoices. */
export async function storeFacturas(
  tx: Db,
  importacion: number,
  decisions: readonly RowDecision[],
): Promise<void> {
  const yieldIfDue = cooperativeYield()
  for (const part of inChunks(decisions, writeBatchSize)) {
    await insertFacturaBatch(
      tx,
      importacion,
      part.map(({ valores }) => valores),
    )
    await yieldIfDue()
  }
}
