import { catalogues, isCatalogue } from '@flota/contract/catalogues.ts'
import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { setNextVersion } from '../../platform/db/records.ts'
import { searchText } from '../../platform/db/search.ts'
import { type Db, join, one, raw, run, sql } from '../../platform/db/sql.ts'
import { changedColumns, recordset, writtenColumns } from './columns.ts'
import { ConcurrentChangeError, writeBatchSize } from './concurrentChange.ts'
import type { FieldValues, RowDecision } from './importRow.ts'
import { storeRutas } from './storeRutas.ts'
import { cooperativeYield, inChunks } from './yieldToEventLoop.ts'

/** As the table has it. */
function toTableRow(tipo: ImportTipo, { valores, nombres }: RowDecision): FieldValues {
  if (isCatalogue(tipo)) {
    const searched: readonly string[] = catalogues[tipo].searchBy
    return { ...valores, busqueda: searchText(searched.map((campo) => valores[campo])) }
  }
  if (tipo !== 'documentos') return valores
  const { tipo: tipoNombre = '', placa, piloto, ayudante } = nombres
  return { ...valores, tipo: tipoNombre, nombre: placa ?? piloto ?? ayudante ?? '' }
}

/** New rows, each told to the import. */
const insertBatch = (
  tx: Db,
  tipo: Exclude<ImportTipo, 'rutas'>,
  importacion: number,
  rows: FieldValues[],
) => {
  const names = raw(writtenColumns(tipo).join(', '))
  return run(
    tx,
    sql`with nuevas as (
        insert into ${raw(tipo)} (${names}) select ${names} from ${recordset(tipo, rows)}
        returning id, version)
      insert into importaciones_registros (importacion_id, registro_id, version)
      select ${importacion}, id, version from nuevas`,
  )
}

/** Those that there are, in the version that was read. @throws {Moved} */
async function updateBatch(
  tx: Db,
  tipo: Exclude<ImportTipo, 'rutas'>,
  importacion: number,
  rows: FieldValues[],
): Promise<void> {
  const set = Object.fromEntries(changedColumns(tipo).map((name) => [name, raw(`d.${name}`)]))
  const written = await run(
    tx,
    sql`with d as materialized (select * from ${recordset(tipo, rows, { id: 'int', leida: 'int' })}),
      antes as materialized (
        select t.* from ${raw(tipo)} t join d on t.id = d.id and t.version = d.leida
        where t.eliminado_en is null order by t.id for no key update of t),
      despues as (
        update ${raw(tipo)} r set ${setNextVersion(set)} from d, antes where r.id = d.id and r.id = antes.id
        returning r.id, r.version)
      insert into importaciones_registros (importacion_id, registro_id, version, antes)
      select ${importacion}, despues.id, despues.version, to_jsonb(antes)
      from despues join antes on antes.id = despues.id`,
  )
  if (written < rows.length) throw new ConcurrentChangeError()
}

/** Writes what the rows became: what changes first, so that a price may follow one that is made shorter. @throws {Moved} */
export async function storeRows(
  tx: Db,
  tipo: ImportTipo,
  importacion: number,
  juicios: readonly RowDecision[],
  userId: number,
): Promise<void> {
  const fresh = juicios.filter(({ accion }) => accion === 'nueva')
  if (tipo === 'rutas') return storeRutas(tx, importacion, fresh, userId)
  const breathe = cooperativeYield()
  for (const part of inChunks(
    juicios.filter(({ accion }) => accion === 'cambiada'),
    writeBatchSize,
  )) {
    const rows = part.map((juicio) => ({
      ...toTableRow(tipo, juicio),
      id: juicio.antes?.id ?? null,
      leida: juicio.antes?.version ?? null,
    }))
    await updateBatch(tx, tipo, importacion, rows)
    await breathe()
  }
  for (const part of inChunks(fresh, writeBatchSize)) {
    await insertBatch(
      tx,
      tipo,
      importacion,
      part.map((juicio) => toTableRow(tipo, juicio)),
    )
    await breathe()
  }
}

interface NewImport {
  tipo: ImportTipo
  nombre: string
  filas: number
  nuevas: number
  cambiadas: number
  iguales: number
  saltadas: number
}

/** @returns its id */
export async function insertImportacion(tx: Db, nueva: NewImport, userId: number): Promise<number> {
  const row = await one<{ id: number }>(
    tx,
    sql`insert into importaciones (${raw([...Object.keys(nueva), 'usuario_id'].join(', '))})
      values (${join([...Object.values<string | number>({ ...nueva }), userId])}) returning id`,
  )
  if (!row) throw new Error('insert into importaciones gave no id')
  return row.id
}
