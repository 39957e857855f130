import type { Ficha } from '@flota/contract/fleet/ficha.ts'
import type { Kilometraje, kilometraje, Tramo } from '@flota/contract/fleet/kilometraje.ts'
import { registros } from '@flota/contract/records/registros.ts'
import type { z } from 'zod'
import { conditionIf, type Db, many, one, scalar, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'

const maxRows = 1000

/** @throws {HttpError} 404 if the truck does not exist or is in the bin */
export async function assertCamion(db: Db, id: number): Promise<void> {
  const found = await one(db, sql`select from camiones where id = ${id} and eliminado_en is null`)
  if (!found) throw notFound(registros.camiones.notFound)
}

/** Returns the newest readings of a truck. */
export const findKilometraje = (db: Db, camion_id: number) =>
  many<Kilometraje>(
    db,
    sql`select origen, origen_id, fecha, km, reinicia, falta from kilometrajes_leer where camion_id = ${camion_id}
      order by fecha desc, reinicia desc, km desc, rango desc, origen_id desc limit ${maxRows}`,
  )

/** The end of a tramo, by its place in the truck's list of cargas. */
const newestTramosFirst = sql`order by t.hasta desc, k.km desc, t.carga_id desc`
const tramosOf = (camion_id: number) =>
  sql`from tramos_leer t join kilometrajes k
      on k.camion_id = t.camion_id and k.origen = 'carga' and k.origen_id = t.carga_id
    where t.camion_id = ${camion_id}`

type PeriodQuery = z.output<typeof kilometraje.tramos.query>

/** Returns the newest tramos that end in the period, and km per gallon of all of them. */
export async function findTramos(db: Db, camion_id: number, { desde, hasta }: PeriodQuery) {
  const from = sql`${tramosOf(camion_id)}${conditionIf('t.hasta >=', desde)}${conditionIf('t.hasta <=', hasta)}`
  const [km_galon = null, tramos] = await Promise.all([
    scalar<number | null>(db, sql`select round(sum(t.km) / sum(t.galones), 2) ${from}`),
    many<Tramo>(db, sql`select t.* ${from} ${newestTramosFirst} limit ${maxRows}`),
  ])
  return { km_galon, tramos }
}

const fichaTramos = 10

/** @throws {HttpError} 404 if the truck does not exist or is in the bin */
export async function findFicha(db: Db, camion_id: number): Promise<Ficha> {
  const ficha = await one<Ficha>(
    db,
    sql`select f.tanque_gal, o.km, o.fecha as km_fecha, coalesce(f.version, 0) as version,
        (select round(sum(km) / sum(galones), 2) from (
          select t.km, t.galones ${tramosOf(camion_id)} ${newestTramosFirst} limit ${fichaTramos}) nuevos) as km_galon
      from camiones c
        left join camiones_ficha f on f.camion_id = c.id
        left join odometros o on o.camion_id = c.id
      where c.id = ${camion_id} and c.eliminado_en is null`,
  )
  if (!ficha) throw notFound(registros.camiones.notFound)
  return ficha
}
