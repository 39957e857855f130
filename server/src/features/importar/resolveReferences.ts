import { sentences } from '@flota/contract/sentences.ts'
import { normalize } from '../../platform/db/search.ts'
import type { Db } from '../../platform/db/sql.ts'
import type { CellError, FieldValue, FieldValues, ImportRow } from './importRow.ts'
import { findPersonas, findPlacas, type NamedRecord, type PersonaTable } from './lookups.ts'

/** What a cell names: the column of a trip or a price that it becomes, and among whom it is looked for. */
export interface CellReference {
  campo: string
  column: string
  tabla: PersonaTable | 'camiones'
}

export const tarifaReferences: readonly CellReference[] = [
  { campo: 'cliente', column: 'cliente_id', tabla: 'clientes' },
]
export const rutaReferences: readonly CellReference[] = [
  ...tarifaReferences,
  { campo: 'placa', column: 'camion_id', tabla: 'camiones' },
  { campo: 'piloto', column: 'chofer_id', tabla: 'choferes' },
  { campo: 'ayudante', column: 'ayudante_id', tabla: 'ayudantes' },
]

const unknown: Record<CellReference['tabla'], string> = {
  clientes: sentences.unknownCliente,
  camiones: sentences.unknownCamion,
  choferes: sentences.unknownChofer,
  ayudantes: sentences.unknownAyudante,
}
const pluralNames: Record<PersonaTable, string> = {
  clientes: 'clientes',
  choferes: 'pilotos',
  ayudantes: 'ayudantes',
}
export const ambiguousText = (tabla: PersonaTable) => `Hay varios ${pluralNames[tabla]} con ese nombre.`

export type ReferenceFinder = (texto: string) => NamedRecord | string

async function createFinder(
  db: Db,
  tabla: CellReference['tabla'],
  textos: string[],
): Promise<ReferenceFinder> {
  if (tabla === 'camiones') {
    const placas = await findPlacas(db, textos)
    return (texto) => {
      const { id = null, nombre = null } = placas.get(texto) ?? {}
      return id === null || nombre === null ? unknown.camiones : { id, nombre }
    }
  }
  const personas = await findPersonas(db, tabla, textos)
  return (texto) => {
    const [first, second] = personas.get(normalize(texto)) ?? []
    if (second) return ambiguousText(tabla)
    return first ?? unknown[tabla]
  }
}

const textsOf = (filas: readonly ImportRow[], campo: string) =>
  filas.map(({ parsed }) => parsed[campo]).filter((each) => typeof each === 'string')

/** How each of these is found by what the rows call it. */
export async function createFinders(
  db: Db,
  filas: readonly ImportRow[],
  references: readonly CellReference[],
): Promise<Map<string, ReferenceFinder>> {
  const all = new Map<string, ReferenceFinder>()
  for (const { campo, tabla } of references)
    all.set(campo, await createFinder(db, tabla, textsOf(filas, campo)))
  return all
}

/** A row with what its cells name. */
export interface ResolvedRow {
  fila: ImportRow
  errors: CellError[]
  ids: Record<string, number | null>
  nombres: Record<string, string>
}

/** Whom its cells name; a cell that is wrong by itself is not looked at again. */
export function resolveRow(
  fila: ImportRow,
  references: readonly CellReference[],
  finders: Map<string, ReferenceFinder>,
): ResolvedRow {
  const told: ResolvedRow = { fila, errors: [...fila.errors], ids: {}, nombres: {} }
  for (const { campo, column } of references) {
    const texto: FieldValue | undefined = fila.parsed[campo]
    if (texto == null) {
      told.ids[column] = null
      continue
    }
    const found = finders.get(campo)?.(String(texto)) ?? ''
    if (typeof found === 'string') told.errors.push({ campo, mensaje: found })
    else {
      told.ids[column] = found.id
      told.nombres[campo] = found.nombre
    }
  }
  return told
}

export const withIds = ({ fila, ids }: ResolvedRow): FieldValues => ({ ...fila.valores, ...ids })
