import { addDays } from '@flota/contract/core/dates.ts'
import type { NewestQuery } from '@flota/contract/core/values.ts'
import {
  dineroDelPiloto,
  type GastoDelPiloto,
  type MiDinero,
  type MovimientoDelPiloto,
} from '@flota/contract/money/dineroDelPiloto.ts'
import { registros } from '@flota/contract/records/registros.ts'
import { ownScope } from '../../domain/trips/findRuta.ts'
import { fuelColumns } from '../../domain/trips/gastoColumns.ts'
import { isUnsettled } from '../../domain/trips/moneyLocks.ts'
import { type CompanyClock, companyToday } from '../../platform/clock.ts'
import { insert } from '../../platform/db/records.ts'
import { type Database, type Db, limitOffset, many, one, scalar, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import type { Session } from '../../platform/http/authentication.ts'
import { type App, serve, serveWrite } from '../../platform/http/serve.ts'
import { findMovimiento } from './queries.ts'

export function dineroDelPilotoRoutes(app: App, db: Database, clock: CompanyClock): void {
  const zona = clock.env.TZ_EMPRESA
  serveWrite(app, dineroDelPiloto.gasto, (tx, { params, body, session }) =>
    createGasto(tx, params.id, body, session, zona),
  )
  serve(app, dineroDelPiloto.miDinero, ({ session, query }) =>
    findMiDinero(db, ownScope(session).chofer_id, addDays(companyToday(clock), -30), query),
  )
}

/** Creates a pilot's expense for review by the office, whatever the route's state. @throws {HttpError} 404 */
async function createGasto(
  tx: Db,
  ruta_id: number,
  { hora_dispositivo, desfase_s, galones, km, lleno, estacion, ...values }: GastoDelPiloto,
  session: Session,
  zona: string,
): Promise<MovimientoDelPiloto> {
  const { chofer_id } = ownScope(session)
  const isCarga = values.concepto === 'Combustible' && galones !== null
  const camion_id = await lockTrip(tx, { ruta_id, chofer_id }, isCarga)
  const carga = { camion_id, chofer_id, ruta_id, km, lleno, falta_anterior: false, estacion, vale: null }
  const creation = sql`(select creado_en from rutas where id = ${ruta_id})`
  const hecho = sql`from hora_del_hecho(${hora_dispositivo}, ${desfase_s}, ${creation}, ${session.heardBefore})`
  const id = await insert(tx, 'movimientos', {
    ...values,
    tipo: 'gasto',
    chofer_id,
    ruta_id,
    paga: values.paga ?? 'piloto',
    comprobante: values.comprobante ?? 'ninguno',
    fecha: sql`(select (coalesce(case when not dudosa then hecho_en end, now()) at time zone ${zona})::date ${hecho})`,
    estado: 'registrado',
    del_piloto: true,
    hora_dispositivo,
    hecho_en: sql`(select hecho_en ${hecho})`,
    dudosa: sql`(select dudosa ${hecho})`,
    usuario_id: session.user.id,
    busqueda: sql`texto_de_movimiento(${chofer_id}, ${ruta_id}, ${values.descripcion}, null, null, null)`,
    ...(isCarga && fuelColumns({ ...carga, galones })),
  })
  return findMovimiento(tx, id)
}

interface OwnTrip {
  ruta_id: number
  chofer_id: number
}

/**
 * Locks the truck of a carga, the pilot, then the route, in the order of every transaction.
 * @returns the route's truck
 * @throws {HttpError} 404
 */
async function lockTrip(tx: Db, trip: OwnTrip, locksTruck: boolean): Promise<number> {
  const { ruta_id, chofer_id } = trip
  const own = sql`select camion_id from rutas
    where id = ${ruta_id} and chofer_id = ${chofer_id} and eliminado_en is null`
  const expected = locksTruck ? await scalar<number>(tx, own) : undefined
  if (expected !== undefined) await one(tx, sql`select from camiones where id = ${expected} for share`)
  await one(tx, sql`select from choferes where id = ${chofer_id} for share`)
  const camion_id = await scalar<number>(tx, sql`${own} for share`)
  if (camion_id === undefined) throw notFound(registros.rutas.notFound)
  // Another transaction changed the truck meanwhile: lock the new one.
  return locksTruck && camion_id !== expected ? lockTrip(tx, trip, locksTruck) : camion_id
}

async function findMiDinero(
  db: Db,
  chofer_id: number,
  desde: string,
  { pagina, porPagina }: NewestQuery,
): Promise<MiDinero> {
  const own = sql`from movimientos where chofer_id = ${chofer_id} and (fecha >= ${desde} or ${isUnsettled})`
  const [balance, movimientos] = [
    await one<Pick<MiDinero, 'saldo' | 'comisiones'>>(
      db,
      sql`select saldo, comisiones from saldos_leer where chofer_id = ${chofer_id}`,
    ),
    await many<MovimientoDelPiloto>(
      db,
      sql`with suyos as materialized (
          select id ${own} order by fecha desc, id desc ${limitOffset(porPagina, (pagina - 1) * porPagina)})
        select v.* from suyos join movimientos_leer v using (id) order by v.fecha desc, v.id desc`,
    ),
  ]
  const total = (await scalar<number>(db, sql`select count(*) ${own}`)) ?? 0
  return { saldo: balance?.saldo ?? 0, comisiones: balance?.comisiones ?? 0, movimientos, total }
}
