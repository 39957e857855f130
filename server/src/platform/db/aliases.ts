import type { Alias } from '@flota/contract/people/alias.ts'
import type { Sql } from 'sql-template-tag'
import type { NamedTable } from './nameKeys.ts'
import { type Db, many, one, raw, run, sql } from './sql.ts'

/** Another name of a record. */
export interface NewAlias {
  tabla: NamedTable
  clave: string
  texto: string
  id: number
}

/** Deletes aliases and logs them. @returns how many */
export const deleteAliases = async (tx: Db, where: Sql): Promise<number> =>
  (
    await one<{ n: number }>(
      tx,
      sql`with fuera as (delete from alias where ${where} returning id, texto),
        anotadas as materialized (
          select bitacora_agregar('eliminar', 'alias', id, texto, '{}', null) from fuera order by id)
        select count(*) as n from anotadas`,
    )
  )?.n ?? 0

/** Stores aliases and logs them. A text that is another record's alias of this kind becomes this record's. */
export async function storeAliases(
  tx: Db,
  aliases: readonly NewAlias[],
  { importacion, userId }: { importacion: number; userId: number },
): Promise<void> {
  for (const { tabla, clave, texto, id } of aliases) {
    await deleteAliases(tx, sql`tipo = ${tabla} and clave = ${clave} and registro_id <> ${id}`)
    await run(
      tx,
      sql`with nuevo as (
          insert into alias (tipo, clave, texto, registro_id, usuario_id, importacion_id)
          values (${tabla}, ${clave}, ${texto}, ${id}, ${userId}, ${importacion})
          on conflict (tipo, clave) do nothing returning id, texto)
        select bitacora_agregar('crear', 'alias', id, texto, '{}', null) from nuevo`,
    )
  }
}

/** Returns a record's first 1,000 aliases by text. */
export const findAliases = (db: Db, tabla: string, id: number): Promise<Alias[]> =>
  many(
    db,
    sql`select a.id, a.texto, u.username as usuario, a.creado_en
      from alias a join usuarios u on u.id = a.usuario_id
      where a.tipo = ${tabla} and a.registro_id = ${id} order by ${raw('a.texto collate es_nombre')}, a.id limit 1000`,
  )
