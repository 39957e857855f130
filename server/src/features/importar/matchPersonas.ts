import type { ImportarQuery } from '@flota/contract/importar.ts'
import { normalize } from '../../platform/db/search.ts'
import { type Db, many, raw, sql } from '../../platform/db/sql.ts'
import { selectedFields } from './columns.ts'
import {
  addRow,
  decideMatched,
  FirstRows,
  hasErrors,
  importedFields,
  type MatchedRecord,
  type RowPreview,
  rejectRepeated,
  rejectRow,
} from './decideAction.ts'
import type { ExistingRecord, FieldValues, ImportRow, RowDecision } from './importRow.ts'
import { findPersonas, type PersonaTable } from './lookups.ts'
import { ambiguousText } from './resolveReferences.ts'
import { cooperativeYield, inChunks } from './yieldToEventLoop.ts'

const singular: Record<PersonaTable, string> = {
  choferes: 'piloto',
  ayudantes: 'ayudante',
  clientes: 'cliente',
}

const nameOf = ({ nombre, apellido }: FieldValues) => normalize(`${nombre} ${apellido}`)
const digitsOf = ({ telefono }: FieldValues) => String(telefono ?? '').replace(/\D/g, '')

async function findExisting(
  db: Db,
  tabla: PersonaTable,
  nombres: string[],
): Promise<Map<string, ExistingRecord[]>> {
  const found = await findPersonas(db, tabla, nombres)
  const ids = [...found.values()].flat().map(({ id }) => id)
  const rows = new Map<number, ExistingRecord>()
  for (const part of inChunks(ids, 5000)) {
    const some = await many<Record<string, string | null> & { id: number; version: number }>(
      db,
      sql`select id, version, ${selectedFields(tabla)} from ${raw(tabla)} where id = any(${part}::int[])`,
    )
    for (const { id, version, ...valores } of some) rows.set(id, { id, version, valores })
  }
  return new Map([...found].map(([clave, all]) => [clave, all.flatMap(({ id }) => rows.get(id) ?? [])]))
}

/** Pilots, helpers, clients: the same by name, and by telephone where one name is several people's. */
export async function matchPersonas(
  db: Db,
  tabla: PersonaTable,
  filas: readonly ImportRow[],
  modo: ImportarQuery['duplicados'],
): Promise<RowDecision[]> {
  const vistas = filas.map((fila): RowPreview => ({ fila, errors: fila.errors, valores: fila.valores }))
  const compared = vistas.filter((vista) => !hasErrors(vista))
  const there = await findExisting(
    db,
    tabla,
    compared.map(({ valores }) => nameOf(valores)),
  )
  const times = new Map<string, number>()
  for (const { valores } of compared) times.set(nameOf(valores), (times.get(nameOf(valores)) ?? 0) + 1)
  const brought = importedFields(filas)
  const firsts = new FirstRows()
  const breathe = cooperativeYield()
  const juicios: RowDecision[] = []
  for (const vista of vistas) {
    await breathe()
    if (hasErrors(vista)) {
      juicios.push(rejectRow(vista))
      continue
    }
    const name = nameOf(vista.valores)
    const others = there.get(name) ?? []
    const isAmbiguous = others.length > 1 || (times.get(name) ?? 0) > 1
    const first = firsts.claim(isAmbiguous ? `${name}\n${digitsOf(vista.valores)}` : name, vista.fila.fila)
    if (first !== undefined) juicios.push(rejectRepeated(vista, first))
    else juicios.push(decideAmong(vista, others, { tabla, isAmbiguous, importedFields: brought, modo }))
  }
  return juicios
}

interface PersonaMatching {
  tabla: PersonaTable
  /** The name alone does not tell who it is. */
  isAmbiguous: boolean
  importedFields: string[]
  modo: ImportarQuery['duplicados']
}

function decideAmong(
  vista: RowPreview,
  others: readonly ExistingRecord[],
  { tabla, isAmbiguous, importedFields: brought, modo }: PersonaMatching,
): RowDecision {
  const digits = digitsOf(vista.valores)
  const fitting = isAmbiguous ? others.filter(({ valores }) => digitsOf(valores) === digits) : others
  const [one, second] = fitting
  if (others.length > 1 && (!one || second)) return rejectRow(vista, ambiguousText(tabla))
  if (!one) return addRow(vista)
  const found = ['nombre', 'apellido', 'nombre_completo', ...(isAmbiguous ? ['telefono'] : [])]
  const igual: MatchedRecord = {
    registro: one,
    message: `Ya existe un ${singular[tabla]} con ese nombre.`,
    writtenFields: brought.filter((campo) => !found.includes(campo)),
  }
  return decideMatched(vista, igual, modo)
}
