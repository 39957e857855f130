import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { type Db, many, run, sql } from '../../platform/db/sql.ts'
import { headingsKey, type Sources, sourcesOfQuery } from './reader/columns.ts'

/** Sheets of which a user's mapping is looked up, the latest ones. */
const maxRemembered = 100

/** Returns the columns that the user chose for earlier sheets, by their headings. */
export async function findRememberedColumns(
  db: Db,
  tipo: ImportTipo,
  userId: number,
): Promise<Map<string, Sources>> {
  const rows = await many<{ titulos: string; columnas: string }>(
    db,
    sql`select titulos, columnas from importaciones_columnas
      where usuario_id = ${userId} and tipo = ${tipo} order by usada_en desc limit ${maxRemembered}`,
  )
  return new Map(
    rows.flatMap(({ titulos, columnas }) => {
      const sources = sourcesOfQuery(tipo, columnas)
      return sources ? [[titulos, sources] as const] : []
    }),
  )
}

/** Remembers the user's choice for the next sheet with the same headings. */
export const rememberColumns = (
  tx: Db,
  tipo: ImportTipo,
  userId: number,
  { titulos, columnas }: { titulos: readonly string[]; columnas: string },
) =>
  run(
    tx,
    sql`insert into importaciones_columnas (usuario_id, tipo, titulos, columnas)
      values (${userId}, ${tipo}, ${headingsKey(titulos)}, ${columnas})
      on conflict (usuario_id, tipo, titulos) do update set columnas = excluded.columnas, usada_en = now()`,
  )
