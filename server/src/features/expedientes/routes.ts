import { addDays } from '@flota/contract/core/dates.ts'
import type { HechoValues } from '@flota/contract/core/hecho.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { registros } from '@flota/contract/records/registros.ts'
import {
  type Entrega,
  type EntregaValues,
  entregas,
  type Tiempos,
  type TiemposChanges,
} from '@flota/contract/trips/entregas.ts'
import { expedientes } from '@flota/contract/trips/expedientes.ts'
import { type Incidente, incidentes } from '@flota/contract/trips/incidentes.ts'
import { type Reglas, type ReglasValues, reglas } from '@flota/contract/trips/reglas.ts'
import { ownScope, type Scope, visibleUsername } from '../../domain/trips/findRuta.ts'
import { type CompanyClock, companyToday, type Now } from '../../platform/clock.ts'
import {
  findRecord,
  insert,
  lockRecord,
  replaceRecord,
  softDeleteRecord,
  upsertByParent,
} from '../../platform/db/records.ts'
import { type Database, type Db, one, sql } from '../../platform/db/sql.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import type { Session } from '../../platform/http/authentication.ts'
import { type App, type Input, serve, serveWrite } from '../../platform/http/serve.ts'
import { pilotScopes, servePolled } from '../../platform/http/servePolled.ts'
import {
  entregaOf,
  findDelPiloto,
  findDoubtful,
  findEntregas,
  findExpediente,
  findReglas,
  findTiempos,
  lockRuta,
  tiemposOf,
} from './queries.ts'

export function expedientesRoutes(app: App, db: Database, clock: CompanyClock): void {
  entregasRoutes(app)
  incidentesRoutes(app, clock.now)
  reglasRoutes(app, db, clock)
  serve(app, expedientes.show, ({ params, query }) => findExpediente(db, params.id, query))
  const polled = {
    now: clock.now,
    scopes: pilotScopes,
    key: ({ session, query }: Input<typeof expedientes.listDelPiloto>) => [
      session.user.id,
      query,
      companyToday(clock),
    ],
  }
  servePolled(app, expedientes.listDelPiloto, polled, async (reader, { session, query }) => {
    const desde = addDays(companyToday(clock), -7)
    const found = await findDelPiloto(reader, ownScope(session).chofer_id, desde, query)
    const result = found.map(({ entrega, ...rest }) => {
      const usuario = entrega.usuario && visibleUsername(session, entrega.usuario)
      return { ...rest, entrega: { ...entrega, usuario } }
    })
    return { result }
  })
}

function entregasRoutes(app: App): void {
  serveWrite(app, entregas.entrega, (tx, { params, body, session }) =>
    upsertEntrega(tx, params.id, body, session),
  )
  serveWrite(app, entregas.entregaDeRuta, (tx, { params, body, session }) =>
    upsertEntrega(tx, params.id, body, session, ownScope(session)),
  )
  serveWrite(app, entregas.tiempos, (tx, { params, body }) => upsertTiempos(tx, params.id, body))
  serveWrite(app, entregas.tiemposDeRuta, (tx, { params, body, session }) =>
    upsertTiempos(tx, params.id, body, { ...ownScope(session), phone: session }),
  )
}

/** Replaces the delivery, with author and time of this request. */
async function upsertEntrega(
  tx: Db,
  id: number,
  { version, hora_dispositivo = null, desfase_s = 0, ...values }: EntregaValues & Partial<HechoValues>,
  { user, heardBefore }: Session,
  scope: Scope = {},
): Promise<Entrega> {
  await lockRuta(tx, id, scope)
  const arrival = sql`(select greatest(r.creado_en, case when not dudosa then llegada_descarga end)
    from rutas r left join tiempos_leer on ruta_id = r.id where r.id = ${id})`
  const hecho = sql`from hora_del_hecho(${hora_dispositivo}, ${desfase_s}, ${arrival}, ${heardBefore})`
  const columns = {
    ...values,
    usuario_id: user.id,
    hora_dispositivo,
    hecho_en: sql`(select hecho_en ${hecho})`,
    dudosa: sql`(select dudosa ${hecho})`,
  }
  await upsertByParent(tx, 'rutas', 'entregas', ['ruta_id', id], columns, version)
  return entregaOf(await findEntregas(tx, [id]), id)
}

/** Sets only the fields of the request. */
async function upsertTiempos(
  tx: Db,
  id: number,
  { version, ...changes }: TiemposChanges,
  { phone, ...scope }: Scope & { phone?: Session } = {},
): Promise<Tiempos> {
  await lockRuta(tx, id, scope)
  const sent = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const columns = { ...sent, dudosas: await findDoubtful(tx, id, sent, phone) }
  await upsertByParent(tx, 'rutas', 'tiempos', ['ruta_id', id], columns, version)
  return tiemposOf(await findTiempos(tx, [id]), id)
}

function incidentesRoutes(app: App, now: Now): void {
  serveWrite(app, incidentes.create, async (tx, { params, body, session }) => {
    const desde = body.desde ?? now().toISOString()
    // The schema can't compare `hasta` with a `desde` that the request omits.
    if (body.hasta !== null && body.hasta < desde) throw invalid({ hasta: sentences.endsEarly })
    await lockRuta(tx, params.id)
    const columns = { ...body, ruta_id: params.id, desde, usuario_id: session.user.id }
    return findRecord<Incidente>(tx, 'incidentes', await insert(tx, 'incidentes', columns))
  })
  serveWrite(app, incidentes.update, async (tx, { params: { id, iid }, body: { version, ...columns } }) => {
    await lockIncidente(tx, id, iid)
    await replaceRecord(tx, 'incidentes', iid, columns, version)
    return findRecord<Incidente>(tx, 'incidentes', iid)
  })
  serveWrite(app, incidentes.remove, async (tx, { params: { id, iid }, query, session }) => {
    await lockIncidente(tx, id, iid)
    await softDeleteRecord(tx, 'incidentes', iid, query.version, session.user.id)
    return null
  })
}

/** @throws {HttpError} 404 if the route does not exist, or has no such incident */
async function lockIncidente(tx: Db, ruta: number, id: number): Promise<void> {
  await lockRuta(tx, ruta)
  const own = sql`select from incidentes where id = ${id} and ruta_id = ${ruta}`
  if (!(await one(tx, own))) throw notFound(registros.incidentes.notFound)
}

function reglasRoutes(app: App, db: Database, clock: CompanyClock): void {
  serve(app, reglas.show, async ({ params }) => {
    await findRecord(db, 'clientes', params.id)
    return findReglas(db, params.id)
  })
  serveWrite(app, reglas.update, (tx, { params, body }) =>
    upsertReglas(tx, params.id, body, companyToday(clock)),
  )
}

/** Keeps the start day of a requirement that was already on. */
async function upsertReglas(
  tx: Db,
  cliente_id: number,
  { version, ...values }: ReglasValues,
  hoy: string,
): Promise<Reglas> {
  if (!(await lockRecord(tx, 'clientes', cliente_id))) throw notFound(registros.clientes.notFound)
  const { foto_desde, firma_desde } = await findReglas(tx, cliente_id)
  const columns = {
    ...values,
    foto_desde: values.exige_foto ? (foto_desde ?? hoy) : null,
    firma_desde: values.exige_firma ? (firma_desde ?? hoy) : null,
  }
  await upsertByParent(tx, 'clientes', 'reglas', ['cliente_id', cliente_id], columns, version)
  return findReglas(tx, cliente_id)
}
