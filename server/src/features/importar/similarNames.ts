import type { Desconocido, VistaPrevia } from '@flota/contract/imports/importar.ts'
import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { type CandidatoMotivo, importLimits } from '@flota/contract/imports/importarWords.ts'
import { type NameChoices, namedCampos } from '@flota/contract/imports/nombres.ts'
import { personKey } from '@flota/contract/records/comparison.ts'
import { keyOfName, type NamedRecord, type NamedTable } from '../../platform/db/nameKeys.ts'
import { type Db, many, raw, sql } from '../../platform/db/sql.ts'
import { cooperativeYield } from './batches.ts'
import type { RowDecision, UnknownName } from './importRow.ts'
import { choicesByKey } from './names.ts'
import { isPersonaTable, type PersonaTable } from './references.ts'

/** Persons that are compared with unknown names. */
const maxComparedPersons = 50_000

interface PersonWords extends NamedRecord {
  words: ReadonlySet<string>
  /** Words of the given name and of the surname. */
  nombres: ReadonlySet<string>
  apellidos: ReadonlySet<string>
}

const wordsOf = (tabla: NamedTable, text: string) => keyOfName(tabla, text).split(' ').filter(Boolean)

/** Finds the person that a shorter name means: its words are a part of exactly one person's. */
type FindLongerName = (nombre: string) => NamedRecord | undefined

async function loadLongerNames(db: Db, tabla: PersonaTable): Promise<FindLongerName> {
  const persons = await many<NamedRecord & { apellido: string | null }>(
    db,
    sql`select id, nombre, apellido from ${raw(tabla)} where eliminado_en is null
      order by id desc limit ${maxComparedPersons}`,
  )
  const personsByWord = new Map<string, PersonWords[]>()
  const yieldIfDue = cooperativeYield()
  for (const { id, nombre, apellido } of persons) {
    const fullName = `${nombre} ${apellido ?? ''}`.trim()
    const person: PersonWords = {
      id,
      nombre: fullName,
      words: new Set(wordsOf(tabla, fullName)),
      nombres: new Set(wordsOf(tabla, nombre)),
      apellidos: new Set(wordsOf(tabla, apellido ?? '')),
    }
    for (const word of person.words) {
      const others = personsByWord.get(word)
      if (others) others.push(person)
      else personsByWord.set(word, [person])
    }
    await yieldIfDue()
  }
  return (nombre) => {
    const words = wordsOf(tabla, nombre)
    const [rarest = []] = words
      .map((word) => personsByWord.get(word) ?? [])
      .toSorted((a, b) => a.length - b.length)
    const longer = rarest.filter((person) => words.every((word) => person.words.has(word)))
    const [only] = longer
    const isLonger =
      longer.length === 1 &&
      only !== undefined &&
      words.length < only.words.size &&
      words.some((word) => only.nombres.has(word)) &&
      words.some((word) => only.apellidos.has(word))
    return isLonger ? { id: only.id, nombre: only.nombre } : undefined
  }
}

function motiveOf(tabla: NamedTable, valor: string, nombre: string): CandidatoMotivo {
  if (tabla === 'camiones') return 'parecido'
  return personKey(valor) === personKey(nombre) ? 'mismas palabras' : 'sin S.A.'
}

interface UnknownGroup extends UnknownName {
  campo: string
  valor: string
  filas: number
}

/** Groups the unknown names of the rows, most rows first. */
function groupUnknownNames(decisions: readonly RowDecision[]): UnknownGroup[] {
  const groups = new Map<string, UnknownGroup>()
  for (const { row, errors } of decisions)
    for (const { campo, unknown } of errors) {
      if (!unknown) continue
      const valor = String(row.parsed[campo])
      const key = `${campo}\n${keyOfName(unknown.tabla, valor) || valor}`
      const group = groups.get(key)
      if (group) group.filas += 1
      else groups.set(key, { ...unknown, campo, valor, filas: 1 })
    }
  return [...groups.values()].toSorted((a, b) => b.filas - a.filas).slice(0, importLimits.maxListedNames)
}

/** Returns the names that no record has, or several, with the records that they may mean. */
export async function listUnknownNames(db: Db, decisions: readonly RowDecision[]): Promise<Desconocido[]> {
  const groups = groupUnknownNames(decisions)
  const finders = new Map<NamedTable, FindLongerName>()
  for (const { tabla, several } of groups)
    if (several.length === 0 && isPersonaTable(tabla) && !finders.has(tabla))
      finders.set(tabla, await loadLongerNames(db, tabla))
  return groups.map(({ tabla, several, campo, valor, filas }) => {
    const longer = several.length === 0 ? finders.get(tabla)?.(valor) : undefined
    const candidatos = several.map(({ id, nombre }) => ({ id, nombre, por: motiveOf(tabla, valor, nombre) }))
    return {
      campo,
      valor,
      filas,
      candidatos: longer
        ? [{ ...longer, por: 'un nombre menos' }]
        : candidatos.slice(0, importLimits.maxCandidates),
    }
  })
}

/** Returns the new persons whose name is a part of exactly one existing person's. */
export async function listSimilarPersons(
  db: Db,
  tipo: ImportTipo,
  decisions: readonly RowDecision[],
  nombres: NameChoices,
): Promise<VistaPrevia['parecidos']> {
  if (!isPersonaTable(tipo)) return []
  const findLonger = await loadLongerNames(db, tipo)
  const choices = choicesByKey(tipo, nombres, namedCampos[tipo])
  const yieldIfDue = cooperativeYield()
  const similar: VistaPrevia['parecidos'] = []
  for (const { accion, row, valores } of decisions) {
    if (similar.length === importLimits.maxListedNames) break
    const valor = `${valores.nombre} ${valores.apellido ?? ''}`.trim()
    const found = accion === 'nueva' && !choices.has(keyOfName(tipo, valor)) ? findLonger(valor) : undefined
    if (found) similar.push({ fila: row.fila, valor, ...found })
    await yieldIfDue()
  }
  return similar
}
