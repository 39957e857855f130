import { boardDay } from './dataset.ts'

// The floor's SQL of what plans a trip. No trip takes more than 14 days.

const open = `r.eliminado_en is null and r.estado in ('Pendiente', 'En curso')`

/** The price that holds, of the most specific key: parameters as SQL. */
const priceOf = (cliente: string, origen: string, destino: string, servicio: string, fecha: string) => {
  const key = (c: string, s: string) =>
    `dia_de_tarifa(clave_de_tarifa(${c}, ${origen}, ${destino}, ${s}), ${fecha})`
  return `select t.* from unnest(array[${key(cliente, servicio)}, ${key(cliente, 'null')}, ${key('null', servicio)},
      ${key('null', 'null')}]) c (dia) join tarifas t on t.vigencia @> c.dia and t.eliminado_en is null
    order by t.cliente_id is null, t.servicio is null limit 1`
}

interface Trip {
  cliente: string
  servicio: string
  camion: string
  origen: string
  destino: string
  chofer: string
  ayudante: string
  fecha: string
  hora: string
}

/** The CTEs `horas`, when a trip occupies, and `choca`, the first trip of its truck, pilot and helper that it meets. */
export function occupies(trip: Trip): string {
  const { cliente, servicio, camion, origen, destino, chofer, ayudante, fecha, hora } = trip
  const first = (que: string, column: string, value: string) => `(
      select '${que}' as que, r.${column} as de, r.id, r.no_ruta, r.inicio, r.fin from rutas r, horas h
      where r.${column} = ${value}::int and ${open}
        and r.fin > h.inicio and r.fin < h.fin + interval '14 days' and r.inicio < h.fin
      order by r.inicio limit 1)`
  return `horas as materialized (
      select inicio, inicio + make_interval(mins => coalesce((select duracion_min from (
        ${priceOf(`${cliente}::int`, origen, destino, servicio, `${fecha}::date`)}) tarifa), 480)) as fin
      from (select (${fecha}::date + ${hora}::time) at time zone 'America/Guatemala' as inicio) sale),
    choca as (${first('camiones', 'camion_id', camion)}
      union all ${first('choferes', 'chofer_id', chofer)}
      union all ${first('ayudantes', 'ayudante_id', ayudante)})`
}

const trip: Trip = {
  camion: '$1',
  chofer: '$2',
  ayudante: '$3',
  cliente: '$4',
  origen: '$5',
  destino: '$6',
  servicio: '$7',
  fecha: '$8',
  hora: '$9',
}

const touching = `r.eliminado_en is null and r.estado in ('Pendiente', 'En curso')
    and r.fin > d.empieza and r.inicio < d.acaba and r.fin < d.acaba + interval '15 days'`
const dia = `(select ($1::date)::timestamp at time zone 'America/Guatemala' as empieza,
    ($1::date + 1)::timestamp at time zone 'America/Guatemala' as acaba) d`
const shown = `r.id, r.no_ruta, r.inicio as desde, r.fin as hasta, cl.nombre || ' ' || cl.apellido as cliente, r.destino,
  r.camion_id, r.chofer_id, ch.nombre || ' ' || ch.apellido as piloto, r.ayudante_id, r.estado, r.version`
const named = `join clientes cl on cl.id = r.cliente_id join choferes ch on ch.id = r.chofer_id`
/** Whether a trip of the day meets the one before or after it. */
const meets = (column: string) => `r.${column} is not null and (
    coalesce(lag(r.fin) over w_${column} > r.inicio, false) or coalesce(lead(r.inicio) over w_${column} < r.fin, false))
  as choca_${column}`
const window = (column: string) => `w_${column} as (partition by r.${column} order by r.inicio)`
const resources = ['camion_id', 'chofer_id', 'ayudante_id']

