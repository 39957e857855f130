import { catalogues } from '@flota/contract/records/catalogues.ts'
import {
  findWrongCounts,
  findWrongDocumentos,
  repairCounts,
  repairDocumento,
} from '../domain/documents/checkDocuments.ts'
import { findWrongRutas, repairRuta } from '../domain/trips/searchText.ts'
import { findTotalDifferences, repairTotals, type TotalDifference } from '../domain/trips/totals.ts'
import { mantenimientoSearch } from '../features/mantenimientos/queries.ts'
import { usuarioSearch } from '../features/usuarios/queries.ts'
import { searchText } from '../platform/db/search.ts'
import { type Db, many, raw, run, sql } from '../platform/db/sql.ts'

/** Fields of each table's search text. domain/trips has those of rutas. */
const searchedFields: [table: string, fields: readonly string[]][] = [
  ...Object.values(catalogues).map(({ name, searchBy }): [string, string[]] => [name, searchBy.map(String)]),
  ['usuarios', usuarioSearch],
  ['mantenimientos', mantenimientoSearch],
]

interface WrongText {
  table: string
  id: number
  repair: (tx: Db) => Promise<number>
}

/** Yields wrong search texts; people before trips, because a trip's text has their names. */
async function* findWrongSearchTexts(db: Db): AsyncGenerator<WrongText> {
  for (const [table, fields] of searchedFields) {
    const rows = await many<Record<string, unknown> & { id: number; busqueda: string }>(
      db,
      sql`select id, busqueda, ${raw(fields.join(', '))} from ${raw(table)} order by id`,
    )
    for (const row of rows) {
      const busqueda = searchText(fields.map((field) => row[field]))
      if (row.busqueda === busqueda) continue
      const repair = (tx: Db) =>
        run(tx, sql`update ${raw(table)} set busqueda = ${busqueda} where id = ${row.id}`)
      yield { table, id: row.id, repair }
    }
  }
  for await (const ruta of findWrongRutas(db)) {
    yield { table: 'rutas', id: ruta.id, repair: (tx) => repairRuta(tx, ruta) }
  }
  for (const id of await findWrongDocumentos(db)) {
    yield { table: 'documentos', id, repair: (tx) => repairDocumento(tx, id) }
  }
}

export async function isConsistent(db: Db): Promise<boolean> {
  for await (const _ of findWrongSearchTexts(db)) return false
  return (await findTotalDifferences(db)).length === 0 && (await findWrongCounts(db)).length === 0
}

/** Locks the tables against writes but not reads. */
export async function blockWriters(tx: Db): Promise<void> {
  const tables = [
    ...searchedFields.map(([table]) => table),
    'rutas',
    'tarifas',
    'documento_tipos',
    'documentos',
  ]
  await run(tx, raw('set local statement_timeout = 0'))
  await run(tx, raw(`lock table ${tables.join(', ')} in share row exclusive mode`))
}

/** Repairs derived data; requires blockWriters. @returns lines for the operator */
export async function repairData(tx: Db): Promise<string[]> {
  const texts = new Map<string, number[]>()
  for await (const { table, id, repair } of findWrongSearchTexts(tx)) {
    await repair(tx)
    texts.set(table, [...(texts.get(table) ?? []), id])
  }
  const totals = await findTotalDifferences(tx)
  if (totals.length > 0) await repairTotals(tx)
  const counts = await findWrongCounts(tx)
  if (counts.length > 0) await repairCounts(tx)
  return [...[...texts].map(searchTextsLine), ...[...totals, ...counts].map(totalLine)]
}

const maxListedIds = 20

const searchTextsLine = ([table, ids]: [string, number[]]) => {
  const list = ids.slice(0, maxListedIds).join(', ') + (ids.length > maxListedIds ? '…' : '')
  return `Corregido lo que se busca de ${table}: ${ids.length} (id ${list})`
}

const formatTotal = (side: TotalDifference['stored']) =>
  side ? `${side.n}${side.suma === null ? '' : ` (Q${side.suma.toFixed(2)})`}` : 'nada'

const totalLine = ({ total, stored, counted }: TotalDifference) =>
  `Corregido el total de ${total}: decía ${formatTotal(stored)}, son ${formatTotal(counted)}`
