import { type Importacion, importaciones, importar, plantillas } from '@flota/contract/importar.ts'
import { importTiposOf } from '@flota/contract/importarWords.ts'
import type { Now } from '../../platform/clock.ts'
import { findPage } from '../../platform/db/records.ts'
import { type Database, sql } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { incomplete, invalid } from '../../platform/http/errors.ts'
import { keyOf } from '../../platform/http/idempotency.ts'
import { type App, answerOnce, envelope, type Input, serve, serveRaw } from '../../platform/http/serve.ts'
import { sendStream } from '../../platform/http/stream.ts'
import { noRoom } from '../../platform/limits/diskSpaceGuard.ts'
import { faltanIn, faltanText } from './missingColumns.ts'
import { preview } from './preview.ts'
import { sourcesOfQuery } from './reader/columns.ts'
import { type ReadSheet, sheetReader } from './reader/sheetReader.ts'
import { receive } from './receiveSheet.ts'
import { alone, bring } from './runImport.ts'
import { plantilla } from './template.ts'
import { undo } from './undo.ts'
import { judgeCells } from './validateRows.ts'

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
    return sendStream(reply, headers, () => plantilla(params.tipo, env.EMPRESA_NOMBRE, now()))
  })
  const read = sheetReader()
  serveRaw(app, importar.bring, (input) => take(app, read, input))
  serve(app, importaciones.list, ({ query, session }) => {
    const tipos = importTiposOf(session)
    const from = sql`from importaciones_leer where tipo = any(${tipos}::text[])`
    return findPage<Importacion>(db, from, 'creado_en desc, id desc', query)
  })
  serveRaw(app, importaciones.undo, (input) => {
    const { params, body, session, narrow } = input
    const key = keyOf(importaciones.undo, input)
    return alone(input.db, key, (tx) =>
      answerOnce(importaciones.undo, { ...input, db: tx }, key, (own) =>
        own.transaction((inner) =>
          undo(inner, { id: params.id, version: body.version, session, narrow, now: now() }),
        ),
      ),
    )
  })
}

type Bring = Input<typeof importar.bring>

/** The bytes are read before anything of them is judged, in the order of refusals that docs/contract/imports.md gives. */
async function take(app: App, read: ReadSheet, input: Bring): Promise<unknown> {
  const { params, query, request, reply } = input
  const { bytes, sha256 } = await receive(request)
  const gone = new AbortController()
  // Who leaves while it is read has failed, not we.
  reply.raw.once('close', () => gone.abort(incomplete()))
  const sources = query.columnas === undefined ? undefined : sourcesOfQuery(params.tipo, query.columnas)
  const sheet = await read(bytes, { tipo: params.tipo, sources, hoja: query.hoja, gone: gone.signal })
  await input.admitAgain()
  if (query.prueba === 'si')
    return envelope(importar.bring, await preview(app.db, params.tipo, sheet, query.duplicados), query)
  const faltan = faltanIn(params.tipo, sheet)
  if (faltan.length > 0) throw invalid({ columnas: faltanText(faltan) })
  const needRoom = async () => {
    if (!(await app.hasRoom())) throw noRoom(request)
  }
  const filas = await judgeCells(params.tipo, sheet)
  const key = keyOf(importar.bring, input, sha256)
  const brought = { tipo: params.tipo, sheet, filas, query, userId: input.session.user.id, needRoom }
  const answer = await alone(input.db, key, (tx) =>
    answerOnce(importar.bring, { ...input, db: tx }, key, (own) =>
      own.transaction((inner) => bring(inner, brought)),
    ),
  )
  void reply.code(201)
  return answer
}
