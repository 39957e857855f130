import { readFile } from 'node:fs/promises'
import { type Db, many, raw, sql } from './sql.ts'

/** The functions that take a table's row type, and the migration that makes each. */
const definingMigrations = { cambio_de_ruta: '0002_oficina.sql', ajustes_planos: '0013_ajustes.sql' }

/**
 * Gives the functions that an earlier release made with an SQL-standard body the string body that their migration has
 * now: beside the former PostgreSQL 15.20, 17.12 and newer take no column with a default for the table whose row type
 * the function takes.
 */
export async function repairSqlBodies(tx: Db, folder: string): Promise<void> {
  const found = await many<{ name: keyof typeof definingMigrations }>(
    tx,
    sql`select proname as name from pg_proc
      where pronamespace = current_schema()::regnamespace and prosqlbody is not null
        and proname = any(${Object.keys(definingMigrations)})`,
  )
  for (const { name } of found) {
    const text = await readFile(folder + definingMigrations[name], 'utf8')
    const [, made = ''] =
      new RegExp(`^create (function ${name}\\([^;]*? as \\$\\$[^$]*\\$\\$;)`, 'm').exec(text) ?? []
    await tx.query(raw(`create or replace ${made}`))
  }
}
