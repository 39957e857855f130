import { type Db, many, raw, run, sql } from '../../platform/db/sql.ts'

// For filling a whole company at once, in one transaction; the program itself writes route by route.

/** Drops indexes and reference checks for a faster fill. @returns the statements that build the indexes again */
export async function dropIndexes(
  tx: Db,
  table: 'rutas' | 'rutas_historial' | 'bitacora',
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

/** Computes totals and hours of the whole table, for routes that another program inserted. */
export async function recomputeAll(db: Db, cajones = 1): Promise<void> {
  await run(db, raw(fillHours))
  await insertTotals(db, cajones)
}

/** Only the totals of trips and prices; a trip keeps the hours it was written with. */
export async function insertTotals(db: Db, cajones = 1): Promise<void> {
  await run(
    db,
    sql`insert into resumen (nivel, periodo, estado, cajon, n, suma)
      select nivel, periodo, estado, id % ${cajones}, count(*), sum(precio)
      from rutas, lateral (values
        ('todo', date '0001-01-01'), ('mes', date_trunc('month', fecha::timestamp)::date), ('dia', fecha))
        as cuenta (nivel, periodo)
      where eliminado_en is null
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  )
  await run(
    db,
    sql`insert into resumen_clientes (cliente_id, cajon, n)
      select cliente_id, id % ${cajones}, count(*) from rutas where eliminado_en is null group by 1, 2`,
  )
  await run(
    db,
    raw(
      'insert into tarifas_cuenta select 0, count(*) from tarifas where eliminado_en is null having count(*) > 0',
    ),
  )
}
