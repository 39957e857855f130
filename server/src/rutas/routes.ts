import { type Ruta, type RutaValues, rutas } from '@flota/contract/rutas.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { findHistorial, findRuta, findRutas, type Scope } from '../db/findRutas.ts'
import { type Database, type Db, violates } from '../db/sql.ts'
import type { Session } from '../http/bearer.ts'
import { conflict, invalid, notFound, staleVersion } from '../http/errors.ts'
import { type App, serve } from '../http/serve.ts'
import { findClienteByName, findOrCreateCliente } from './cliente.ts'
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
    const cliente_id = body.cliente_id ?? (await knownCliente(db, body.cliente ?? ''))
    const ruta = { ...body, cliente_id, estado: body.estado ?? 'Pendiente' }
    return find(db, written(await takingNumber(db, () => insertRuta(db, ruta, session.user.id))))
  })
  serve(app, rutas.update, async ({ params: { id }, body, session }) => {
    const replace = (tx: Db, cliente_id: number) =>
      updateRuta(tx, id, { ...body, cliente_id }, body.version, session.user.id)
    const result = await takingNumber(db, () => updateWithCliente(db, id, body, replace))
    return result ? find(db, written(result)) : refuseStale(db, id)
  })
  serve(app, rutas.remove, async ({ params, query, session }) => {
    const removed = await removeRuta(db, params.id, query.version, session.user.id)
    return removed ? null : refuseStale(db, params.id)
  })
}

/** A client that is only named is made in the same transaction, so that a refused route leaves none behind. */
function updateWithCliente(
  db: Database,
  id: number,
  body: Pick<RutaValues, 'cliente_id' | 'cliente'>,
  replace: (tx: Db, clienteId: number) => Promise<Written | undefined>,
): Promise<Written | undefined> {
  const { cliente_id, cliente } = body
  if (cliente_id != null) return replace(db, cliente_id)
  return db.transaction(async (tx) => {
    await find(tx, id)
    const result = await replace(tx, await findOrCreateCliente(tx, cliente ?? ''))
    // Thrown in here, so that the client goes with it.
    if (!result) return refuseStale(tx, id)
    written(result)
    return result
  })
}

async function knownCliente(db: Db, name: string): Promise<number> {
  const id = await findClienteByName(db, name)
  if (id === undefined) throw invalid({ cliente: unknown.cliente }, unknown.cliente)
  return id
}

const unknown = {
  cliente: sentences.unknownCliente,
  camion: sentences.unknownCamion,
  chofer: sentences.unknownChofer,
  ayudante: sentences.unknownAyudante,
}

/** @throws {HttpError} 400 naming every record that the route refers to and that is not there */
function written(result: Written): number {
  if (result.id !== null) return result.id
  const missing = (['cliente', 'camion', 'chofer', 'ayudante'] as const).filter((name) => !result[name])
  const campos = Object.fromEntries(missing.map((name) => [`${name}_id`, unknown[name]]))
  throw invalid(campos, missing[0] && unknown[missing[0]])
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

/** Nothing was written: either the route is not there, or somebody else wrote it meanwhile. */
async function refuseStale(db: Db, id: number): Promise<never> {
  await find(db, id)
  throw staleVersion()
}
