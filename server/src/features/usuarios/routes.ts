import { usuarios } from '@flota/contract/account/usuarios.ts'
import { permisosAssignable, rolById } from '@flota/contract/core/permisos.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { piloto } from '@flota/contract/trips/piloto.ts'
import { findPilotos } from '../../domain/trips/references.ts'
import type { Database } from '../../platform/db/sql.ts'
import { type App, Reply, serve, servePrepared, serveWrite } from '../../platform/http/serve.ts'
import type { ExportContext } from '../../platform/http/serveExport.ts'
import { runInHashQueue } from '../../platform/limits/hashQueue.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { changedFields, createUsuarioEndpoint, updateUsuarioEndpoint } from './bodies.ts'
import { usuariosExportar } from './exportar.ts'
import { findUsuario, findUsuarios } from './queries.ts'
import { changeUsuario, createUsuario, removeUsuario } from './write.ts'

export function usuariosRoutes(app: App, db: Database, context: ExportContext): void {
  usuariosExportar(app, context)
  serve(app, piloto.list, () => findPilotos(db))
  serve(app, usuarios.list, ({ query }) => findUsuarios(db, query))
  serve(app, usuarios.available, ({ query }) =>
    permisosAssignable(rolById(Number(query.rol_id)) ?? 'administrador'),
  )
  serve(app, usuarios.show, ({ params }) => findUsuario(db, params.id))

  servePrepared(
    app,
    createUsuarioEndpoint,
    ({ body }) => runInHashQueue(() => hashPassword(body.password)),
    ({ body, db: writer, ready: hash }) => writer.transaction((tx) => createUsuario(tx, body, hash)),
  )

  serve(app, updateUsuarioEndpoint, async ({ params, body, session, db: writer }) => {
    const { password, ...changes } = body
    const hash = password ? await runInHashQueue(() => hashPassword(password)) : undefined
    const usuario = await writer.transaction((tx) => changeUsuario(tx, params.id, changes, hash, session))
    return new Reply(updateMessage(changedFields(body)), usuario)
  })

  serveWrite(app, usuarios.status, async (tx, { params, body, session }) => {
    const usuario = await changeUsuario(tx, params.id, body, undefined, session)
    return new Reply(
      body.estado === 'activo' ? 'Usuario activado exitosamente' : 'Usuario desactivado exitosamente',
      usuario,
    )
  })

  serveWrite(app, usuarios.remove, (tx, { params, query, session }) =>
    removeUsuario(tx, params.id, query.version, session),
  )
}

const updateMessage = (fields: string[]): string => {
  const [first, ...rest] = fields
  if (first && fields.every((field) => field.startsWith('permisos')))
    return 'Permisos actualizados correctamente'
  if (rest.length === 0 && first === 'password') return sentences.passwordChanged
  return usuarios.update.message
}
