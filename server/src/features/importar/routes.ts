import { type Importacion, importaciones, importar, plantillas } from '@flota/contract/importar.ts'
import { importTiposOf } from '@flota/contract/importarWords.ts'
import type { Now } from '../../platform/clock.ts'
import { findPage } from '../../platform/db/records.ts'
import { type Database, sql } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { incompleteRequest, invalid } from '../../platform/http/errors.ts'
import { idempotencyKeyOf } from '../../platform/http/idempotency.ts'
import { type App, envelope, type Input, respondOnce, serve, serveRaw } from '../../platform/http/serve.ts'
import { sendStream } from '../../platform/http/stream.ts'
import { diskFullError } from '../../platform/limits/diskSpaceGuard.ts'
import { missingColumns, missingColumnsText } from './missingColumns.ts'
import { previewImport } from './preview.ts'
import { sourcesOfQuery } from './reader/columns.ts'
import { createSheetReader, type ReadSheet } from './reader/sheetReader.ts'
import { receiveSheet } from './receiveSheet.ts'
import { runImport, withIdempotencyLock } from './runImport.ts'
import { importTemplate } from './template.ts'
import { undoImport } from './undo.ts'
import { validateRows } from './validateRows.ts'

interface Clock {
  env: Pick<Env, 'EMPRESA_NOMBRE'>
  now: Now
}

export function importarRoutes(app: App, db: Database, { env, now }: Clock): void {
  serveRaw(app, plantillas.show, ({ params, reply }) => {
    const headers = {
      'Content-Type': plantillas.show.media[0] ?? '',
      'Content-Disposition': `attachment; filename="plantilla_${params.tipo}.xlsx"`,
    }
    return sendStream(reply, headers, () => importTemplate(params.tipo, env.EMPRESA_NOMBRE, now()))
  })
  const read = createSheetReader()
  serveRaw(app, importar.bring, (input) => handleImport(app, read, input))
  serve(app, importaciones.list, ({ query, session }) => {
    const tipos = importTiposOf(session)
    const from = sql`from importaciones_leer where tipo = any(${tipos}::text[])`
    return findPage<Importacion>(db, from, 'creado_en desc, id desc', query)
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

type ImportRequest = Input<typeof importar.bring>

/** The bytes are read before anything of them is judged, in the order of refusals that docs/contract/imports.md gives. */
async function handleImport(app: App, read: ReadSheet, input: ImportRequest): Promise<unknown> {
  const { params, query, request, reply } = input
  const { bytes, sha256 } = await receiveSheet(request)
  const gone = new AbortController()
  // Who leaves while it is read has failed, not we.
  reply.raw.once('close', () => gone.abort(incompleteRequest()))
  const sources = query.columnas === undefined ? undefined : sourcesOfQuery(params.tipo, query.columnas)
  const sheet = await read(bytes, { tipo: params.tipo, sources, hoja: query.hoja, signal: gone.signal })
  await input.revalidate()
  if (query.prueba === 'si')
    return envelope(importar.bring, await previewImport(app.db, params.tipo, sheet, query.duplicados), query)
  const faltan = missingColumns(params.tipo, sheet)
  if (faltan.length > 0) throw invalid({ columnas: missingColumnsText(faltan) })
  const assertFreeSpace = async () => {
    if (!(await app.hasFreeSpace())) throw diskFullError(request)
  }
  const filas = await validateRows(params.tipo, sheet)
  const key = idempotencyKeyOf(importar.bring, input, sha256)
  const imported = {
    tipo: params.tipo,
    sheet,
    filas,
    query,
    userId: input.session.user.id,
    assertFreeSpace,
  }
  const answer = await withIdempotencyLock(input.db, key, (tx) =>
    respondOnce(importar.bring, { ...input, db: tx }, key, (own) =>
      own.transaction((inner) => runImport(inner, imported)),
    ),
  )
  void reply.code(201)
  return answer
}
