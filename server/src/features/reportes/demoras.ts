import type { DayRange } from '@flota/contract/core/calendar.ts'
import {
  type Demora,
  type DemoraDeViaje,
  type DemoraGrupo,
  type DemorasDeViajesQuery,
  reportes,
} from '@flota/contract/reports/reportes.ts'
import type { Sql } from 'sql-template-tag'
import { tripNameColumns } from '../../domain/trips/tripNames.ts'
import { type Db, limitOffset, many, prepared, raw, scalar, sql } from '../../platform/db/sql.ts'
import type { App, PageOf } from '../../platform/http/serve.ts'
import { type ExportContext, serveExport } from '../../platform/http/serveExport.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import { type DemoraLine, demorasExcel, demorasTitle } from './demorasExcel.ts'
import { rangeOf } from './queries.ts'

const days = ({ desde, hasta }: DayRange) =>
  sql`r.eliminado_en is null and r.fecha between ${desde} and ${hasta}`

/** Selects each wait of a trip, charged by the client's current rules; its `minutos` are null if its hours are doubtful. */
const esperas = (range: DayRange) => sql`
  select r.id, r.fecha, r.hora, r.cliente_id, lugar, llegada, salida, minutos, monto,
    case unidad when 'dia' then cobrable * 24 else cobrable end as cobrable_h,
    horas_libres is null or tarifa_demora is null as sin_tarifa
  from tiempos_leer t join rutas r on r.id = t.ruta_id left join reglas g on g.cliente_id = r.cliente_id,
    lateral (values (1, origen, llegada_carga, salida_carga, carga_dudosa),
      (2, destino, llegada_descarga, salida_descarga, descarga_dudosa)) as paradas (nth, lugar, llegada, salida, es_dudosa)
    left join lateral espera_de(llegada, salida, horas_libres, tarifa_demora, unidad) on not es_dudosa
  where ${days(range)} and llegada is not null and salida is not null`

/** Sums whole minutes before converting them to hours. */
const horas = raw(`count(distinct id) filter (where minutos is not null)::int as viajes,
  count(distinct id) filter (where minutos is null)::int as viajes_dudosos, round(coalesce(sum(minutos), 0) / 60.0, 2) as horas`)
const cobrado = raw(`coalesce(sum(cobrable_h), 0) as cobrable_h, coalesce(sum(monto), 0) as monto,
  coalesce(bool_and(sin_tarifa) filter (where cobrable_h > 0), bool_and(sin_tarifa)) as sin_tarifa`)

/** Selects each incident of a trip; an open one ends at `ahora`. */
const incidentes = (range: DayRange, ahora: Date) => sql`
  select r.id, causa, i.desde, i.hasta, greatest(0, extract(epoch from
    date_trunc('minute', coalesce(i.hasta, ${ahora}::timestamptz)) - date_trunc('minute', i.desde)) / 60)::bigint as minutos
  from incidentes i join rutas r on r.id = i.ruta_id where i.eliminado_en is null and ${days(range)}`

/** Selects of Demora by group; open incidents end at `ahora`. */
const groups: Record<DemoraGrupo, (range: DayRange, ahora: Date) => Sql> = {
  cliente: (range) => sql`
    select cliente_id::text as clave, trim(concat_ws(' ', nombre, apellido)) as nombre, viajes, viajes_dudosos, horas, cobrable_h, monto, sin_tarifa
    from (select cliente_id, ${horas}, ${cobrado} from (${esperas(range)}) e group by cliente_id) s
      join clientes c on c.id = cliente_id`,
  // Spelled as in the place's newest trip.
  lugar: (range) => sql`
    select nombre as clave, *
    from (
      select (array_agg(lugar order by fecha desc, hora desc, id desc))[1] as nombre, ${horas}, ${cobrado}
      from (${esperas(range)}) e group by normaliza(lugar)) s`,
  causa: (range, ahora) => sql`
    select causa as clave, causa as nombre, ${horas}, null::numeric as cobrable_h, null::numeric as monto,
      false as sin_tarifa
    from (${incidentes(range, ahora)}) e group by causa`,
}

