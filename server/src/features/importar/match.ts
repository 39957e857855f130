import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { normalize } from '../../platform/db/search.ts'
import { type Db, raw, sql } from '../../platform/db/sql.ts'
import { selectedFields } from './columns.ts'
import {
  decideMatch,
  decideRows,
  type ExistingRecord,
  type FieldValues,
  importedFields,
  type Match,
  rejectRow,
  validValues,
  withoutReferences,
} from './importRow.ts'
import { matchDocumentos } from './matchDocumentos.ts'
import { matchRutas } from './matchRutas.ts'
import { matchTarifas } from './matchTarifas.ts'
import { ambiguousText, findPersonas, findPlacas, findRecords, type PersonaTable } from './references.ts'

async function findRecordsById(
  db: Db,
  tabla: PersonaTable | 'camiones',
  ids: readonly number[],
): Promise<Map<number, ExistingRecord>> {
  const records = await findRecords(
    db,
    ids,
    (part) =>
      sql`select id, version, ${selectedFields(tabla)} from ${raw(tabla)} where id = any(${part}::int[])`,
  )
  return new Map(records.map((record) => [record.id, record]))
}

/** Matches trucks by plate. */
const matchCamiones: Match = async (db, rows, { duplicados }) => {
  const resolvedRows = rows.map(withoutReferences)
  const placas = await findPlacas(
    db,
    validValues(resolvedRows).map(({ placa }) => String(placa)),
  )
  const matchOf = ({ placa }: FieldValues) => placas.get(String(placa))
  const ids = [...placas.values()].flatMap(({ id }) => id ?? [])
  const records = await findRecordsById(db, 'camiones', ids)
  const writtenFields = importedFields(rows).filter((campo) => campo !== 'placa')
  const keyOf = (valores: FieldValues) => matchOf(valores)?.clave ?? ''
  return decideRows(resolvedRows, keyOf, (resolved) => {
    const existing = records.get(matchOf(resolved.valores)?.id ?? 0)
    return decideMatch(resolved, { existing, message: 'La placa ya existe', writtenFields }, duplicados)
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
const matchPersonas =
  (tabla: PersonaTable): Match =>
  async (db, rows, { duplicados }) => {
    const resolvedRows = rows.map(withoutReferences)
    const nombres = validValues(resolvedRows).map(nameOf)
    const recordsByName = await findPersonasByName(db, tabla, nombres)
    const rowsByName = Map.groupBy(nombres, (nombre) => nombre)
    const campos = importedFields(rows)
    const recordsOf = (valores: FieldValues) => recordsByName.get(nameOf(valores)) ?? []
    const isAmbiguous = (valores: FieldValues) =>
      recordsOf(valores).length > 1 || (rowsByName.get(nameOf(valores)) ?? []).length > 1
    const keyOf = (valores: FieldValues) =>
      isAmbiguous(valores) ? `${nameOf(valores)}\n${digitsOf(valores)}` : nameOf(valores)
    return decideRows(resolvedRows, keyOf, (resolved) => {
      const records = recordsOf(resolved.valores)
      const byTelefono = isAmbiguous(resolved.valores)
      const digits = digitsOf(resolved.valores)
      const candidates = byTelefono ? records.filter(({ valores }) => digitsOf(valores) === digits) : records
      const [existing, second] = candidates
      if (records.length > 1 && (!existing || second)) return rejectRow(resolved, ambiguousText(tabla))
      const keys = ['nombre', 'apellido', 'nombre_completo', ...(byTelefono ? ['telefono'] : [])]
      const message = `Ya existe un ${singularNames[tabla]} con ese nombre.`
      const writtenFields = campos.filter((campo) => !keys.includes(campo))
      return decideMatch(resolved, { existing, message, writtenFields }, duplicados)
    })
  }

export const match: Record<ImportTipo, Match> = {
  choferes: matchPersonas('choferes'),
  ayudantes: matchPersonas('ayudantes'),
  clientes: matchPersonas('clientes'),
  camiones: matchCamiones,
  tarifas: matchTarifas,
  documentos: matchDocumentos,
  rutas: matchRutas,
}
