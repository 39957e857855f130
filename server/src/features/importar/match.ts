import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { normalize } from '../../platform/db/search.ts'
import { type Db, raw, sql } from '../../platform/db/sql.ts'
import { inChunks } from './batches.ts'
import { selectedFields } from './columns.ts'
import {
  addRow,
  type DuplicateMode,
  decideMatched,
  decideRows,
  type ExistingRecord,
  type FieldValues,
  FirstRows,
  type ImportRow,
  importedFields,
  type RowDecision,
  rejectRow,
  validValues,
  withoutReferences,
} from './importRow.ts'
import { matchDocumentos } from './matchDocumentos.ts'
import { matchRutas } from './matchRutas.ts'
import { matchTarifas } from './matchTarifas.ts'
import { ambiguousText, findPersonas, findPlacas, findRecords, type PersonaTable } from './references.ts'

type Match = (db: Db, rows: readonly ImportRow[], duplicados: DuplicateMode) => Promise<RowDecision[]>

/** Decides each row of a type by the existing records and the rows above it. */
export const match: Record<ImportTipo, Match> = {
  choferes: (db, rows, duplicados) => matchPersonas(db, 'choferes', rows, duplicados),
  ayudantes: (db, rows, duplicados) => matchPersonas(db, 'ayudantes', rows, duplicados),
  clientes: (db, rows, duplicados) => matchPersonas(db, 'clientes', rows, duplicados),
  camiones: matchCamiones,
  tarifas: matchTarifas,
  documentos: matchDocumentos,
  rutas: matchRutas,
}

async function findRecordsById(
  db: Db,
  tabla: PersonaTable | 'camiones',
  ids: readonly number[],
): Promise<Map<number, ExistingRecord>> {
  const found = new Map<number, ExistingRecord>()
  for (const part of inChunks(ids, 5000)) {
    const query = sql`select id, version, ${selectedFields(tabla)} from ${raw(tabla)} where id = any(${part}::int[])`
    for (const record of await findRecords(db, query)) found.set(record.id, record)
  }
  return found
}

/** Matches trucks by plate. */
async function matchCamiones(
  db: Db,
  rows: readonly ImportRow[],
  duplicados: DuplicateMode,
): Promise<RowDecision[]> {
  const resolvedRows = rows.map(withoutReferences)
  const placaOf = ({ placa }: FieldValues) => String(placa)
  const placas = await findPlacas(db, validValues(resolvedRows).map(placaOf))
  const ids = [...placas.values()].flatMap(({ id }) => id ?? [])
  const records = await findRecordsById(db, 'camiones', ids)
  const writtenFields = importedFields(rows).filter((campo) => campo !== 'placa')
  const firstRows = new FirstRows()
  return decideRows(resolvedRows, (resolved) => {
    const { clave = '', id = null } = placas.get(placaOf(resolved.valores)) ?? {}
    const repeated = firstRows.rejectRepeated(resolved, clave)
    if (repeated) return repeated
    const existing = id === null ? undefined : records.get(id)
    if (!existing) return addRow(resolved)
    return decideMatched(resolved, { existing, message: 'La placa ya existe', writtenFields }, duplicados)
  })
}

const singularNames: Record<PersonaTable, string> = {
  choferes: 'piloto',
  ayudantes: 'ayudante',
  clientes: 'cliente',
}

const nameOf = ({ nombre, apellido }: FieldValues) => normalize(`${nombre} ${apellido}`)
const digitsOf = ({ telefono }: FieldValues) => String(telefono ?? '').replace(/\D/g, '')

async function findPersonasByName(
  db: Db,
  tabla: PersonaTable,
  nombres: string[],
): Promise<Map<string, ExistingRecord[]>> {
  const found = await findPersonas(db, tabla, nombres)
  const ids = [...found.values()].flat().map(({ id }) => id)
  const records = await findRecordsById(db, tabla, ids)
  return new Map([...found].map(([clave, all]) => [clave, all.flatMap(({ id }) => records.get(id) ?? [])]))
}

/** Matches pilots, helpers and clients by name, and by telephone if several have the name. */
async function matchPersonas(
  db: Db,
  tabla: PersonaTable,
  rows: readonly ImportRow[],
  duplicados: DuplicateMode,
): Promise<RowDecision[]> {
  const resolvedRows = rows.map(withoutReferences)
  const nombres = validValues(resolvedRows).map(nameOf)
  const recordsByName = await findPersonasByName(db, tabla, nombres)
  const rowsPerName = new Map<string, number>()
  for (const nombre of nombres) rowsPerName.set(nombre, (rowsPerName.get(nombre) ?? 0) + 1)
  const campos = importedFields(rows)
  const firstRows = new FirstRows()
  return decideRows(resolvedRows, (resolved) => {
    const name = nameOf(resolved.valores)
    const digits = digitsOf(resolved.valores)
    const records = recordsByName.get(name) ?? []
    const isAmbiguous = records.length > 1 || (rowsPerName.get(name) ?? 0) > 1
    const repeated = firstRows.rejectRepeated(resolved, isAmbiguous ? `${name}\n${digits}` : name)
    if (repeated) return repeated
    const candidates = isAmbiguous ? records.filter(({ valores }) => digitsOf(valores) === digits) : records
    const [existing, second] = candidates
    if (records.length > 1 && (!existing || second)) return rejectRow(resolved, ambiguousText(tabla))
    if (!existing) return addRow(resolved)
    const keys = ['nombre', 'apellido', 'nombre_completo', ...(isAmbiguous ? ['telefono'] : [])]
    const message = `Ya existe un ${singularNames[tabla]} con ese nombre.`
    const writtenFields = campos.filter((campo) => !keys.includes(campo))
    return decideMatched(resolved, { existing, message, writtenFields }, duplicados)
  })
}
