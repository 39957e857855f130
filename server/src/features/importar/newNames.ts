import { fromKeys } from '@flota/contract/core/keys.ts'
import { fieldErrors } from '@flota/contract/core/validation.ts'
import { catalogueEndpointGroups } from '@flota/contract/endpoints.ts'
import { catalogues } from '@flota/contract/records/catalogues.ts'
import type { AnyCatalogue } from '@flota/contract/records/definition.ts'
import type { NamedCatalogue } from '../../platform/db/nameKeys.ts'
import { searchText } from '../../platform/db/search.ts'
import { type Db, many, raw, sql } from '../../platform/db/sql.ts'
import { inChunks, writeBatchSize } from './batches.ts'
import { recordset, writtenColumns } from './columns.ts'
import type { FieldValues, NewName, RowDecision } from './importRow.ts'

/** Splits a name after its first word, a plate not at all. */
function nameParts(tabla: NamedCatalogue, texto: string): Record<string, string> {
  if (tabla === 'camiones') return { placa: texto }
  const [nombre = '', ...rest] = texto.split(/\s+/)
  return rest.length === 0 ? { nombre } : { nombre, apellido: rest.join(' ') }
}

/** Valid values of the fields that the sheet does not know, so that only the name is validated. */
const placeholders = { text: 'x', date: '2000-01-01' }

/** Returns a new record with this name alone, or the error of POST for it. */
export function newNameOf(tabla: NamedCatalogue, texto: string, nextId: () => number): NewName | string {
  const { fields, searchBy }: AnyCatalogue = catalogues[tabla]
  const parts = nameParts(tabla, texto)
  const isPerson = tabla === 'choferes' || tabla === 'ayudantes'
  if (isPerson && !parts.apellido) return 'Escribe nombre y apellido.'
  const body = fromKeys(Object.keys(fields), (name) => placeholders[fields[name]?.type ?? 'text'])
  const { error } = catalogueEndpointGroups[tabla].create.body.safeParse({ ...body, ...parts })
  if (error) return Object.values(fieldErrors(error))[0] ?? ''
  const valores: FieldValues = {
    ...fromKeys(Object.keys(fields), (name) => (fields[name]?.required ? '' : null)),
    ...parts,
  }
  return {
    tabla,
    id: nextId(),
    nombre: Object.values(parts).join(' '),
    valores: { ...valores, busqueda: searchText(searchBy.map((name) => valores[String(name)])) },
  }
}

/** Returns the new records that the rows to store name. */
export const newNamesOf = (decisions: readonly RowDecision[]): NewName[] => [
  ...new Set(
    decisions.filter(({ accion }) => accion === 'nueva').flatMap(({ names }) => names?.created ?? []),
  ),
]

export function countByTable(created: readonly NewName[]): Partial<Record<NamedCatalogue, number>> {
  const byTable = Map.groupBy(created, ({ tabla }) => tabla)
  return Object.fromEntries([...byTable].map(([tabla, all]) => [tabla, all.length]))
}

/** Inserts new records and registers them in the import. @returns their ids by the temporary ones */
export async function storeNewNames(
  tx: Db,
  importacion: number,
  created: readonly NewName[],
): Promise<Map<number, number>> {
  const ids = new Map<number, number>()
  for (const [tabla, all] of Map.groupBy(created, (each) => each.tabla)) {
    const columns = raw(writtenColumns(tabla).join(', '))
    for (const part of inChunks(all, writeBatchSize)) {
      const rows = await many<{ id: number; busqueda: string }>(
        tx,
        sql`with nuevas as (
            insert into ${raw(tabla)} (${columns})
            select ${columns} from ${recordset(
              tabla,
              part.map(({ valores }) => valores),
            )}
            returning id, version, busqueda),
          registros as (
            insert into importaciones_creados (importacion_id, tipo, registro_id, version)
            select ${importacion}, ${tabla}, id, version from nuevas)
          select id, busqueda from nuevas`,
      )
      const idByText = new Map(rows.map(({ id, busqueda }) => [busqueda, id]))
      for (const { id, valores } of part) ids.set(id, idByText.get(String(valores.busqueda)) ?? 0)
    }
  }
  return ids
}

/** Replaces the temporary ids of new records. */
export const withRealIds = (
  decisions: readonly RowDecision[],
  ids: ReadonlyMap<number, number>,
): readonly RowDecision[] =>
  ids.size === 0
    ? decisions
    : decisions.map((decision) => ({ ...decision, valores: replaceIds(decision.valores, ids) }))

const replaceIds = (valores: FieldValues, ids: ReadonlyMap<number, number>): FieldValues =>
  Object.fromEntries(
    Object.entries(valores).map(([name, value]) => [
      name,
      name.endsWith('_id') && typeof value === 'number' ? (ids.get(value) ?? value) : value,
    ]),
  )
