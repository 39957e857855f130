import type { Importacion } from '@flota/contract/imports/importar.ts'
import { documentoOwnerCampos, type ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { type CatalogueName, catalogues, isCatalogue } from '@flota/contract/records/catalogues.ts'
import { catalogueNameSql } from '../../platform/db/recordName.ts'
import { setNextVersion } from '../../platform/db/records.ts'
import { searchText } from '../../platform/db/search.ts'
import { type Db, join, many, one, raw, run, sql } from '../../platform/db/sql.ts'
import { ConcurrentChangeError, cooperativeYield, inChunks, writeBatchSize } from './batches.ts'
import { type CreatedTipo, changedColumns, recordset, writtenColumns } from './columns.ts'
import type { FieldValues, RowDecision } from './importRow.ts'
import { type CellReference, clienteReference, rutaReferences } from './references.ts'
import { storeFacturas } from './storeFacturas.ts'
import { storeRutas } from './storeRutas.ts'

type UpdatableTipo = Exclude<ImportTipo, CreatedTipo>

/** Adds the derived columns. */
function toTableRow(tipo: ImportTipo, { valores, nombres }: RowDecision): FieldValues {
  if (isCatalogue(tipo)) {
    const searched: readonly string[] = catalogues[tipo].searchBy
    return { ...valores, busqueda: searchText(searched.map((campo) => valores[campo])) }
  }
  if (tipo !== 'documentos') return valores
  const { tipo: tipoNombre = '', placa, piloto, ayudante } = nombres
  return { ...valores, tipo: tipoNombre, nombre: placa ?? piloto ?? ayudante ?? '' }
}

/** Inserts new records and registers them in the import. */
const insertBatch = (tx: Db, tipo: UpdatableTipo, importacion: number, rows: FieldValues[]) => {
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

/** Updates existing records and registers their earlier values. @throws {ConcurrentChangeError} if a version changed */
async function updateBatch(
  tx: Db,
  tipo: UpdatableTipo,
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

/**
 * Writes changed rows before new ones, so that a new price can follow one that the sheet shortens.
 * @throws {ConcurrentChangeError}
 */
export async function storeRows(
  tx: Db,
  tipo: ImportTipo,
  importacion: number,
  decisions: readonly RowDecision[],
  userId: number,
): Promise<void> {
  const newRows = decisions.filter(({ accion }) => accion === 'nueva')
  if (tipo === 'rutas') return storeRutas(tx, importacion, newRows, userId)
  if (tipo === 'facturas') return storeFacturas(tx, importacion, newRows)
  const changedRows = decisions.filter(({ accion }) => accion === 'cambiada')
  const yieldIfDue = cooperativeYield()
  for (const part of inChunks(changedRows, writeBatchSize)) {
    const rows = part.map((decision) => ({
      ...toTableRow(tipo, decision),
      id: decision.existing?.id ?? null,
      leida: decision.existing?.version ?? null,
    }))
    await updateBatch(tx, tipo, importacion, rows)
    await yieldIfDue()
  }
  for (const part of inChunks(newRows, writeBatchSize)) {
    const rows = part.map((decision) => toTableRow(tipo, decision))
    await insertBatch(tx, tipo, importacion, rows)
    await yieldIfDue()
  }
}

type NewImport = Pick<
  Importacion,
  'tipo' | 'nombre' | 'filas' | 'nuevas' | 'cambiadas' | 'iguales' | 'saltadas' | 'omitidas' | 'creados'
>

/** @returns the import's id */
export async function insertImportacion(tx: Db, imported: NewImport, userId: number): Promise<number> {
  const columns = { ...imported, creados: JSON.stringify(imported.creados), usuario_id: userId }
  const row = await one<{ id: number }>(
    tx,
    sql`insert into importaciones (${raw(Object.keys(columns).join(', '))})
      values (${join(Object.values<string | number>(columns))}) returning id`,
  )
  if (!row) throw new Error('insertImportacion returned no row')
  return row.id
}

type ReferencedTable = CatalogueName | 'documento_tipos'

/** Order in which all writers lock these tables. */
const lockOrder: readonly ReferencedTable[] = [
  'clientes',
  'camiones',
  'choferes',
  'ayudantes',
  'documento_tipos',
]

const referencesByTipo: Partial<Record<ImportTipo, readonly CellReference[]>> = {
  rutas: rutaReferences,
  tarifas: [clienteReference],
  facturas: [clienteReference],
}

/** Returns the names of the records that the new rows reference, by table and id. */
function referencedNames(tipo: ImportTipo, decisions: readonly RowDecision[]) {
  const names = new Map(lockOrder.map((tabla) => [tabla, new Map<number, string>()]))
  const add = (tabla: ReferencedTable, id: unknown, nombre: string | undefined) => {
    if (typeof id === 'number' && nombre !== undefined) names.get(tabla)?.set(id, nombre)
  }
  for (const { accion, valores, nombres } of decisions) {
    if (accion !== 'nueva') continue
    for (const { campo, column, tabla } of referencesByTipo[tipo] ?? [])
      add(tabla, valores[column], nombres[campo])
    if (tipo !== 'documentos') continue
    add('documento_tipos', valores.tipo_id, nombres.tipo)
    const tabla = lockOrder.find((each) => each === valores.entidad)
    const campo = documentoOwnerCampos.find((each) => nombres[each] !== undefined)
    if (tabla && campo) add(tabla, valores.entidad_id, nombres[campo])
  }
  return names
}

/**
 * Locks the records that the new rows reference, so that other transactions can't delete or rename them. Call it late:
 * those transactions wait until this one ends.
 * @throws {ConcurrentChangeError} if one was deleted or renamed
 */
export async function lockReferencedRecords(
  tx: Db,
  tipo: ImportTipo,
  decisions: readonly RowDecision[],
): Promise<void> {
  for (const [tabla, names] of referencedNames(tipo, decisions)) {
    const name = tabla === 'documento_tipos' ? 'nombre' : catalogueNameSql(catalogues[tabla])
    const isUsable = tabla === 'documento_tipos' ? 'activo and eliminado_en is null' : 'eliminado_en is null'
    const ids = [...names.keys()].toSorted((a, b) => a - b)
    for (const part of inChunks(ids, 5000)) {
      const rows = await many<{ id: number; nombre: string }>(
        tx,
        sql`select id, ${raw(name)} as nombre from ${raw(tabla)}
          where id = any(${part}::int[]) and ${raw(isUsable)} order by id for share`,
      )
      if (rows.length < part.length || rows.some(({ id, nombre }) => names.get(id) !== nombre))
        throw new ConcurrentChangeError()
    }
  }
}
