import { type Vista, type VistaValues, vistas } from '@flota/contract/account/vistas.ts'
import { conditionIf, type Db, many, one, raw, run, sql } from '../../platform/db/sql.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { type App, serveWrite } from '../../platform/http/serve.ts'
import { serveRead } from '../../platform/http/serveRead.ts'

const maxVistas = 20

const columns = raw('id, lista, nombre, filtros')

/** Saves a view or replaces the one with its name. The lock on the user keeps two windows within maxVistas. */
async function saveVista(tx: Db, usuarioId: number, { lista, nombre, filtros }: VistaValues): Promise<Vista> {
  await run(tx, sql`select from usuarios where id = ${usuarioId} for no key update`)
  const saved = await one<Vista>(
    tx,
    sql`insert into vistas (usuario_id, lista, nombre, filtros)
      select ${usuarioId}::int, ${lista}::text, ${nombre}::text, ${filtros}::text
      where (select count(*) from vistas where usuario_id = ${usuarioId}) < ${maxVistas}
        or exists (select from vistas
          where usuario_id = ${usuarioId} and lista = ${lista} and clave(nombre) = clave(${nombre}))
      on conflict (usuario_id, lista, clave(nombre))
        do update set nombre = excluded.nombre, filtros = excluded.filtros
      returning ${columns}`,
  )
  if (!saved) throw conflict(`Ya tienes ${maxVistas} vistas. Elimina una para guardar otra.`)
  return saved
}

/** Views of lists, each its user's own. */
export function vistasRoutes(app: App): void {
  serveRead(app, vistas.list, (db, { query: { lista }, session }) =>
    many<Vista>(
      db,
      sql`select ${columns} from vistas where usuario_id = ${session.user.id} ${conditionIf('lista =', lista)}
        order by nombre collate es_nombre, id`,
    ),
  )
  serveWrite(app, vistas.create, (tx, { body, session }) => saveVista(tx, session.user.id, body))
  serveWrite(app, vistas.remove, async (tx, { params: { id }, session }) => {
    const count = await run(tx, sql`delete from vistas where id = ${id} and usuario_id = ${session.user.id}`)
    if (count === 0) throw notFound('Vista no encontrada')
    return null
  })
}
