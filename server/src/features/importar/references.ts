import type { NameChoices } from '@flota/contract/imports/nombres.ts'
import { tripNumberKey } from '@flota/contract/records/comparison.ts'
import type { Sql } from 'sql-template-tag'
import { keyOfName, type NamedCatalogue } from '../../platform/db/nameKeys.ts'
import { type Db, many, sql } from '../../platform/db/sql.ts'
import { readInChunks } from './batches.ts'
import type { ExistingRecord, FieldValue, ImportRow, ResolvedRow } from './importRow.ts'
import { choicesByKey, createNameFinder, type NameFinder, type NameMatch } from './names.ts'
import { findTrucksByUnit } from './unitNumbers.ts'

type RecordRow = Record<string, FieldValue> & { id: number; version: number }

/** @param query selects id, version and the fields of POST of the records with these keys */
export async function findRecords<Key>(
  db: Db,
  keys: readonly Key[],
  query: (part: Key[]) => Sql,
): Promise<ExistingRecord[]> {
  const rows = await readInChunks(keys, (part) => many<RecordRow>(db, query(part)))
  return rows.map(({ id, version, ...valores }) => ({ id, version, valores }))
}

export type PersonaTable = Exclude<NamedCatalogue, 'camiones'>
export const isPersonaTable = (tabla: string): tabla is PersonaTable =>
  ['choferes', 'ayudantes', 'clientes'].includes(tabla)

/** Trip with a number. */
interface NumberedTrip {
  id: number
  no_ruta: string
  enPapelera: boolean
}

/** Returns the trip of each number: of several the one that is written like it, else a live one. */
export async function findNumeros(
  db: Db,
  numeros: Iterable<string>,
): Promise<ReadonlyMap<string, NumberedTrip>> {
  const trips = await readInChunks([...new Set(numeros)], (part) =>
    many<NumberedTrip & { numero: string; esIgual: boolean }>(
      db,
      sql`select t.numero, r.id, r.no_ruta, r.eliminado_en is not null as "enPapelera",
          n.clave = sin_signos(clave(t.numero)) as "esIgual"
        from unnest(${part}::text[]) as t (numero), lateral unnest(numeros_iguales(t.numero)) as n (clave)
          join rutas r on sin_signos(clave(r.no_ruta)) = n.clave and r.gemelo = 0`,
    ),
  )
  // The last one of a number stays.
  const ranked = trips.toSorted(
    (a, b) => Number(a.esIgual) - Number(b.esIgual) || Number(b.enPapelera) - Number(a.enPapelera),
  )
  return new Map(ranked.map((trip) => [trip.numero, trip]))
}

export const keyOfNumero = (noRuta: FieldValue | undefined) => tripNumberKey(String(noRuta))

/** Field whose cell names a record, and the column that gets its id. */
export interface CellReference {
  campo: string
  column: string
  tabla: NamedCatalogue
}

export const clienteReference: CellReference = {
  campo: 'cliente',
  column: 'cliente_id',
  tabla: 'clientes',
}
export const rutaReferences: readonly CellReference[] = [
  clienteReference,
  { campo: 'placa', column: 'camion_id', tabla: 'camiones' },
  { campo: 'piloto', column: 'chofer_id', tabla: 'choferes' },
  { campo: 'ayudante', column: 'ayudante_id', tabla: 'ayudantes' },
]

/** Returns a finder for each reference, loaded with the records that the rows name. */
export async function createFinders(
  db: Db,
  rows: readonly ImportRow[],
  references: readonly CellReference[],
  nombres: NameChoices,
): Promise<Map<string, NameFinder>> {
  let temporaryId = 0
  const finders = new Map<string, NameFinder>()
  for (const { campo, column, tabla } of references) {
    const textos = rows.map(({ parsed }) => parsed[campo]).filter((each) => typeof each === 'string')
    const choices = choicesByKey(tabla, nombres, [campo])
    // A trip's truck may be written by its unit number.
    const units = column === 'camion_id' ? await findTrucksByUnit(db, textos) : []
    const extra = units.map((each) => ({ ...each, clave: keyOfName(tabla, each.texto) }))
    finders.set(campo, await createNameFinder(db, tabla, textos, choices, () => --temporaryId, extra))
  }
  return finders
}

/** Adds what a cell's name means to the row. */
export function withMatch(
  resolved: ResolvedRow,
  { campo, column }: Pick<CellReference, 'campo' | 'column'>,
  match: NameMatch,
): ResolvedRow {
  if ('isOmitted' in match) return { ...resolved, isOmitted: true }
  if ('error' in match) {
    const { error: mensaje, unknown } = match
    return { ...resolved, errors: [...resolved.errors, { campo, mensaje, unknown }] }
  }
  const { record, accepted, created } = match
  const { accepted: before = [], created: createdBefore = [] } = resolved.names ?? {}
  return {
    ...resolved,
    valores: { ...resolved.valores, [column]: record.id },
    nombres: { ...resolved.nombres, [campo]: record.nombre },
    names: {
      accepted: accepted ? [...before, accepted] : before,
      created: created ? [...createdBefore, created] : createdBefore,
    },
  }
}

/** Adds the ids of the records that a row's cells name, or errors. Skips cells that already have an error. */
export function resolveRow(
  row: ImportRow,
  references: readonly CellReference[],
  finders: Map<string, NameFinder>,
): ResolvedRow {
  const empty = Object.fromEntries(references.map(({ column }) => [column, null]))
  let resolved: ResolvedRow = {
    row,
    errors: row.errors,
    valores: { ...row.valores, ...empty },
    nombres: {},
  }
  for (const reference of references) {
    const texto = row.parsed[reference.campo]
    const match = texto == null ? undefined : finders.get(reference.campo)?.(String(texto))
    if (match) resolved = withMatch(resolved, reference, match)
  }
  return resolved
}
