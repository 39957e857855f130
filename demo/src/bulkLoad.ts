import { countTotals } from '@flota/server/domain/trips/totals.ts'
import { type Db, many, raw, run, sql } from '@flota/server/platform/db/sql.ts'

// Fills a company's tables in one transaction. The server itself writes row by row.

/** Drops a table's indexes and disables the transaction's triggers. @returns the statements that rebuild the indexes */
export async function dropIndexes(
  tx: Db,
  table: 'rutas' | 'rutas_historial' | 'movimientos' | 'bitacora' | 'facturas' | 'cobros',
): Promise<string[]> {
  const indexes = await many<{ name: string; definition: string }>(
    tx,
    sql`select indexname as name, indexdef as definition from pg_indexes
      where schemaname = current_schema() and tablename = ${table} and indexname <> ${`${table}_pkey`}`,
  )
  await run(tx, raw('set local session_replication_role = replica'))
  for (const { name } of indexes) await run(tx, raw(`drop index ${name}`))
  return indexes.map(({ definition }) => definition)
}

/**
 * Computes `inicio` and `fin` of all trips by rewriting the table, which leaves no dead rows. A view fixes the types of its
 * columns, so rutas_leer is dropped meanwhile.
 */
const fillHours = `
  do $$
  declare
    momento text;
    minutos text;
    sale boolean;
    lectura text := pg_get_viewdef('rutas_leer');
  begin
    drop view rutas_leer;
    select format('(fecha + hora) at time zone %L', zona),
      format('make_interval(mins => coalesce(duracion_min, %s))', duracion_viaje_min), hora_es = 'salida'
    into momento, minutos, sale from ajustes;
    execute format('alter table rutas alter inicio type timestamptz using %s, alter fin type timestamptz using %s',
      case when sale then momento else momento || ' - ' || minutos end,
      case when sale then momento || ' + ' || minutos else momento end);
    execute 'create view rutas_leer as ' || lectura;
  end $$`

/** Computes hours and totals of all inserted routes. @param cajones number of rows that each total is sharded into */
export async function recomputeAll(db: Db, cajones = 1): Promise<void> {
  await run(db, raw(fillHours))
  await countTotals(db, cajones)
  await run(db, raw('select recalcular_camiones(array(select id from camiones))'))
}
