import { catalogues } from '@flota/contract/records/catalogues.ts'
import {
  findWrongCounts,
  findWrongDocumentos,
  repairCounts,
  repairDocumento,
} from '../domain/documents/checkDocuments.ts'
import { findWrongFacturas } from '../domain/trips/checkFacturas.ts'
import { findWrongMargenes, repairMargen } from '../domain/trips/margenes.ts'
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

interface WrongValue {
  /** What is wrong, in a line for the operator. */
  subject: string
  id: number
  repair: (tx: Db) => Promise<number>
}

/** Yields wrong search texts and kept values; people before trips, because a trip's text has their names. */
async function* findWrongValues(db: Db): AsyncGenerator<WrongValue> {
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
      yield { subject: `lo que se busca de ${table}`, id: row.id, repair }
    }
  }
  for await (const ruta of findWrongRutas(db)) {
    yield { subject: 'lo que se busca de rutas', id: ruta.id, repair: (tx) => repairRuta(tx, ruta) }
  }
  for (const id of await findWrongDocumentos(db)) {
    yield { subject: 'lo que se busca de documentos', id, repair: (tx) => repairDocumento(tx, id) }
  }
  yield* findWrongFacturas(db)
  for (const { id } of await findWrongMargenes(db)) {
    yield { subject: 'el margen de rutas', id, repair: (tx) => repairMargen(tx, id) }
  }
  const camiones = await many<{ id: number }>(
    db,
    sql`select id from camiones where diferencias_de_camion(id) > 0 order by id`,
  )
  for (const { id } of camiones)
    yield {
      subject: 'lo que se calcula de camiones',
      id,
      repair: (tx) => run(tx, sql`select recalcular_camion(${id})`),
    }
}

export async function isConsistent(db: Db): Promise<boolean> {
  for await (const _ of findWrongValues(db)) return false
  return (await findTotalDifferences(db)).length === 0 && (await findWrongCounts(db)).length === 0
}

/** Locks the tables against writes but not reads. */
export async function blockWriters(tx: Db): Promise<void> {
  const tables = [
    ...searchedFields.map(([table]) => table),
    'rutas',
    'tarifas',
    'movimientos',
    'documento_tipos',
    'documentos',
    'facturas',
    'facturas_rutas',
    'cobros',
    'cobros_aplicaciones',
    'movimientos',
    'lecturas',
    'planes',
    'camiones_ficha',
    'odometros',
  ]
  await run(tx, raw('set local statement_timeout = 0'))
  await run(tx, raw(`lock table ${tables.join(', ')} in share row exclusive mode`))
}

/** Repairs derived data; requires blockWriters. @returns lines for the operator */
export async function repairData(tx: Db): Promise<string[]> {
  const values = new Map<string, number[]>()
  for await (const { subject, id, repair } of findWrongValues(tx)) {
    await repair(tx)
    values.set(subject, [...(values.get(subject) ?? []), id])
  }
  const totals = await findTotalDifferences(tx)
  if (totals.length > 0) await repairTotals(tx)
  const counts = await findWrongCounts(tx)
  if (counts.length > 0) await repairCounts(tx)
  return [...[...values].map(valuesLine), ...[...totals, ...counts].map(totalLine)]
}

const maxListedIds = 20

const valuesLine = ([subject, ids]: [string, number[]]) => {
  const list = ids.slice(0, maxListedIds).join(', ') + (ids.length > maxListedIds ? '…' : '')
  return `Corregido ${subject}: ${ids.length} (id ${list})`
}

const formatTotal = (side: TotalDifference['stored']) =>
  side ? `${side.n}${side.suma === null ? '' : ` (Q${side.suma.toFixed(2)})`}` : 'nada'

const totalLine = ({ total, stored, counted }: TotalDifference) =>
  `Corregido el total de ${total}: decía ${formatTotal(stored)}, son ${formatTotal(counted)}`