const columns = raw('clave, nombre, viajes, viajes_dudosos, horas, cobrable_h, monto, sin_tarifa')
const order = raw('order by monto desc, horas desc, nombre collate es_nombre, clave')

const findDemoras = async (db: Db, por: DemoraGrupo, range: DayRange, ahora: Date): Promise<Demora[]> => {
  const rows = await many<Omit<Demora, 'sin_tarifa'> & { sin_tarifa: boolean }>(
    db,
    prepared(sql`select ${columns} from (${groups[por](range, ahora)}) demoras ${order} limit 1000`),
  )
  return rows.map(({ sin_tarifa, ...row }) => (sin_tarifa ? { ...row, sin_tarifa } : row))
}

const waitColumns = raw('id, lugar as nombre, llegada as desde, salida as hasta, minutos, monto')

/** Selects the waits or incidents behind a row of Demora. */
const parts: Record<DemoraGrupo, (clave: string, range: DayRange, ahora: Date) => Sql> = {
  cliente: (clave, range) =>
    sql`select ${waitColumns} from (${esperas(range)}) e where cliente_id::text = ${clave}`,
  lugar: (clave, range) =>
    sql`select ${waitColumns} from (${esperas(range)}) e where normaliza(lugar) = normaliza(${clave})`,
  causa: (clave, range, ahora) => sql`
    select id, causa as nombre, desde, hasta, minutos, null::numeric as monto
    from (${incidentes(range, ahora)}) e where causa = ${clave}`,
}

/** Returns a page of the waits or incidents behind a row, the longest first; those with doubtful hours last. */
async function findParts(
  db: Db,
  { por, clave, desde, hasta, pagina, porPagina }: DemorasDeViajesQuery,
  ahora: Date,
): Promise<PageOf<DemoraDeViaje[]>> {
  const selected = parts[por](clave, rangeOf(desde, hasta), ahora)
  const [rows, total = 0] = await Promise.all([
    many<DemoraDeViaje>(
      db,
      sql`select r.id as ruta_id, r.no_ruta, ${tripNameColumns}, p.nombre, p.desde, p.hasta,
          round(minutos / 60.0, 2) as horas, p.monto
        from (${selected}) p join rutas r on r.id = p.id join clientes c on c.id = r.cliente_id
        order by minutos desc nulls last, r.fecha desc, r.id, p.desde
        ${limitOffset(porPagina, (pagina - 1) * porPagina)}`,
    ),
    scalar<number>(db, sql`select count(*) from (${selected}) p`),
  ])
  return { rows, total }
}

export function serveDemoras(app: App, context: ExportContext): void {
  const {
    chooseDb,
    clock: { now },
  } = context
  serveRead(app, reportes.demoras, async (reader, { query: { por, desde, hasta } }) =>
    findDemoras(await chooseDb(reader), por, rangeOf(desde, hasta), now()),
  )
  serveRead(app, reportes.viajesConDemora, async (reader, { query }) =>
    findParts(await chooseDb(reader), query, now()),
  )
  serveExport(app, reportes.exportarDemoras, context, {
    tipo: 'reportes',
    name: 'demoras',
    title: 'Demoras',
    find: ({ por, desde, hasta }) => {
      const from = sql`from (${groups[por](rangeOf(desde, hasta), now())}) demoras`
      return {
        from,
        rows: sql`select ${columns}, sum(viajes) over ()::int as suma_viajes, sum(horas) over () as suma_horas,
            sum(cobrable_h) over () as suma_cobrable_h,
            case when not bool_and(sin_tarifa) over () then sum(monto) over () end as suma_monto
          ${from} ${order}`,
      }
    },
    tooMany: { desde: 'Elige un período más corto.' },
    write: (batches: AsyncIterable<DemoraLine[]>, about, _hoy, { por, desde, hasta }) =>
      demorasExcel(por, batches, { ...about, title: demorasTitle(por, desde, hasta) }),
  })
}
