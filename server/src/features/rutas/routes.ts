import { changesOrder } from '@flota/contract/core/changes.ts'
import { registros } from '@flota/contract/records/registros.ts'
import { rutaFields } from '@flota/contract/records/rutas.ts'
import { repetir } from '@flota/contract/trips/repetir.ts'
import { revision } from '@flota/contract/trips/revision.ts'
import { type Ruta, rutaDelPiloto, rutas } from '@flota/contract/trips/rutas.ts'
import { findHistorial, findModificadoPor, findRuta, scopeOf } from '../../domain/trips/findRuta.ts'
import { findChangedRutas, findRutas, rutasExportQuery } from '../../domain/trips/findRutas.ts'
import { assertRutaWithoutMoney } from '../../domain/trips/moneyLocks.ts'
import { references } from '../../domain/trips/references.ts'
import { softDeleteRuta } from '../../domain/trips/softDelete.ts'
import { tripColumns } from '../../domain/trips/tripColumns.ts'
import { addNamesToAvisos } from '../../domain/trips/tripNames.ts'
import { suggestNumber } from '../../domain/trips/tripNumber.ts'
import { insertRuta, updateRuta, type WriteResult } from '../../domain/trips/write.ts'
import { findChangesErrors } from '../../platform/changePosition.ts'
import { type Database, type Db, violates, type Writer } from '../../platform/db/sql.ts'
import { conflict, forbidden, invalid, notFound, staleRecord, tripBlocked } from '../../platform/errors.ts'
import type { Session } from '../../platform/http/authentication.ts'
import { type App, type Input, Reply, serve, serveWrite } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { serveBatch, serveRead } from '../../platform/http/serveRead.ts'
import { storedRules } from '../../platform/http/storedRules.ts'
import { listWorkbook } from '../../platform/xlsx/list.ts'
import { type ClienteMatch, findClienteByName, findOrCreateCliente, resolveCliente } from './cliente.ts'
import { createdMessage, planRoutes } from './planRoutes.ts'
import { checkTrip, findDisponibles, findSugerencias } from './queries.ts'
import { recientesRoutes } from './recientes.ts'
import { repeatRuta } from './repetir.ts'

export function rutasRoutes(app: App, db: Database, context: ExportContext): void {
  readRoutes(app, context.clock)
  recientesRoutes(app, context.clock)
  serveExport(app, rutas.exportar, context, {
    tipo: 'rutas',
    title: 'Rutas',
    find: ({ orden = 'recientes', retraso, ...query }, _hoy, from) =>
      rutasExportQuery(from, { ...query, orden, lateAt: retraso && context.clock.now() }),
    write: (batches: AsyncIterable<Ruta[]>, about) => listWorkbook(tripColumns, batches, about),
  })
  writeRoutes(app, db)
  repetirRoutes(app)
  planRoutes(app)
  revisionRoutes(app)
}

/** Removes the fields that a pilot may not read. */
const readableBy = ({ rol_nombre }: Session, ruta: Ruta): Ruta =>
  rol_nombre === 'piloto' ? rutaDelPiloto.parse(ruta) : ruta

/** A pilot reads neither prices, also by their order, nor the bin. */
const isOfficeOrder = (orden: string) => ['precio', '-precio', changesOrder].includes(orden)

function readRoutes(app: App, { now }: ExportContext['clock']): void {
  const list = { ...rutas.list, findInputErrors: findChangesErrors }
  serveRead(app, list, async (db, { query: { orden = 'recientes', retraso, ...query }, session }) => {
    if (isOfficeOrder(orden) && session.rol_nombre === 'piloto') throw forbidden()
    const filters = { ...query, lateAt: retraso && now() }
    if (orden === changesOrder) return findChangedRutas(db, filters)
    const found = await findRutas(db, { ...filters, orden }, scopeOf(session))
    return { ...found, rows: found.rows.map((ruta) => readableBy(session, ruta)) }
  })
  serveRead(app, rutas.nextNumber, async (db) => ({ nextRutaNumber: await suggestNumber(db) }))
  serveRead(app, rutas.show, async (db, { params, session }) =>
    readableBy(session, await findRuta(db, params.id, scopeOf(session))),
  )
  serveRead(app, rutas.historial, async (db, { params, query }) => {
    await findRuta(db, params.id)
    return findHistorial(db, params.id, query)
  })
}

