import type { RutaEstado } from '@flota/contract/records/estados.ts'
import { rutaDelPiloto, rutaKeys, rutas } from '@flota/contract/trips/rutas.ts'
import type { Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type CompanyClock, companyToday } from '../../platform/clock.ts'
import { type Db, empty, many, prepared, raw, sql } from '../../platform/db/sql.ts'
import { type App, envelope, type Input, serveRaw } from '../../platform/http/serve.ts'

type Declared = z.output<typeof rutas.recientes.data>['rutasPorFecha'][number]
/** `rutas` is JSON text: the array's elements without brackets. */
type DiaDeRutas = Omit<Declared, 'rutas'> & { rutas: string }

interface RecientesQuery {
  hoy: string
  dias: number
  /** Adds `inicio` and `fin` to each trip. */
  horas?: 'si' | undefined
}

export function recientesRoutes(app: App, clock: CompanyClock): void {
  const respond = async ({ query, session, reply, reader: db }: Input<typeof rutas.recientes>) => {
    const { dias, horas } = query
    const hoy = companyToday(clock)
    const rutasPorFecha =
      session.rol_nombre === 'piloto'
        ? await findOwnRecientes(db, session.user.piloto_id, { hoy, dias })
        : await findRecientes(db, { hoy, dias, horas })
    void reply.type('application/json; charset=utf-8')
    return serializeDays({ hoy, rutasPorFecha }, query)
  }
  serveRaw(app, rutas.recientes, respond, { mayRemember: true })
}

/** Returns the response body: days pass through their schema, and trips are inserted as PostgreSQL's JSON text. */
function serializeDays(
  { hoy, rutasPorFecha }: { hoy: string; rutasPorFecha: DiaDeRutas[] },
  query: unknown,
): string {
  const daysWithoutRutas = rutasPorFecha.map((dia) => ({ ...dia, rutas: [] }))
  const body = JSON.stringify(envelope(rutas.recientes, { hoy, rutasPorFecha: daysWithoutRutas }, query))
  // Strings have escaped quotes, so this text occurs only as a key.
  const [first = '', ...rest] = body.split('"rutas":[]')
  return rest.reduce((json, next, i) => `${json}"rutas":[${rutasPorFecha[i]?.rutas}]${next}`, first)
}

const amounts = new Set(['precio', 'combustible'])
const moments = new Set(['creado_en', 'actualizado_en', 'eliminado_en', 'inicio', 'fin'])

/** Formats a column in JSON as JSON.stringify does: 12.5 instead of 12.50, timestamps with `Z`. */
function jsonColumn(column: string): string {
  if (amounts.has(column)) return `${column}::float8 as ${column}`
  if (moments.has(column)) return `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`
  return column
}
const columnsOf = (columns: readonly string[]) => raw(columns.map(jsonColumn).join(', '))

const columns = columnsOf(rutaKeys)
const columnsWithHours = columnsOf([...rutaKeys, 'inicio', 'fin'])
const columnsWithoutPrice = columnsOf(Object.keys(rutaDelPiloto.shape))

// One statement each, so that totals and trips belong to one snapshot. The limit is a literal: a plan without it reads
// every day.

/** Returns the newest dates with trips up to today, newest first, with totals and trips. */
const findRecientes = (db: Db, { hoy, dias, horas }: RecientesQuery): Promise<DiaDeRutas[]> =>
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

/** Returns the same for one pilot's trips, without prices and income. */
const findOwnRecientes = (db: Db, choferId: number | null, { hoy, dias }: RecientesQuery) =>
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

/** PostgreSQL writes the JSON of the trips: parsing and serializing rows here takes three times as long. */
const daysAsJson = (tripColumns: Sql, ingresos: Sql | undefined, from: Sql) =>
  prepared(sql`select fecha, string_agg(viaje, ',' order by hora desc, id desc) as rutas,
      json_build_object('total', count(*), 'pendientes', ${count('Pendiente')}, 'en_curso', ${count('En curso')},
        'entregadas', ${count('Entregado')}, 'incidentes', ${count('Incidente')}
        ${ingresos ? sql`, 'ingresos', ${ingresos}` : empty}) as resumen
    from (
      select fecha, hora, id, estado, precio, (select row_to_json(ruta)::text from (select ${tripColumns}) as ruta) as viaje
      from ${from}) as viajes
    group by fecha order by fecha desc`)

const count = (estado: RutaEstado) => raw(`count(*) filter (where estado = '${estado}')`)
