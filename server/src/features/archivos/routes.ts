import { archivosAccess } from '@flota/contract/documents/archivoClases.ts'
import { archivoErrors } from '@flota/contract/documents/archivoLimits.ts'
import { type Archivo, archivos } from '@flota/contract/documents/archivos.ts'
import { assertUnsettled } from '../../domain/trips/moneyLocks.ts'
import { notFound } from '../../platform/errors.ts'
import { bearerToken } from '../../platform/http/authentication.ts'
import { type App, type Input, serve, serveRaw, serveWrite } from '../../platform/http/serve.ts'
import { sendStream } from '../../platform/http/stream.ts'
import { openResponseLimit } from '../../platform/limits/openResponseLimit.ts'
import type { FileStore, StoredFile } from '../../platform/store/FileStore.ts'
import { findArchivo, findArchivos, removeArchivo } from './queries.ts'
import { type UploadContext, upload } from './upload.ts'

/** A record's 30 files may load at once. Downloads and 2,000 connections fit into 4,096 file descriptors. */
const maxOpenDownloads = { maxPerSession: 40, maxTotal: 1000 }

/** RFC 8187 also requires escaping '()*, which encodeURIComponent leaves. */
const encodeRfc8187 = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Shows pictures inline, offers other files for saving, and adds an ASCII name for old clients. */
function disposition({ nombre, tipo_mime }: { nombre: string; tipo_mime: string }): string {
  const kind = tipo_mime.startsWith('image/') ? 'inline' : 'attachment'
  const ascii = nombre.replace(/[^ -~]|["\\]/gu, '_')
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeRfc8187(nombre)}`
}

/** Checks the length before the first byte, so that no client waits for missing bytes. @throws {HttpError} 404 */
async function openCompleteFile(store: FileStore, { sha256, bytes }: Archivo): Promise<StoredFile> {
  const stored = await store.open(sha256)
  if (stored?.bytes === bytes) return stored
  await stored?.close()
  throw notFound(archivoErrors.missingOnDisk)
}

const rutaOwner = (id: number) => ({ entidad: 'rutas' as const, entidad_id: id })

export function archivosRoutes(app: App, site: UploadContext): void {
  const { db, store } = site
  const contenidos = openResponseLimit({ ...maxOpenDownloads, tokenOf: bearerToken })
  serve(app, archivos.list, ({ query, session }) => findArchivos(db, query, session))
  serve(app, archivos.show, ({ params, session }) => findArchivo(db, params.id, session))
  const contenido = async (input: Input<typeof archivos.contenido>) => {
    const { params, session, reply } = input
    contenidos.open(reply)
    const archivo = await findArchivo(db, params.id, session)
    const stored = await openCompleteFile(store, archivo)
    const headers = {
      'Content-Type': archivo.tipo_mime,
      'Content-Length': String(archivo.bytes),
      'Content-Disposition': disposition(archivo),
      // Runs no script when the browser opens the address directly.
      'Content-Security-Policy': 'sandbox',
    }
    return sendStream(reply, headers, () => stored.chunks)
  }
  serveRaw(app, archivos.contenido, contenido, { beforeAuthentication: contenidos.begin })
  serveWrite(app, archivos.remove, async (tx, { params, query, session, requireAccess }) => {
    const find = () => findArchivo(tx, params.id, session)
    const { entidad, entidad_id } = await find()
    requireAccess(archivosAccess('write', entidad))
    await removeArchivo(tx, params.id, query.version, session.user.id, find)
    if (entidad === 'movimientos') await assertUnsettled(tx, entidad_id)
    return null
  })
  serve(app, archivos.listDeRuta, ({ params, session }) => findArchivos(db, rutaOwner(params.id), session))
  uploadRoutes(app, site)
}

function uploadRoutes(app: App, site: UploadContext): void {
  serveRaw(app, archivos.create, (input) => {
    const { entidad, entidad_id, ...about } = input.query
    return upload(site, archivos.create, input, { registro: { entidad, entidad_id }, about })
  })
  serveRaw(app, archivos.createDeGasto, (input) => {
    const registro = { entidad: 'movimientos' as const, entidad_id: input.params.id }
    const about = { ...input.query, clase: input.query.clase ?? ('comprobante' as const) }
    return upload(site, archivos.createDeGasto, input, { registro, about })
  })
  serveRaw(app, archivos.createDeRuta, (input) =>
    upload(site, archivos.createDeRuta, input, { registro: rutaOwner(input.params.id), about: input.query }),
  )
}
