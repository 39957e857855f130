import { type Db, many, one, raw, run, sql } from '../platform/db/sql.ts'

/** Writes of fuel, readings, maintenance and plans below the calls. A number of these dates is a day of November 2026. */

type Day = string | number
const dateOf = (day: Day) => (typeof day === 'number' ? `2026-11-${String(day).padStart(2, '0')}` : day)

export interface CargaRow {
  fecha: Day
  km?: number | null
  galones?: number
  lleno?: boolean
  falta_anterior?: boolean
  chofer_id?: number | null
}

const insertedId = async (db: Db, statement: Parameters<typeof one>[1]): Promise<number> => {
  const row = await one<{ id: number }>(db, statement)
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** Inserts an approved carga of 100 quetzales. @returns its id */
export const insertCarga = (db: Db, camion_id: number, carga: CargaRow): Promise<number> => {
  const { fecha, km = null, galones = 10, lleno = true, falta_anterior = false, chofer_id = null } = carga
  return insertedId(
    db,
    sql`insert into movimientos (tipo, concepto, paga, monto, fecha, comprobante, estado, usuario_id, busqueda, chofer_id,
        camion_id, galones, km, lleno, falta_anterior, estacion, vale, busqueda_carga)
      values ('gasto', 'Combustible', 'empresa', 100, ${dateOf(fecha)}, 'ninguno', 'aprobado',
        (select min(id) from usuarios), '', ${chofer_id}, ${camion_id}, ${galones}, ${km}, ${lleno}, ${falta_anterior},
        'Puma', '778', '')
      returning id`,
  )
}

export const insertLectura = (db: Db, camion_id: number, fecha: Day, km: number, reinicia = false) =>
  insertedId(
    db,
    sql`insert into lecturas (camion_id, fecha, km, reinicia, nota)
      values (${camion_id}, ${dateOf(fecha)}, ${km}, ${reinicia}, 'De la hoja') returning id`,
  )

interface ServicioRow {
  fecha: Day
  km?: number | null
  estado?: string
  plan_id?: number | null
}
export const insertServicio = (db: Db, camion_id: number, servicio: ServicioRow) => {
  const { fecha, km = null, estado = 'Completado', plan_id = null } = servicio
  return insertedId(
    db,
    sql`insert into mantenimientos (camion_id, tipo, descripcion, fecha_programada, kilometraje, estado, plan_id, busqueda)
      values (${camion_id}, 'Preventivo', 'Aceite', ${dateOf(fecha)}, ${km}, ${estado}, ${plan_id}, E'aceite\\n')
      returning id`,
  )
}

interface PlanRow {
  cada_km?: number | null
  cada_dias?: number | null
  desde_fecha: Day
  desde_km?: number | null
}
export const insertPlan = (db: Db, camion_id: number, plan: PlanRow) => {
  const { cada_km = 10_000, cada_dias = 180, desde_fecha, desde_km = null } = plan
  return insertedId(
    db,
    sql`insert into planes (camion_id, nombre, cada_km, cada_dias, desde_fecha, desde_km)
      values (${camion_id}, 'Cambio de aceite ' || (select count(*) from planes), ${cada_km}, ${cada_dias},
        ${dateOf(desde_fecha)}, ${desde_km})
      returning id`,
  )
}

/** Inserts a row into each table of fuel and maintenance plans, until the tests have calls that create them. */
export async function insertFlotaRows(
  db: Db,
  { camion_id, chofer_id }: { camion_id: number; chofer_id: number },
): Promise<void> {
  await insertCarga(db, camion_id, { fecha: 1, km: 100_000, chofer_id })
  await insertCarga(db, camion_id, { fecha: 2, km: 100_100, chofer_id })
  await insertCarga(db, camion_id, { fecha: 3, km: 100_050, chofer_id })
  await insertLectura(db, camion_id, 4, 100_150)
  const plan_id = await insertPlan(db, camion_id, { desde_fecha: 1, desde_km: 95_000 })
  await insertServicio(db, camion_id, { fecha: 5, km: 100_200, plan_id })
  await run(db, sql`insert into camiones_ficha values (${camion_id}, 60) on conflict do nothing`)
}

/** Returns what is kept of a truck, without ids. */
export const readKept = (db: Db, camion_id: number) =>
  one(
    db,
    sql`select
      (select json_build_array(km, fecha) from odometros where camion_id = ${camion_id}) as odometro,
      (select json_agg(json_build_array(origen, fecha, km, reinicia, falta, contra_km, contra_fecha, recorrido)
        order by fecha, reinicia, km, origen) from kilometrajes where camion_id = ${camion_id}) as lecturas,
      (select json_agg(json_build_array(desde, hasta, km, galones, usual) order by hasta, km)
        from tramos where camion_id = ${camion_id}) as tramos,
      (select json_agg(json_build_array(fecha, faltas) order by fecha, faltas)
        from cargas_faltas where camion_id = ${camion_id}) as faltas,
      (select json_agg(json_build_array(x.ultimo_id is null, x.ultimo_fecha, x.ultimo_km, x.proximo_km, x.proxima_fecha)
        order by p.cada_km, p.cada_dias)
        from planes_proximos x join planes p on p.id = x.plan_id where p.camion_id = ${camion_id}) as planes`,
  )

interface Reading {
  fecha: string
  km: number
  falta: string | null
}
/** Returns a truck's readings in the order of the walk. */
export const readKilometraje = async (db: Db, camion_id: number) =>
  (
    await many<Reading>(
      db,
      sql`select fecha, km, falta from kilometrajes_leer where camion_id = ${camion_id} order by fecha, reinicia, km, rango, origen_id`,
    )
  ).map(({ fecha, km, falta }) => [Number(fecha.slice(-2)), km, falta])

interface CargaFigures {
  km_galon: number | null
  faltas: string[]
}
/** Returns km_galon and faltas of a truck's cargas, oldest first. */
export const readCargas = async (db: Db, camion_id: number) =>
  (
    await many<CargaFigures>(
      db,
      sql`select km_galon, faltas from cargas_leer where camion_id = ${camion_id}
        order by ${raw('fecha, km nulls last, id')}`,
    )
  ).map(({ km_galon, faltas }) => [km_galon, ...faltas])
