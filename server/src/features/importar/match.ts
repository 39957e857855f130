import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { type NameChoices, namedCampos } from '@flota/contract/imports/nombres.ts'
import { keyOfName, type NamedCatalogue, type NamedRecord } from '../../platform/db/nameKeys.ts'
import { type Db, raw, sql } from '../../platform/db/sql.ts'
import { selectedFields } from './columns.ts'
import {
  decideMatch,
  decideRows,
  type ExistingRecord,
  type FieldValues,
  type ImportRow,
  importedFields,
  isCompared,
  type Match,
  type ResolvedRow,
  type RowDecision,
  rejectRow,
  withoutReferences,
} from './importRow.ts'
import { matchDocumentos } from './matchDocumentos.ts'
import { matchFacturas } from './matchFacturas.ts'
import { matchRutas } from './matchRutas.ts'
import { matchTarifas } from './matchTarifas.ts'
import { ambiguousText, choicesByKey, chosenRecord, loadNames } from './names.ts'
import { findRecords, type PersonaTable } from './references.ts'
import { rejectTakenUnits } from './unitNumbers.ts'

async function findRecordsById(
  db: Db,
  tabla: NamedCatalogue,
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

/** A row of a list of people or trucks, and what its own name means. */
interface OwnName {
  resolved: ResolvedRow
  clave: string
  /** Record that the user chose, or that has the name as an alias. */
  meant: NamedRecord | undefined
}

interface OwnNames {
  names: OwnName[]
  /** Live records of each name. */
  recordsOf: (clave: string) => ExistingRecord[]
  recordOf: (id: number) => ExistingRecord | undefined
}

/** Returns the row's own name: as it would be stored, or as the sheet has it if another cell is wrong. */
function ownNameOf({ valores, parsed, errors }: ImportRow): string {
  const { placa, nombre_completo, nombre, apellido } = errors.length === 0 ? valores : parsed
  return String(placa ?? nombre_completo ?? [nombre, apellido].filter((part) => part != null).join(' '))
}

/** Looks up the names of the rows themselves, with the user's choices and aliases. */
async function findOwnNames(
  db: Db,
  tabla: NamedCatalogue,
  rows: readonly ImportRow[],
  nombres: NameChoices,
): Promise<OwnNames> {
  const choices = choicesByKey(tabla, nombres, namedCampos[tabla])
  const keyOf = (row: ImportRow) => keyOfName(tabla, ownNameOf(row))
  const index = await loadNames(db, tabla, rows.map(keyOf), choices)
  const names = rows.map((row): OwnName => {
    const clave = keyOf(row)
    const chosen = chosenRecord(tabla, index, ownNameOf(row))
    const isUnnamed = !index.own.has(clave) && choices.get(clave) !== 'crear'
    const accepted = chosen?.accepted ? [chosen.accepted] : []
    return {
      resolved: {
        ...withoutReferences(row),
        isOmitted: choices.get(clave) === 'omitir',
        names: { accepted, created: [] },
      },
      clave,
      meant: chosen?.record ?? (isUnnamed ? index.aliases.get(clave) : undefined),
    }
  })
  const ids = [...[...index.own.values()].flat(), ...names.flatMap(({ meant }) => meant ?? [])].map(
    ({ id }) => id,
  )
  const records = await findRecordsById(db, tabla, [...new Set(ids)])
  return {
    names,
    recordsOf: (clave) => (index.own.get(clave) ?? []).flatMap(({ id }) => records.get(id) ?? []),
    recordOf: (id) => records.get(id),
  }
}

/** Decides rows in order; rows of the same record repeat each other. */
function decideOwn(
  names: readonly OwnName[],
  keyOf: (name: OwnName) => string,
  decide: (name: OwnName) => RowDecision,
): Promise<RowDecision[]> {
  const nameByRow = new Map(names.map((name) => [name.resolved.row, name]))
  const find = (row: ImportRow) => {
    const name = nameByRow.get(row)
    if (!name) throw new Error('decideOwn got a row of another sheet')
    return name
  }
  return decideRows(
    names.map(({ resolved }) => resolved),
    ({ row }) => keyOf(find(row)),
    ({ row }) => decide(find(row)),
  )
}

const keyOfRecord = ({ id }: { id: number }) => `#${id}`

/** Matches trucks by plate. */
const matchCamiones: Match = async (db, rows, { duplicados, nombres }) => {
  const { names, recordsOf, recordOf } = await findOwnNames(db, 'camiones', rows, nombres)
  const writtenFields = importedFields(rows).filter((campo) => campo !== 'placa')
  const existingOf = ({ clave, meant }: OwnName) => (meant ? recordOf(meant.id) : recordsOf(clave)[0])
  const keyOf = (name: OwnName) => {
    const existing = existingOf(name)
    return existing ? keyOfRecord(existing) : name.clave
  }
  const decisions = await decideOwn(names, keyOf, (name) => {
    const match = { existing: existingOf(name), message: 'La placa ya existe', writtenFields }
    return decideMatch(name.resolved, match, duplicados)
  })
  return rejectTakenUnits(db, decisions)
}

const singularNames: Record<PersonaTable, string> = {
  choferes: 'piloto',
  ayudantes: 'ayudante',
  clientes: 'cliente',
}

const digitsOf = ({ telefono }: FieldValues) => String(telefono ?? '').replace(/\D/g, '')

/** Matches pilots, helpers and clients by name, and by telephone if several have the name. */
const matchPersonas =
  (tabla: PersonaTable): Match =>
  async (db, rows, { duplicados, nombres }) => {
    const { names, recordsOf, recordOf } = await findOwnNames(db, tabla, rows, nombres)
    const compared = names.filter(({ resolved }) => isCompared(resolved))
    const rowsByName = Map.groupBy(compared, ({ clave }) => clave)
    const isAmbiguous = ({ clave, meant }: OwnName) =>
      !meant && (recordsOf(clave).length > 1 || (rowsByName.get(clave) ?? []).length > 1)
    const candidatesOf = (name: OwnName) => {
      if (name.meant) return [recordOf(name.meant.id)].filter((record) => record !== undefined)
      const digits = digitsOf(name.resolved.valores)
      const records = recordsOf(name.clave)
      return isAmbiguous(name) ? records.filter(({ valores }) => digitsOf(valores) === digits) : records
    }
    const keyOf = (name: OwnName) => {
      const [existing, second] = candidatesOf(name)
      if (existing && !second) return keyOfRecord(existing)
      return isAmbiguous(name) ? `${name.clave}\n${digitsOf(name.resolved.valores)}` : name.clave
    }
    const campos = importedFields(rows)
    return decideOwn(names, keyOf, (name) => {
      const [existing, second] = candidatesOf(name)
      const isUnclear = !name.meant && recordsOf(name.clave).length > 1 && (!existing || second)
      if (isUnclear) return rejectRow(name.resolved, ambiguousText(tabla))
      const keys = ['nombre', 'apellido', 'nombre_completo', ...(isAmbiguous(name) ? ['telefono'] : [])]
      const message = `Ya existe un ${singularNames[tabla]} con ese nombre.`
      const writtenFields = campos.filter((campo) => !keys.includes(campo))
      return decideMatch(name.resolved, { existing, message, writtenFields }, duplicados)
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
  facturas: matchFacturas,
}
