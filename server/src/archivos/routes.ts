import { createReadStream } from 'node:fs'
import { archivos } from '@flota/contract/archivos.ts'
import { archivosAccess } from '@flota/contract/entidades.ts'
import { type App, type Input, serve, serveRaw } from '../http/serve.ts'
import { sendStream } from '../http/stream.ts'
import { disposition } from './disposition.ts'
import { findArchivo, findArchivos, removeArchivo } from './queries.ts'
import { type Site, upload } from './upload.ts'

/** What the record that a file hangs on asks of the caller. */
const readNarrow =
  ({ narrow }: Pick<Input<typeof archivos.show>, 'narrow'>) =>
  (entidad: string) =>
    narrow(archivosAccess('read', entidad))

export function archivosRoutes(app: App, site: Site): void {
  const { db, store } = site
  serve(app, archivos.list, ({ query, session }) => findArchivos(db, query, session))
  serve(app, archivos.show, (input) => findArchivo(db, input.params.id, input.session, readNarrow(input)))
  serveRaw(app, archivos.contenido, async (input) => {
    const { params, session, reply } = input
    const archivo = await findArchivo(db, params.id, session, readNarrow(input))
    const headers = {
      'Content-Type': archivo.tipo_mime,
      'Content-Length': String(archivo.bytes),
      'Content-Disposition': disposition(archivo),
      // Opened by its address it runs nothing and is nobody's page.
      'Content-Security-Policy': 'sandbox',
    }
    return sendStream(reply, headers, () => createReadStream(store.pathOf(archivo.sha256)))
  })
  serve(app, archivos.remove, ({ params, query, session, db: own, narrow }) =>
    own.transaction(async (tx) => {
      const find = () =>
        findArchivo(tx, params.id, session, (entidad) => narrow(archivosAccess('write', entidad)))
      await removeArchivo(tx, params.id, query.version, session.user.id, find)
      return null
    }),
  )
  serveRaw(app, archivos.create, (input) => {
    const { entidad, entidad_id, ...about } = input.query
    return upload(site, archivos.create, input, { registro: { entidad, entidad_id }, about })
  })
  const ruta = (id: number) => ({ entidad: 'rutas' as const, entidad_id: id })
  serve(app, archivos.listDeRuta, ({ params, session }) => findArchivos(db, ruta(params.id), session))
  serveRaw(app, archivos.createDeRuta, (input) =>
    upload(site, archivos.createDeRuta, input, { registro: ruta(input.params.id), about: input.query }),
  )
}
