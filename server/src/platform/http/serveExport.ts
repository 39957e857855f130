import { todayIn } from '@flota/contract/dates.ts'
import type { ExportLine, ListExport } from '@flota/contract/listExport.ts'
import type { Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { Now } from '../clock.ts'
import { note } from '../db/auditEvent.ts'
import { batchesOf } from '../db/cursor.ts'
import type { ChooseDb } from '../db/replica.ts'
import { type Db, one, sql } from '../db/sql.ts'
import type { Env } from '../env.ts'
import type { ExportTurns } from '../limits/exportQueue.ts'
import { invalid } from './errors.ts'
import { begun } from './primeIterator.ts'
import { type App, serveRaw } from './serve.ts'
import { type Chunks, sendStream } from './stream.ts'

export interface ExportPlace {
  reader: ChooseDb
  clock: { env: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA'>; now: Now }
  exports: Pick<ExportTurns, 'long'>
}

/** What is exported: `from … where …` to count it, and the whole statement in the list's order. */
export interface Exported {
  /** Absent where there can't be too many. */
  from?: Sql
  rows: Sql
}

export interface ExportKind<Query, Row> {
  /** As the log has it. */
  tipo: string
  /** What the file is called before its day; by default `tipo`. */
  name?: string
  title: string
  /** @throws {HttpError} 400 */
  find: (query: Query, hoy: string) => Exported
  /** The wrong field of what has more than 100,000 rows, and what to do about it. */
  tooMany?: Readonly<Record<string, string>>
  /** The file, of rows that come in batches. */
  write: (
    batches: AsyncIterable<Row[]>,
    about: { title: string; creator: string; created: string },
    hoy: string,
    query: Query,
  ) => Chunks
}

const mostRows = 100_000
const chooseLess = { buscar: 'Son más de 100,000 filas: elige menos.' }

const areTooMany = async (db: Db, from: Sql): Promise<boolean> => {
  const counted = sql`select count(*) as n from (select ${from} limit ${mostRows + 1}) contadas`
  return ((await one<{ n: number }>(db, counted))?.n ?? 0) > mostRows
}

/** A list as a file: every row that matches, in the list's order, told in the log before its first byte. */
export function serveExport<Q extends z.ZodType, Row>(
  app: App,
  endpoint: ListExport<Q, ExportLine>,
  { reader, clock: { env, now }, exports: { long } }: ExportPlace,
  { tipo, name = tipo, title, find, tooMany = chooseLess, write }: ExportKind<z.output<Q>, Row>,
): void {
  serveRaw(app, endpoint, async ({ query, session, db: own, admitAgain, reply }) => {
    const hoy = todayIn(env.TZ_EMPRESA, now())
    const { from, rows } = find(query, hoy)
    if (from && (await areTooMany(await reader(), from))) throw invalid(tooMany)
    const nombre = `${name}_${hoy}.xlsx`
    const about = { title, creator: env.EMPRESA_NOMBRE, created: now().toISOString() }
    async function* read() {
      await admitAgain()
      await own.transaction((tx) => note(tx, 'exportar', tipo, nombre))
      yield* (await reader()).snapshot(async function* (tx) {
        yield* write(await begun(batchesOf<Row>(tx, rows)), about, hoy, query)
      })
    }
    const headers = {
      'Content-Type': endpoint.media[0] ?? '',
      'Content-Disposition': `attachment; filename="${nombre}"`,
    }
    return sendStream(reply, headers, (gone) => long(gone, session, read))
  })
}
