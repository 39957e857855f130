import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { calls } from '@flota/contract/core/calls.ts'
import { todayIn } from '@flota/contract/core/dates.ts'
import { xlsxType } from '@flota/contract/core/endpoint.ts'
import { type Importacion, importaciones, importar, plantillas } from '@flota/contract/imports/importar.ts'
import { importLimits, importTiposOf, importWords } from '@flota/contract/imports/importarWords.ts'
import { type ImportOptions, importOptionsOf, readNombres } from '@flota/contract/imports/importQuery.ts'
import { createsRecords, omitsRecords } from '@flota/contract/imports/nombres.ts'
import type { FastifyRequest } from 'fastify'
import type { Now } from '../../platform/clock.ts'
import { findCompanyName } from '../../platform/db/companyName.ts'
import { findPage } from '../../platform/db/records.ts'
import { type Database, sql } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { HttpError, incompleteRequest, invalid } from '../../platform/errors.ts'
import { idempotencyKeyOf } from '../../platform/http/idempotency.ts'
import { type App, envelope, type Input, respondOnce, serve, serveRaw } from '../../platform/http/serve.ts'
import { sendStream } from '../../platform/http/stream.ts'
import { diskFullError } from '../../platform/limits/freeDiskSpace.ts'
import type { ImportSheet } from './importSheet.ts'
import { prepareSheet } from './prepareSheet.ts'
import { previewImport } from './previewImport.ts'
import { sourcesOfQuery } from './reader/columns.ts'
import { createSheetReader, type ReadSheet } from './reader/sheetReader.ts'
import { findRememberedColumns } from './rememberedColumns.ts'
import { type ImportInput, runImport, withIdempotencyLock } from './runImport.ts'
import { missingColumns, missingColumnsText } from './summary.ts'
import { importTemplate } from './template.ts'
import { findOmittedFile, undoImport } from './undo.ts'
import { validateRows } from './validateRows.ts'

interface ImportarOptions {
  env: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA'>
  now: Now
}

const xlsxHeaders = (fileName: string) => ({
  'Content-Type': xlsxType,
  'Content-Disposition': `attachment; filename="${fileName}"`,
})

export function importarRoutes(app: App, db: Database, { env, now }: ImportarOptions): void {
  serveRaw(app, plantillas.show, async ({ params, reply }) => {
    const empresa = await findCompanyName(db, env)
    return sendStream(reply, xlsxHeaders(`plantilla_${params.tipo}.xlsx`), () =>
      importTemplate(params.tipo, empresa, now()),
    )
  })
  const services = {
    app,
    readSheet: createSheetReader(),
    zona: env.TZ_EMPRESA,
    findEmpresa: () => findCompanyName(db, env),
    now,
  }
  serveRaw(app, importar.bring, (input) => handleImport(services, withNombresHeader(input)))
  serve(app, importaciones.list, ({ query, session }) => {
    const tipos = importTiposOf(session)
    const from = sql`from importaciones_leer where tipo = any(${tipos}::text[])`
    return findPage<Importacion>(db, from, 'creado_en desc, id desc', query)
  })
  serveRaw(app, importaciones.omitted, async ({ params: { id }, session, reply }) => {
    const archivo = await findOmittedFile(db, { id, session, now: now() })
    return sendStream(reply, xlsxHeaders(`filas_omitidas_${id}.xlsx`), () => Readable.from([archivo]))
  })
  serveRaw(app, importaciones.undo, (input) => {
    const { params, body, session, requireAccess } = input
    const key = idempotencyKeyOf(importaciones.undo, input)
    return withIdempotencyLock(input.db, key, (tx) =>
      respondOnce(importaciones.undo, { ...input, db: tx }, key, (own) =>
        own.transaction((inner) =>
          undoImport(inner, { id: params.id, version: body.version, session, requireAccess, now: now() }),
        ),
      ),
    )
  })
}

