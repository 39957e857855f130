import { type Ruta, rutas } from '@flota/contract/rutas.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { findHistorial, findRuta, findRutas, findWritten, type Scope } from '../db/findRutas.ts'
import { type Database, type Db, violates } from '../db/sql.ts'
import type { Session } from '../http/bearer.ts'
import { conflict, invalid, notFound, staleVersion } from '../http/errors.ts'
import { type App, serve } from '../http/serve.ts'
import { findClienteByName, findOrCreateCliente, type Named, namedCliente } from './cliente.ts'
import { suggestNumber } from './numero.ts'
import { insertRuta, removeRuta, updateRuta, type Written } from './queries.ts'

export function rutasRoutes(app: App, db: Database): void {
  readRoutes(app, db)
  writeRoutes(app, db)
}

/** A pilot reads the own routes only, and never a price. */
const scopeOf = ({ user, rol_nombre }: Session): Scope =>
  rol_nombre === 'piloto' ? { chofer_id: user.piloto_id ?? 0 } : {}
const shown = ({ rol_nombre }: Session, ruta: Ruta): Ruta => {
  if (rol_nombre !== 'piloto') return ruta
  const { precio: _hidden, ...rest } = ruta
  return rest
}

const noRuta = () => notFound('Ruta no encontrada')

async function find(db: Db, id: number, scope: Scope = {}): Promise<Ruta> {
  const ruta = await findRuta(db, id, scope)
  if (!ruta) throw noRuta()
  return ruta
}

function readRoutes(app: App, db: Database): void {
  serve(app, rutas.list, async ({ query, session }) => {
    const found = await findRutas(db, { ...query, orden: query.orden ?? 'recientes' }, scopeOf(session))
    return { ...found, rows: found.rows.map((ruta) => shown(session, ruta)) }
  })
  serve(app, rutas.nextNumber, async () => ({ nextRutaNumber: await suggestNumber(db) }))
  serve(app, rutas.show, async ({ params, session }) =>
    shown(session, await find(db, params.id, scopeOf(session))),
  )
  serve(app, rutas.historial, async ({ params }) => {
    await find(db, params.id)
    return findHistorial(db, params.id)
  })
}

function writeRoutes(app: App, db: Database): void {
  serve(app, rutas.create, async ({ body, session }) => {
    const cliente = await namedCliente(body, (name) => findClienteByName(db, name))
    const ruta = { ...body, cliente_id: cliente.id, estado: body.estado ?? 'Pendiente' }
    const result = await takingNumber(db, () => insertRuta(db, ruta, session.user.id))
    refuseMissing(result, cliente)
    return findWritten(db, result.id ?? 0)
  })
  serve(app, rutas.update, async ({ params: { id }, body, session }) => {
    const replace = async (tx: Db) => {
      const cliente = await namedCliente(body, (name) => findOrCreateCliente(tx, name))
      const ruta = { ...body, cliente_id: cliente.id }
      const result = await updateRuta(tx, id, ruta, body.version, session.user.id)
      refuseMissing(result, cliente)
      if (!result.ruta) throw noRuta()
      if (result.id === null) throw staleVersion()
    }
    // A client that is only named is made in the same transaction: a refused route leaves none behind.
    await takingNumber(db, () => (body.cliente_id == null ? db.transaction(replace) : replace(db)))
    return findWritten(db, id)
  })
  serve(app, rutas.remove, async ({ params, query, session }) => {
    if (await removeRuta(db, params.id, query.version, session.user.id)) return null
    // Nothing was written: either the route is not there, or somebody else wrote it meanwhile.
    await find(db, params.id)
    throw staleVersion()
  })
}

/** @throws {HttpError} 400 naming every record that the route refers to and that is not there */
function refuseMissing(found: Written, { campo, problem }: Named): void {
  const missing: [string, string][] = []
  if (!found.cliente) missing.push([campo, problem])
  if (!found.camion) missing.push(['camion_id', sentences.unknownCamion])
  if (!found.chofer) missing.push(['chofer_id', sentences.unknownChofer])
  if (!found.ayudante) missing.push(['ayudante_id', sentences.unknownAyudante])
  if (missing[0]) throw invalid(Object.fromEntries(missing), missing[0][1])
}

/** The unique index decides who has a number first; the other is told the next one. */
async function takingNumber<T>(db: Db, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!violates(error, 'rutas_no_ruta_unica')) throw error
    throw conflict('El número de ruta ya existe', { nextRutaNumber: await suggestNumber(db) })
  }
}
