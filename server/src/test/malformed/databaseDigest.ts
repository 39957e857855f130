import { type Db, many, one, raw, sql } from '../../platform/db/sql.ts'

/** Any request may change them: last use of a session, failed logins, exports and writes counted per day. */
const ignoredTables = ['sesiones', 'intentos', 'cambios_diarios']
/** Rejected logins and exports are logged, and a malformed request may be one. */
const digestSource = ({ name }: { name: string }) =>
  name === 'bitacora' ? `${name} t where accion not in ('rechazado', 'exportar')` : `${name} t`

/** Returns a digest of all rows of each table. */
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
