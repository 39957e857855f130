import type { RutaEstado } from '@flota/contract/estados.ts'
import { type Ruta, ruta, type rutas } from '@flota/contract/rutas.ts'
import type { z } from 'zod'
import { type Db, many, prepared, raw, sql } from '../db/sql.ts'

type Dia = z.output<typeof rutas.recientes.data>['rutasPorFecha'][number]

export interface Recientes {
  /** Today's date in the company's zone, `YYYY-MM-DD`. */
  hoy: string
  dias: number
}

const columns = raw(Object.keys(ruta.shape).join(', '))
const columnsWithoutPrice = raw(Object.keys(ruta.omit({ precio: true }).shape).join(', '))

// One statement each, so that totals and trips are of one moment. The limit stands in the text: a plan that doesn't
// know it would read every day there is.

/** The newest dates up to today that have trips, newest first, each with its totals and all its trips. */
export const findRecientes = async (db: Db, { hoy, dias }: Recientes): Promise<Dia[]> =>
  byDate(
    await many<Ruta>(
      db,
      prepared(
        sql`select ${columns}
          from rutas_leer join (
            select periodo as fecha from resumen where nivel = 'dia' and periodo <= ${hoy}
            group by periodo having sum(n) > 0 order by periodo desc limit ${raw(String(dias))}) as dias
          using (fecha)
          where eliminado_en is null order by fecha desc, hora desc, id desc`,
      ),
    ),
  )

/** The same of one pilot's own trips, without a price or an income. */
export const findOwnRecientes = async (db: Db, choferId: number | null, { hoy, dias }: Recientes) =>
  byDate(
    await many<Ruta>(
      db,
      prepared(
        sql`select ${columnsWithoutPrice}
          from rutas_leer join (
            select fecha from rutas where chofer_id = ${choferId} and eliminado_en is null and fecha <= ${hoy}
            group by fecha order by fecha desc limit ${raw(String(dias))}) as dias
          using (fecha)
          where chofer_id = ${choferId} and eliminado_en is null order by fecha desc, hora desc, id desc`,
      ),
    ),
  )

const byDate = (rows: Ruta[]): Dia[] =>
  [...Map.groupBy(rows, (row) => row.fecha)].map(([fecha, viajes]) => ({
    fecha,
    resumen: { ...countStates(viajes), ingresos: incomeOf(viajes) },
    rutas: viajes,
  }))

/** In cents, which add up exactly; undefined where prices are not seen. */
function incomeOf(viajes: Ruta[]): number | undefined {
  const cents = viajes.flatMap(({ precio }) => (precio === undefined ? [] : [Math.round(precio * 100)]))
  return cents.length === 0 ? undefined : cents.reduce((a, b) => a + b, 0) / 100
}

function countStates(viajes: Ruta[]) {
  const count = (estado: RutaEstado) => viajes.filter((viaje) => viaje.estado === estado).length
  return {
    total: viajes.length,
    pendientes: count('Pendiente'),
    en_curso: count('En curso'),
    entregadas: count('Entregado'),
    incidentes: count('Incidente'),
  }
}
