import { sentences } from '@flota/contract/core/sentences.ts'
import type {
  Plan,
  PlanChanges,
  PlanesFilters,
  PlanesQuery,
  PlanesValues,
} from '@flota/contract/fleet/planes.ts'
import { planErrors } from '@flota/contract/records/planes.ts'
import type { Sql } from 'sql-template-tag'
import { findPlan, selectPlanes, writePlan } from '../../domain/planes.ts'
import { matchesNamed } from '../../platform/db/nameKeys.ts'
import {
  columnNames,
  columnValues,
  isNotDeleted,
  lockRecord,
  replaceRecord,
} from '../../platform/db/records.ts'
import {
  conditionIf,
  type Db,
  join,
  limitOffset,
  many,
  prepared,
  raw,
  scalar,
  sql,
} from '../../platform/db/sql.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import type { PageOf } from '../../platform/http/serve.ts'
import type { ExportQuery } from '../../platform/http/serveExport.ts'

const orders: Record<PlanesQuery['orden'], string> = {
  vence: `array_position(array['vencido', 'por_vencer', 'al_dia', 'inactivo'], estado), dias, falta_km,
    camion collate es_nombre, nombre collate es_nombre, id`,
  nombre: 'camion collate es_nombre, nombre collate es_nombre, id',
}

const matchingPlanes = ({ camion_id, estado, buscar }: PlanesFilters, hoy: string): Sql =>
  sql`from (${selectPlanes(hoy)}) p where ${isNotDeleted('planes')}
    ${conditionIf('camion_id =', camion_id)}${conditionIf('estado =', estado)}
    ${matchesNamed('camiones', raw('busqueda'), buscar, raw('camion_id'))}`

export function planesExportQuery(query: PlanesFilters, hoy: string): ExportQuery {
  const from = matchingPlanes(query, hoy)
  return { from, rows: sql`select * ${from} order by ${raw(orders[query.orden])}` }
}

/** Returns a page. Finds its ids first, so that only its rows look for an open maintenance. */
export async function findPlanes(db: Db, query: PlanesQuery, hoy: string): Promise<PageOf<Plan[]>> {
  const { buscar, orden, pagina, porPagina } = query
  const from = matchingPlanes(query, hoy)
  const order = raw(`order by ${orders[orden]}`)
  const ids = sql`select id ${from} ${order} ${limitOffset(porPagina, (pagina - 1) * porPagina)}`
  const statement = (text: Sql) => (buscar ? text : prepared(text))
  const [rows, total = 0] = await Promise.all([
    many<Plan>(
      db,
      statement(sql`select * from (${selectPlanes(hoy)}) p where id = any(array(${ids})) ${order}`),
    ),
    scalar<number>(db, statement(sql`select count(*) ${from}`)),
  ])
  return { rows, total }
}

const columnsOf = (values: Omit<PlanesValues, 'camiones'>) => {
  const { nombre, cada_km, cada_dias, aviso_km, aviso_dias, desde_fecha, desde_km, activo } = values
  return { nombre, cada_km, cada_dias, aviso_km, aviso_dias, desde_fecha, desde_km, activo }
}

/**
 * Creates the plan for each truck, in a transaction. Returns the plans in the order of the trucks.
 * @throws {HttpError} 400 for an unknown truck, 409 if a truck has a plan of that name
 */
export async function createPlanes(
  tx: Db,
  { camiones, ...values }: PlanesValues,
  hoy: string,
): Promise<Plan[]> {
  const trucks = await many<{ id: number; placa: string }>(
    tx,
    sql`select id, placa from camiones where id = any(${camiones}::int[]) and eliminado_en is null
      order by id for share`,
  )
  if (trucks.length < camiones.length) throw invalid({ camiones: sentences.unknownCamion })
  const columns = columnsOf(values)
  // In the order in which other transactions insert too, so that they wait for each other's names without a deadlock.
  const created = await many<{ id: number; camion_id: number }>(
    tx,
    sql`insert into planes (camion_id, ${columnNames(columns)})
      values ${join(trucks.map(({ id }) => sql`(${id}, ${columnValues(columns)})`))}
      on conflict (camion_id, normaliza(nombre)) where eliminado_en is null do nothing
      returning id, camion_id`,
  )
  const planOf = new Map(created.map(({ id, camion_id }) => [camion_id, id]))
  const taken = camiones.find((id) => !planOf.has(id))
  const truck = trucks.find(({ id }) => id === taken)
  if (truck) throw conflict(planErrors.taken(truck.placa))
  const plans = await many<Plan>(
    tx,
    sql`${selectPlanes(hoy)} where id = any(${created.map(({ id }) => id)}::int[])`,
  )
  return plans.toSorted((a, b) => camiones.indexOf(a.camion_id) - camiones.indexOf(b.camion_id))
}

/** Replaces a plan, in a transaction. @throws {HttpError} 400 for another truck, 409 for a name that is taken */
export async function updatePlan(tx: Db, id: number, body: PlanChanges, hoy: string): Promise<Plan> {
  const before = await lockRecord<Plan>(tx, 'planes', id)
  if (before && body.camion_id !== null && body.camion_id !== before.camion_id)
    throw invalid({ camion_id: 'El camión no se puede cambiar.' })
  await writePlan(tx, id, () => replaceRecord(tx, 'planes', id, columnsOf(body), body.version))
  return findPlan(tx, id, hoy)
}