function writeRoutes(app: App, db: Database): void {
  serveBatch(app, rutas.create, async (writer, { body, query, session }) => {
    const cliente = await resolveCliente(body, (name) =>
      writer.transaction((tx) => findClienteByName(tx, name)),
    )
    const ruta = { ...body, cliente_id: cliente.id, estado: body.estado ?? 'Pendiente' }
    const written = await insertRuta(writer, ruta, session.user.id)
    assertNoneMissing(written, cliente)
    const result = await withTripNames(writer, written, query)
    return toWriteReply(writer, rutas.create.message, result, async () => session.user.username)
  })
  const update = { ...rutas.update, findStoredErrors: storedRules(db, 'rutas', rutaFields) }
  serve(app, update, async ({ params: { id }, query, body, session, db: writer }) => {
    const replace = async (tx: Db) => {
      const cliente = await resolveCliente(body, (name) => findOrCreateCliente(tx, name))
      const ruta = { ...body, cliente_id: cliente.id }
      const result = await updateRuta(tx, id, ruta, body.version, session.user.id)
      assertNoneMissing(result, cliente)
      if (!result.exists) throw notFound(registros.rutas.notFound)
      if (!result.isCurrent) throw staleRecord()
      const named = await withTripNames(tx, result, query)
      return toWriteReply(tx, rutas.update.message, named, () => findModificadoPor(tx, id))
    }
    // The same transaction creates a client that is only named: a rejected route leaves no client behind.
    try {
      return await writer.transaction(replace)
    } catch (error) {
      throw violates(error, 'rutas_no_ruta_unica') ? await numberTakenError(db) : error
    }
  })
  serveWrite(app, rutas.remove, async (tx, { params, query, session }) => {
    if (await softDeleteRuta(tx, params.id, query.version, session.user.id)) {
      await assertRutaWithoutMoney(tx, params.id)
      return null
    }
    // Nothing was written: the route does not exist, or its version is stale.
    await findRuta(tx, params.id)
    throw staleRecord()
  })
}

/** @throws {HttpError} 409 if the number is taken or the check blocks the trip */
async function toWriteReply(
  writer: Writer,
  message: string,
  { ruta, avisos, isBlocked }: WriteResult,
  findAuthor: () => Promise<string | null>,
) {
  if (ruta) return new Reply(message, { ...ruta, modificado_por: await findAuthor() }, avisos)
  throw isBlocked ? tripBlocked(avisos) : await writer.transaction(numberTakenError)
}

/** Names the trips of the warnings if the query asks for it. */
const withTripNames = async (
  writer: Writer,
  result: WriteResult,
  query: Input<typeof rutas.create>['query'],
): Promise<WriteResult> =>
  query.viaje && result.avisos.length > 0
    ? { ...result, avisos: await writer.transaction((tx) => addNamesToAvisos(tx, query, result.avisos)) }
    : result

/** @throws {HttpError} 400 naming every missing record */
function assertNoneMissing({ missing }: WriteResult, { campo, problem }: ClienteMatch): void {
  const errors = missing.map((column): [string, string] =>
    column === 'cliente_id' ? [campo, problem] : [column, references[column].unknown],
  )
  if (errors[0]) throw invalid(Object.fromEntries(errors), errors[0][1])
}

/** Returns the 409 with the next free number. The unique index decides which request gets a number. */
const numberTakenError = async (db: Db) =>
  conflict('El número de ruta ya existe', { nextRutaNumber: await suggestNumber(db) })

function repetirRoutes(app: App): void {
  serveRead(app, repetir.sugerencias, (db, { query }) => findSugerencias(db, query))
  serveWrite(app, repetir.repeat, async (tx, { params, query, body, session }) => {
    const { rutas, isBlocked, ...found } = await repeatRuta(tx, params.id, body, session.user.id)
    const avisos = await addNamesToAvisos(tx, query, found.avisos)
    if (isBlocked) throw tripBlocked(avisos)
    return new Reply(createdMessage(rutas.length), { rutas }, avisos)
  })
}

function revisionRoutes(app: App): void {
  serveRead(app, revision.ask, async (db, { body, query }) => ({
    avisos: await addNamesToAvisos(db, query, await checkTrip(db, body)),
  }))
  serveRead(app, revision.disponibles, (db, { query }) => findDisponibles(db, query))
}
