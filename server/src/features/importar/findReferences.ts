import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { type Db, join, many, raw, sql } from '../../platform/db/sql.ts'

/** A table's column that names records of a kind. */
interface ReferencingColumn {
  tabla: string
  column: string
  /** The row's column that says of which kind the record is, where one column names many kinds. */
  entidad: boolean
}

/** They are no records of their own: they go with the record. */
const ownedTables: readonly string[] = ['rutas_historial', 'resumen_clientes']

/** Asked of the database, so that no table that comes later is forgotten. */
const findReferencingColumns = (db: Db, tipo: ImportTipo): Promise<ReferencingColumn[]> =>
  many<ReferencingColumn>(
    db,
    sql`select c.conrelid::regclass::text as tabla, a.attname::text as column, false as entidad
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = ${tipo}::regclass and c.conparentid = 0
        and c.conrelid::regclass::text <> all(${ownedTables}::text[])
      union all
      select e.attrelid::regclass::text, e.attname, true
      from pg_attribute e join pg_class t on t.oid = e.attrelid
        join pg_attribute k on k.attrelid = e.attrelid and k.attname = 'entidad'
      where e.attname = 'entidad_id' and t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace
      order by 1, 2`,
  )

/** Of an import's new records those that any other record names, be it in the bin. */
export async function findReferencedIds(tx: Db, tipo: ImportTipo, importacion: number): Promise<number[]> {
  const names = await findReferencingColumns(tx, tipo)
  if (names.length === 0) return []
  const naming = names.map(
    ({ tabla, column, entidad }) => sql`select i.registro_id as id from importaciones_registros i
      where i.importacion_id = ${importacion} and i.antes is null and exists (
        select from ${raw(tabla)} x where x.${raw(column)} = i.registro_id
          ${entidad ? sql`and x.entidad = ${tipo}` : raw('')})`,
  )
  const rows = await many<{ id: number }>(tx, sql`${join(naming, ' union ')}`)
  return rows.map(({ id }) => id)
}
