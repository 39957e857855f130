import type { ExportLine, ListExport } from '@flota/contract/core/listExport.ts'
import type { Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { companyToday, type Now } from '../clock.ts'
import { writeAuditEvent } from '../db/auditEvent.ts'
import { findCompanyName } from '../db/companyName.ts'
import type { ChooseDb } from '../db/replica.ts'
import { type Db, readBatches, scalar, sql } from '../db/sql.ts'
import type { Env } from '../env.ts'
import { invalid } from '../errors.ts'
import type { ExportQueue } from '../limits/exportQueue.ts'
import { type App, serveRaw } from './serve.ts'
import { type Chunks, primeIterator, sendStream } from './stream.ts'

export interface ExportContext {
  chooseDb: ChooseDb
  clock: { env: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA'>; now: Now }
  exports: Pick<ExportQueue, 'runRowExport'>
}

/** Statements of an export: `from … where …` to count, and all rows in the list's order. */
export interface ExportQuery {
  /** Absent if the list can't exceed the limit. */
  from?: Sql
  rows: Sql
}

export interface ExportOptions<Query, Row> {
  /** `tipo` of the entry in bitacora. */
  tipo: string
  /** File name before the date; by default `tipo`. */
  name?: string
  title: string
  /** Date in the file name; by default today. */
  fileDate?: (query: Query) => string | undefined
  /** @throws {HttpError} 400 */
  find: (query: Query, hoy: string, db: Db) => ExportQuery | Promise<ExportQuery>
  /** Error fields for more than 100,000 rows. */
  tooMany?: Readonly<Record<string, string>>
  /** Yields the file from batches of rows. */
  write: (
    batches: AsyncIterable<Row[]>,
    about: { title: string; creator: string; created: string },
    hoy: string,
    query: Query,
  ) => Chunks
}

const maxExportRows = 100_000
const tooManyRowsError = { buscar: 'Son más de 100,000 filas: elige menos.' }

const exceedsExportLimit = async (db: Db, from: Sql): Promise<boolean> => {
  const counted = sql`select count(*) from (select ${from} limit ${maxExportRows + 1}) contadas`
  return ((await scalar<number>(db, counted)) ?? 0) > maxExportRows
}

/** Serves all matching rows of a list as a workbook. Logs the export in bitacora before its first byte. */
export function serveExport<Q extends z.ZodType, Row>(
  app: App,
  endpoint: ListExport<Q, ExportLine>,
  { chooseDb, clock, exports: { runRowExport } }: ExportContext,
  {
    tipo,
    name = tipo,
    title,
    fileDate,
    find,
    tooMany = tooManyRowsError,
    write,
  }: ExportOptions<z.output<Q>, Row>,
): void {
  serveRaw(app, endpoint, async ({ query, db: writer, revalidate, request, reply }) => {
    const hoy = companyToday(clock)
    const { from, rows } = await find(query, hoy, await chooseDb())
    if (from && (await exceedsExportLimit(await chooseDb(), from))) throw invalid(tooMany)
    const nombre = `${name}_${fileDate?.(query) ?? hoy}.xlsx`
    const about = {
      title,
      creator: await findCompanyName(await chooseDb(), clock.env),
      created: clock.now().toISOString(),
    }
    async function* read() {
      await revalidate()
      await writer.transaction((tx) => writeAuditEvent(tx, 'exportar', tipo, nombre))
      yield* (await chooseDb()).snapshot(async function* (tx) {
        yield* write(await primeIterator(readBatches<Row>(tx, rows)), about, hoy, query)
      })
    }
    const headers = {
      'Content-Type': endpoint.mediaTypes[0] ?? '',
      'Content-Disposition': `attachment; filename="${nombre}"`,
    }
    return sendStream(reply, headers, (signal) => runRowExport(signal, request, read))
  })
}
