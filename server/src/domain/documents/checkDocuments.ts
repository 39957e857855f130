import { catalogues } from '@flota/contract/records/catalogues.ts'
import { documentoEntidades } from '@flota/contract/records/estados.ts'
import type { Sql } from 'sql-template-tag'
import { catalogueNameSql } from '../../platform/db/recordName.ts'
import { type Db, join, many, raw, run, sql } from '../../platform/db/sql.ts'
import type { TotalDifference } from '../trips/totals.ts'

/** Selects the columns that documents copy from their type and record. */
const expectedDocumentos: Sql = join(
  documentoEntidades.map(
    (
      entidad,
    ) => sql`select d.id, t.nombre as tipo, ${raw(catalogueNameSql(catalogues[entidad]).replace(/nombre|apellido|placa/g, 'r.$&'))} as nombre,
        r.eliminado_en is not null as oculto
      from documentos d join documento_tipos t on t.id = d.tipo_id join ${raw(entidad)} r on r.id = d.entidad_id
      where d.entidad = ${entidad}`,
  ),
  ' union all ',
)

/** Returns the ids of documents whose copied columns differ from their type or record. */
export const findWrongDocumentos = async (db: Db): Promise<number[]> =>
  (
    await many<{ id: number }>(
      db,
      sql`select id from documentos d join (${expectedDocumentos}) r using (id)
        where (d.tipo, d.nombre, d.oculto) is distinct from (r.tipo, r.nombre, r.oculto) order by id`,
    )
  ).map(({ id }) => id)

export const repairDocumento = (tx: Db, id: number): Promise<number> =>
  run(
    tx,
    sql`update documentos d set tipo = r.tipo, nombre = r.nombre, oculto = r.oculto
      from (${expectedDocumentos}) r where r.id = d.id and d.id = ${id}`,
  )

/** Compares the stored numbers of documents with the documents. */
export const findWrongCounts = (db: Db): Promise<TotalDifference[]> =>
  many<TotalDifference>(
    db,
    sql`with stored as (select tipo_id, vivo, sum(n) as n from documentos_cuenta group by 1, 2),
      counted as (
        select tipo_id, vivo, count(*) as n from documentos where eliminado_en is null and not oculto group by 1, 2)
      select 'documentos del tipo ' || tipo_id || case when vivo then '' else ', renovados' end as total,
        case when stored.n is not null then json_build_object('n', stored.n, 'suma', null) end as stored,
        case when counted.n is not null then json_build_object('n', counted.n, 'suma', null) end as counted
      from stored full join counted using (tipo_id, vivo)
      where coalesce(stored.n, 0) <> coalesce(counted.n, 0) order by tipo_id, vivo desc`,
  )

/** Recounts all documents. The caller must lock out writes to documents until the transaction ends. */
export async function repairCounts(tx: Db): Promise<void> {
  await run(tx, sql`delete from documentos_cuenta`)
  await run(
    tx,
    sql`insert into documentos_cuenta (tipo_id, vivo, cajon, n)
      select tipo_id, vivo, 0, count(*) from documentos where eliminado_en is null and not oculto group by 1, 2`,
  )
}
