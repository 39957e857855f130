import { catalogues } from '@flota/contract/catalogues.ts'
import {
  checkCounts,
  mendCounts,
  mendDocumento,
  wrongDocumentos,
} from '../domain/documents/checkDocuments.ts'
import { mendRuta, wrongRutas } from '../domain/trips/checkSearchText.ts'
import { checkTotals, type Difference, mendTotals } from '../domain/trips/totals.ts'
import { mantenimientoSearch } from '../features/mantenimientos/queries.ts'
import { usuarioSearch } from '../features/usuarios/queries.ts'
import { searchText } from '../platform/db/search.ts'
import { type Db, many, raw, run, sql } from '../platform/db/sql.ts'

// What is kept beside the records, so that a search or a report need not read them all, and what it is kept of.

/** Which fields a table's search text is made of; that of routes stands in viajes/. */
const searched: [table: string, fields: readonly string[]][] = [
  ...Object.values(catalogues).map(({ name, searchBy }): [string, string[]] => [name, searchBy.map(String)]),
  ['usuarios', usuarioSearch],
  ['mantenimientos', mantenimientoSearch],
]

interface WrongText {
  table: string
  id: number
  mend: (tx: Db) => Promise<number>
}

/** Every text that is not what its record says. People come before routes, which have their names in their own. */
async function* wrongTexts(db: Db): AsyncGenerator<WrongText> {
  for (const [table, fields] of searched) {
    const rows = await many<Record<string, unknown> & { id: number; busqueda: string }>(
      db,
      sql`select id, busqueda, ${raw(fields.join(', '))} from ${raw(table)} order by id`,
    )
    for (const row of rows) {
      const busqueda = searchText(fields.map((field) => row[field]))
      if (row.busqueda === busqueda) continue
      const mend = (tx: Db) =>
        run(tx, sql`update ${raw(table)} set busqueda = ${busqueda} where id = ${row.id}`)
      yield { table, id: row.id, mend }
    }
  }
  for await (const ruta of wrongRutas(db)) {
    yield { table: 'rutas', id: ruta.id, mend: (tx) => mendRuta(tx, ruta) }
  }
  for (const id of await wrongDocumentos(db)) {
    yield { table: 'documentos', id, mend: (tx) => mendDocumento(tx, id) }
  }
}

/** Whether everything kept is as it should be; people may work meanwhile. */
export async function isSound(db: Db): Promise<boolean> {
  for await (const _ of wrongTexts(db)) return false
  return (await checkTotals(db)).length === 0 && (await checkCounts(db)).length === 0
}

/** Blocks writers of what is being mended; reading goes on. */
export async function holdWriters(tx: Db): Promise<void> {
  const tables = [...searched.map(([table]) => table), 'rutas', 'tarifas', 'documento_tipos', 'documentos']
  await run(tx, raw('set local statement_timeout = 0'))
  await run(tx, raw(`lock table ${tables.join(', ')} in share row exclusive mode`))
}

/** Mends what is not as it should be; nobody else may write. @returns a line for each */
export async function mendData(tx: Db): Promise<string[]> {
  const texts = new Map<string, number[]>()
  for await (const { table, id, mend } of wrongTexts(tx)) {
    await mend(tx)
    texts.set(table, [...(texts.get(table) ?? []), id])
  }
  const totals = await checkTotals(tx)
  if (totals.length > 0) await mendTotals(tx)
  const counts = await checkCounts(tx)
  if (counts.length > 0) await mendCounts(tx)
  return [...[...texts].map(textsLine), ...[...totals, ...counts].map(totalLine)]
}

const most = 20

const textsLine = ([table, ids]: [string, number[]]) => {
  const shown = ids.slice(0, most).join(', ') + (ids.length > most ? '…' : '')
  return `Corregido lo que se busca de ${table}: ${ids.length} (id ${shown})`
}

const figures = (side: Difference['kept']) =>
  side ? `${side.n}${side.suma === null ? '' : ` (Q${side.suma.toFixed(2)})`}` : 'nada'

const totalLine = ({ total, kept, counted }: Difference) =>
  `Corregido el total de ${total}: decía ${figures(kept)}, son ${figures(counted)}`
