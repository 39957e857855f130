import { type Db, many, one, raw, sql } from '../../platform/db/sql.ts'

/** Whoever calls leaves traces there: when a session was used, and who failed to log in. */
const ignoredTables = ['sesiones', 'intentos']
/** The log tells of a refused login and of an export, which a broken request may still be. */
const digestSource = ({ name }: { name: string }) =>
  name === 'bitacora' ? `${name} t where accion not in ('rechazado', 'exportar')` : `${name} t`

/** A digest of all rows of each table. */
export async function databaseDigest(db: Db): Promise<Record<string, string>> {
  const tables = await many<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = current_schema() order by tablename`,
  )
  const columns = tables
    .filter(({ name }) => !ignoredTables.includes(name))
    .map(
      (table) =>
        `(select count(*) || ' ' || coalesce(md5(string_agg(t::text, ';' order by t::text)), '') from ${digestSource(table)}) as ${table.name}`,
    )
  return (await one<Record<string, string>>(db, raw(`select ${columns.join(', ')}`))) ?? {}
}
