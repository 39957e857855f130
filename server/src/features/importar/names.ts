import { sentences } from '@flota/contract/core/sentences.ts'
import type { NameChoice, NameChoices } from '@flota/contract/imports/nombres.ts'
import { registros } from '@flota/contract/records/registros.ts'
import type { NewAlias } from '../../platform/db/aliases.ts'
import {
  exactRecord,
  findByAliases,
  findByIds,
  findByKeys,
  type KeyedRecord,
  keyOfName,
  type NamedRecord,
  type NamedTable,
} from '../../platform/db/nameKeys.ts'
import type { Db } from '../../platform/db/sql.ts'
import { readInChunks } from './batches.ts'
import type { NewName, RowDecision, UnknownName } from './importRow.ts'
import { newNameOf } from './newNames.ts'

export type NameMatch =
  | { record: NamedRecord; accepted?: NewAlias; created?: NewName }
  | { isOmitted: true }
  | { error: string; unknown: UnknownName }

const notFoundMessages: Record<NamedTable, string> = {
  clientes: sentences.unknownCliente,
  camiones: sentences.unknownCamion,
  choferes: sentences.unknownChofer,
  ayudantes: sentences.unknownAyudante,
  documento_tipos: registros.documento_tipos.notFound,
}
const pluralNames: Partial<Record<NamedTable, string>> = {
  clientes: 'clientes',
  choferes: 'pilotos',
  ayudantes: 'ayudantes',
}
export const ambiguousText = (tabla: NamedTable): string | undefined =>
  pluralNames[tabla] && `Hay varios ${pluralNames[tabla]} con ese nombre.`

/** Returns the user's choices of some fields by the key of their values. */
export function choicesByKey(
  tabla: NamedTable,
  nombres: NameChoices,
  campos: readonly string[],
): Map<string, NameChoice> {
  const choices = campos.flatMap((campo) => [...(nombres.get(campo) ?? [])])
  return new Map(choices.reverse().map(([valor, choice]) => [keyOfName(tabla, valor), choice]))
}

/** Maximum of PostgreSQL's integer: a higher id is no record's. */
const maxId = 2 ** 31 - 1

/** Records of a table by the key of their names and of their aliases, and the records that the user chose. */
export interface NameIndex {
  choices: ReadonlyMap<string, NameChoice>
  chosen: ReadonlyMap<number, NamedRecord>
  own: ReadonlyMap<string, NamedRecord[]>
  aliases: ReadonlyMap<string, NamedRecord>
}

/** Loads the records that these keys and the user's choices mean. */
export async function loadNames(
  db: Db,
  tabla: NamedTable,
  keys: Iterable<string>,
  choices: ReadonlyMap<string, NameChoice>,
): Promise<NameIndex> {
  const all = [...new Set(keys)].filter(Boolean)
  const own = Map.groupBy(await readInChunks(all, (part) => findByKeys(db, tabla, part)), (r) => r.clave)
  const ids = [...choices.values()].flatMap((choice) =>
    typeof choice === 'number' && choice <= maxId ? [choice] : [],
  )
  const chosen = await readInChunks(ids, (part) => findByIds(db, tabla, part))
  const unnamed = all.filter((key) => own.get(key)?.length !== 1)
  const aliases = await readInChunks(unnamed, (part) => findByAliases(db, tabla, part))
  return {
    choices,
    chosen: new Map(chosen.map((record) => [record.id, record])),
    own,
    aliases: new Map(aliases.map((record) => [record.clave, record])),
  }
}

/** Returns the record that the user chose for this name. */
export function chosenRecord(
  tabla: NamedTable,
  { choices, chosen, own }: NameIndex,
  texto: string,
): { record: NamedRecord; accepted?: NewAlias } | undefined {
  const clave = keyOfName(tabla, texto)
  const choice = choices.get(clave)
  const record = typeof choice === 'number' ? chosen.get(choice) : undefined
  if (!record) return undefined
  // A name that one record has would go before the alias.
  return own.get(clave)?.length === 1
    ? { record }
    : { record, accepted: { tabla, clave, texto, id: record.id } }
}

/** Returns what a name means: the user's choice, else the only record of that name, else the one with that alias. */
export type NameFinder = (texto: string) => NameMatch

/** @param extraNames records that the table has under other names */
export async function createNameFinder(
  db: Db,
  tabla: NamedTable,
  textos: readonly string[],
  choices: ReadonlyMap<string, NameChoice>,
  nextId: () => number,
  extraNames: readonly KeyedRecord[] = [],
): Promise<NameFinder> {
  const keys = textos.map((texto) => keyOfName(tabla, texto))
  const loaded = await loadNames(db, tabla, keys, choices)
  // A name of the table goes first.
  const extra = extraNames.map((record): [string, NamedRecord[]] => [record.clave, [record]])
  const index = { ...loaded, own: new Map([...extra, ...loaded.own]) }
  const matches = new Map<string, NameMatch>()
  return (texto) => {
    const known = matches.get(texto)
    if (known) return known
    const match = findName(tabla, index, texto, nextId, matches)
    matches.set(texto, match)
    return match
  }
}

function findName(
  tabla: NamedTable,
  index: NameIndex,
  texto: string,
  nextId: () => number,
  created: Map<string, NameMatch>,
): NameMatch {
  const clave = keyOfName(tabla, texto)
  const choice = index.choices.get(clave)
  if (choice === 'omitir') return { isOmitted: true }
  const chosen = chosenRecord(tabla, index, texto)
  if (chosen) return chosen
  const named = index.own.get(clave) ?? []
  const record = onlyRecord(named, texto) ?? (choice === 'crear' ? undefined : index.aliases.get(clave))
  if (record) return { record }
  const unknown = { tabla, several: named }
  const isNew = choice === 'crear' && (named.length === 0 || tabla !== 'camiones')
  if (!isNew || tabla === 'documento_tipos') {
    const isAmbiguous = named.length > 1
    return { error: (isAmbiguous && ambiguousText(tabla)) || notFoundMessages[tabla], unknown }
  }
  // Spellings that compare as the same make one record.
  const key = `\n${clave}`
  const match = created.get(key) ?? newMatch(tabla, texto, nextId, unknown)
  created.set(key, match)
  return match
}

/** Returns the only record, or of several the one that is written exactly so. */
export const onlyRecord = (named: readonly NamedRecord[], texto: string): NamedRecord | undefined =>
  named.length <= 1 ? named[0] : exactRecord(named, texto)

function newMatch(
  tabla: Exclude<NamedTable, 'documento_tipos'>,
  texto: string,
  nextId: () => number,
  unknown: UnknownName,
): NameMatch {
  const created = newNameOf(tabla, texto, nextId)
  return typeof created === 'string'
    ? { error: created, unknown }
    : { record: { id: created.id, nombre: created.nombre }, created }
}

/** Returns the names that the rows accept, the first one of each key. */
export const acceptedNamesOf = (decisions: readonly RowDecision[]): NewAlias[] => {
  const all = decisions.flatMap(({ names }) => names?.accepted ?? []).reverse()
  return [...new Map(all.map((each) => [`${each.tabla}\n${each.clave}`, each])).values()]
}
