import { readdir, readFile } from 'node:fs/promises'
import { type Database, raw, run, sql } from '../platform/db/sql.ts'
import { createEmptyDatabase } from './emptyDatabase.ts'

const folder = new URL('../platform/db/migrations/', import.meta.url)

/** As releases up to this year's November made them; their migrations say it otherwise now (db/stringBodies.ts). */
const releasedSql: Record<string, string> = {
  '0002_oficina.sql': `
    create or replace function cambio_de_ruta(antes rutas, despues rutas)
      returns table (n int, fecha date, estado text, precio numeric, cliente_id int) language sql immutable
    begin atomic
      select -1, antes.fecha, antes.estado, antes.precio, antes.cliente_id
      where antes.id is not null and antes.eliminado_en is null
      union all
      select 1, despues.fecha, despues.estado, despues.precio, despues.cliente_id
      where despues.id is not null and despues.eliminado_en is null;
    end`,
  '0013_ajustes.sql': `
    create or replace function ajustes_planos(fila ajustes) returns jsonb language sql stable
      return to_jsonb(fila) - 'modos'
        || (select jsonb_object_agg('modos.' || codigo, modo) from jsonb_each(fila.modos) as cada (codigo, modo))`,
}

/** Makes an empty database what an older program made of it: with the migrations up to this one. */
export async function applyOldMigrations(db: Database, version: number): Promise<void> {
  await run(
    db,
    sql`create table migraciones (
      version int primary key, nombre text not null, aplicada_en timestamptz not null default now())`,
  )
  const names = (await readdir(folder)).toSorted().slice(0, version)
  for (const name of names) {
    await db.query(raw(await readFile(new URL(name, folder), 'utf8')))
    await run(
      db,
      sql`insert into migraciones (version, nombre) values (${Number.parseInt(name, 10)}, ${name})`,
    )
  }
  // At the end: where the server minds them, no later migration would pass beside them.
  for (const name of names) if (releasedSql[name]) await db.query(raw(releasedSql[name]))
}

export async function createOldDatabase(
  version: number,
): Promise<{ db: Database; drop: () => Promise<void> }> {
  const { pool, drop } = await createEmptyDatabase()
  const db = pool()
  await applyOldMigrations(db, version)
  return { db, drop }
}
