import type { RutaEstado } from '@flota/contract/estados.ts'
import { rutaDelPiloto, rutaKeys, type rutas } from '@flota/contract/rutas.ts'
import type { Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Db, empty, many, prepared, raw, sql } from '../../platform/db/sql.ts'

type Declared = z.output<typeof rutas.recientes.data>['rutasPorFecha'][number]
/** `rutas` is JSON text already: the array's elements, without its brackets. */
export type DiaDeRutas = Omit<Declared, 'rutas'> & { rutas: string }

export interface RecientesQuery {
  /** Today's date in the company's zone, `YYYY-MM-DD`. */
  hoy: string
  dias: number
  /** Whether each trip has `inicio` and `fin`, which pilots do not see. */
  horas?: 'si' | undefined
}

const amounts = new Set(['precio', 'combustible'])
const moments = new Set(['creado_en', 'actualizado_en', 'eliminado_en', 'inicio', 'fin'])

/** A column so that PostgreSQL writes it into JSON as the program would: 12.5 for 12.50, moments with a `Z`. */
function asJson(column: string): string {
  if (amounts.has(column)) return `${column}::float8 as ${column}`
  if (moments.has(column)) return `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`
  return column
}
const columnsOf = (columns: readonly string[]) => raw(columns.map(asJson).join(', '))

const columns = columnsOf(rutaKeys)
const columnsWithHours = columnsOf([...rutaKeys, 'inicio', 'fin'])
const columnsWithoutPrice = columnsOf(Object.keys(rutaDelPiloto.shape))

// One statement each, so that totals and trips show the same moment. The limit is part of the text and no parameter,
// because a plan made without knowing it reads every day there is.

/** The newest dates up to today that have trips, newest first, each with its totals and all its trips. */
export const findRecientes = (db: Db, { hoy, dias, horas }: RecientesQuery): Promise<DiaDeRutas[]> =>
  many<DiaDeRutas>(
    db,
    daysAsJson(
      horas ? columnsWithHours : columns,
      sql`sum(precio)::float8`,
      sql`rutas_leer join (
          select periodo as fecha from resumen where nivel = 'dia' and periodo <= ${hoy}
          group by periodo having sum(n) > 0 order by periodo desc limit ${raw(String(dias))}) as dias
        using (fecha)
        where eliminado_en is null`,
    ),
  )

/** The same of one pilot's own trips, without a price or an income. */
export const findOwnRecientes = (db: Db, choferId: number | null, { hoy, dias }: RecientesQuery) =>
  many<DiaDeRutas>(
    db,
    daysAsJson(
      columnsWithoutPrice,
      undefined,
      sql`rutas_leer join (
          select fecha from rutas where chofer_id = ${choferId} and eliminado_en is null and fecha <= ${hoy}
          group by fecha order by fecha desc limit ${raw(String(dias))}) as dias
        using (fecha)
        where chofer_id = ${choferId} and eliminado_en is null`,
    ),
  )

/** PostgreSQL writes the trips as JSON: reading rows and writing them again costs the program three times as much. */
const daysAsJson = (these: Sql, ingresos: Sql | undefined, from: Sql) =>
  prepared(sql`select fecha, string_agg(viaje, ',' order by hora desc, id desc) as rutas,
      json_build_object('total', count(*), 'pendientes', ${count('Pendiente')}, 'en_curso', ${count('En curso')},
        'entregadas', ${count('Entregado')}, 'incidentes', ${count('Incidente')}
        ${ingresos ? sql`, 'ingresos', ${ingresos}` : empty}) as resumen
    from (
      select fecha, hora, id, estado, precio, (select row_to_json(ruta)::text from (select ${these}) as ruta) as viaje
      from ${from}) as viajes
    group by fecha order by fecha desc`)

const count = (estado: RutaEstado) => raw(`count(*) filter (where estado = '${estado}')`)