const mayOmitRows = ({ omitErrors, nombres }: ImportOptions) => omitErrors || omitsRecords(nombres)

type ImportRequest = Input<typeof importar.bring>

/** Adds the choices of the header X-Nombres to the query, so that the idempotency key covers them. */
const withNombresHeader = (input: ImportRequest): ImportRequest => ({
  ...input,
  query: { ...input.query, nombres: readNombres(input.request) ?? undefined },
})

interface SheetServices {
  app: App
  readSheet: ReadSheet
  /** Time zone of the company. */
  zona: string
  findEmpresa: () => Promise<string>
  now: Now
}

/** Reads a sheet in a process of its own, and checks the session again afterwards. */
async function readImportSheet(
  { app, readSheet, zona, now }: SheetServices,
  { params: { tipo }, query, session, reply, revalidate }: ImportRequest,
  options: ImportOptions,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<ImportSheet> {
  const disconnected = new AbortController()
  // A disconnect is the client's failure, so the log must not show a server error.
  reply.raw.once('close', () => disconnected.abort(incompleteRequest()))
  const parsed = await readSheet(bytes, {
    tipo,
    sources: query.columnas === undefined ? undefined : sourcesOfQuery(tipo, query.columnas),
    remembered:
      query.columnas === undefined ? await findRememberedColumns(app.db, tipo, session.user.id) : undefined,
    hoja: query.hoja,
    fillMerged: options.fillMerged,
    markIgnorable: options.skipTotals,
    keepAll: query.prueba === 'no' && mayOmitRows(options),
    signal: disconnected.signal,
  })
  await revalidate()
  return prepareSheet(app.db, tipo, parsed, { zona, hoy: todayIn(zona, now()) })
}

/** Previews or imports a sheet. Receives the whole body first; docs/contract/imports.md lists the order of errors. */
async function handleImport(services: SheetServices, input: ImportRequest): Promise<unknown> {
  const { app } = services
  const { params, query, request, reply } = input
  const { tipo } = params
  const options = importOptionsOf(tipo, query)
  if (createsRecords(options.nombres)) input.requireAccess(calls['POST /api/clientes'])
  const { bytes, sha256 } = await receiveSheet(request)
  const sheet = await readImportSheet(services, input, options, bytes)
  if (query.prueba === 'si')
    return envelope(importar.bring, await previewImport(app.db, tipo, sheet, options), query)
  // The preview shows the rows that are left out.
  if (sheet.filas.length === 0) throw invalid({ archivo: importWords.noRows })
  const faltan = missingColumns(tipo, sheet, options)
  if (faltan.length > 0) throw invalid({ columnas: missingColumnsText(faltan) })
  const importInput: ImportInput = {
    tipo,
    sheet,
    rows: await validateRows(tipo, sheet, options),
    options,
    userId: input.session.user.id,
    columnas: query.columnas,
    empresa: await services.findEmpresa(),
    now: services.now(),
    async assertFreeSpace() {
      if (!(await app.hasFreeSpace())) throw diskFullError(request)
    },
  }
  const key = idempotencyKeyOf(importar.bring, input, sha256)
  const answer = await withIdempotencyLock(input.db, key, (tx) =>
    respondOnce(importar.bring, { ...input, db: tx }, key, (own) =>
      own.transaction((inner) => runImport(inner, importInput)),
    ),
  )
  void reply.code(201)
  return answer
}

const tooLarge = () => new HttpError(413, 'CUERPO_MUY_GRANDE', importWords.tooLarge)

/** Receives the body in memory, never on disk. @throws {HttpError} 400 if it is empty, 413 if it is too large */
async function receiveSheet({ raw, headers }: FastifyRequest) {
  if (Number(headers['content-length']) > importLimits.maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let length = 0
  // The stream stays open: a client that is still sending must be able to receive the 413.
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > importLimits.maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  if (length === 0) throw invalid({ archivo: importWords.empty })
  const bytes = Buffer.concat(chunks)
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}