export const planning = {
  check: `with ${occupies(trip)}
    select que, de, id, no_ruta, inicio, fin, null as nombre from choca
    union all
    select 'licencia', id, null, null, null, null, nombre from choferes where id = $2::int and vencimiento < $8::date
    union all
    select 'documento', d.id, null, null, null, null, d.tipo from documentos d
    where (d.entidad, d.entidad_id) in (('camiones', $1::int), ('choferes', $2::int), ('ayudantes', $3::int))
      and d.vivo and d.vence < $8::date and d.eliminado_en is null
    union all
    select 'taller', camion_id, null, null, null, null, null from mantenimientos
    where camion_id = $1::int and eliminado_en is null and estado = 'En proceso'
    union all
    select 'restriccion', r.id, null, null, null, null, r.nombre from restricciones r, horas h
    where r.activo and r.eliminado_en is null
      and (r.desde + coalesce(r.hora_desde, '00:00')) at time zone 'America/Guatemala' < h.fin
      and (r.hasta + coalesce(r.hora_hasta, '23:59')) at time zone 'America/Guatemala' > h.inicio`,
  boardTrips: `select ${shown}, ${resources.map(meets).join(', ')}
    from rutas r ${named}, ${dia} where ${touching} window ${resources.map(window).join(', ')}
    order by r.inicio, r.id`,
  boardClosed: `select ${shown} from rutas r ${named}
    where r.eliminado_en is null and r.estado in ('Entregado', 'Incidente') and r.fecha = $1`,
  boardTrucks: `select c.id, c.placa,
      exists (select from mantenimientos m
        where m.camion_id = c.id and m.eliminado_en is null and m.estado = 'En proceso') as en_taller,
      exists (select from rutas r
        where r.camion_id = c.id and r.eliminado_en is null and r.estado = 'En curso') as en_viaje
    from camiones c where c.eliminado_en is null order by c.placa`,
  boardFree: `select id, nombre, apellido from choferes where eliminado_en is null order by nombre, apellido, id`,
  boardLate: `select ${shown} from (
      select * from rutas where eliminado_en is null and estado = 'Pendiente' and fecha < '${boardDay}'::date + 6000
      order by fecha, hora, id limit 100) r ${named} order by r.fecha, r.hora, r.id`,
  price: `select t.id, t.cliente_id, t.origen, t.destino, t.servicio, t.precio, t.duracion_min, t.vigente_desde,
      t.vigente_hasta, t.version, cl.nombre, cl.apellido
    from (${priceOf('$1::int', '$2', '$3', '$4', 'current_date')}) t left join clientes cl on cl.id = t.cliente_id`,
  lastTrip: `select id, no_ruta, fecha, hora, servicio, mercaderia, origen, destino, precio, combustible, camion_id,
      chofer_id, ayudante_id
    from rutas where cliente_id = $1 and eliminado_en is null
      and normaliza(origen) = normaliza($2) and normaliza(destino) = normaliza($3)
    order by fecha desc, hora desc, id desc limit 1`,
  words: `select (array_agg(destino order by fecha desc, hora desc, id desc))[1] as valor, count(*)::int as veces
    from (
      select destino, fecha, hora, id from rutas where cliente_id = $1 and eliminado_en is null
      order by fecha desc, hora desc, id desc limit 200) r
    group by normaliza(destino) order by veces desc, valor limit 10`,
  prices: `select t.*, cl.nombre as cliente_nombre, cl.apellido as cliente_apellido
    from (
      select * from tarifas where eliminado_en is null
      order by origen collate es_nombre, destino collate es_nombre, id limit 20) t
    left join clientes cl on cl.id = t.cliente_id
    order by t.origen collate es_nombre, t.destino collate es_nombre, t.id`,
  pricesTotal: 'select sum(n)::int as total from tarifas_cuenta',
  log: 'select * from bitacora order by momento desc, id desc limit 20',
  logTotal: 'select count(*)::int as total from (select from bitacora limit 10001) contadas',
  papers: `select d.*, t.dias_aviso from documentos d join documento_tipos t on t.id = d.tipo_id
    where d.eliminado_en is null and not d.oculto and d.vivo
    order by d.vence, d.nombre collate es_nombre, d.tipo collate es_nombre, d.id limit 20`,
  papersTotal:
    'select count(*)::int as total from documentos where eliminado_en is null and not oculto and vivo',
}
