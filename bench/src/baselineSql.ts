import { newestDay } from './dataset.ts'

const rutaColumns = `r.id, r.no_ruta, r.cliente_id, r.servicio, r.mercaderia, r.camion_id, r.combustible, r.origen, r.destino,
  r.chofer_id, r.ayudante_id, r.fecha, r.hora, r.precio, r.comentario, r.estado, r.version,
  cl.nombre as cliente_nombre, cl.apellido as cliente_apellido, ca.placa as camion_placa, ca.marca as camion_marca,
  ca.modelo as camion_modelo, ch.nombre as piloto_nombre, ch.apellido as piloto_apellido,
  ay.nombre as ayudante_nombre, ay.apellido as ayudante_apellido`
const rutaJoins = `join clientes cl on cl.id = r.cliente_id join camiones ca on ca.id = r.camion_id
  join choferes ch on ch.id = r.chofer_id left join ayudantes ay on ay.id = r.ayudante_id`
const newest = 'fecha desc, hora desc, id desc'

/** Adds ±1 trip to its three totals. `rows` returns estado, fecha, n and suma. */
const updateTotals = (rows: string) => `insert into resumen (nivel, periodo, estado, cajon, n, suma)
  select nivel, periodo, estado, pg_backend_pid() % 16, sum(n), sum(suma) from (${rows}) as cambio, lateral (values
    ('todo', date '0001-01-01'), ('mes', date_trunc('month', fecha)::date), ('dia', fecha)) as cuenta (nivel, periodo)
  group by nivel, periodo, estado having sum(n) <> 0 order by nivel, periodo, estado
  on conflict (nivel, periodo, estado, cajon) do update set n = resumen.n + excluded.n, suma = resumen.suma + excluded.suma`

/** Inserts the log entry of each trip of a CTE. */
const insertLogRow = (accion: string, from: string, cambios = `'{}'`, motivo = 'null') => `anotada as (
      insert into bitacora (usuario_id, usuario, direccion, peticion, tipo, registro_id, nombre, accion, cambios, motivo)
      select 1, 'admin', '127.0.0.1', '00000000-0000-0000-0000-000000000000', 'rutas', r.id, r.no_ruta,
        '${accion}', ${cambios}, ${motivo} from ${from})`
const estadoChange = `jsonb_build_object('estado', jsonb_build_array(antes.estado, r.estado))`

const open = `r.eliminado_en is null and r.estado in ('Pendiente', 'En curso')`

const priceKey = (cliente: string, servicio: string) =>
  `dia_de_tarifa(clave_de_tarifa(${cliente}, $7, $8, ${servicio}), $11::date)`

const firstOverlap = (que: string, column: string, parameter: string) => `(
      select '${que}' as que, r.${column} as de, r.id, r.no_ruta, r.inicio, r.fin from rutas r, horas h
      where r.${column} = ${parameter}::int and ${open}
        and r.fin > h.inicio and r.fin < h.fin + interval '14 days' and r.inicio < h.fin
      order by r.inicio limit 1)`

/** CTEs of a create: `horas` computes start and end, `choca` the overlaps. A trip takes at most 14 days. */
const occupied = `horas as materialized (
      select inicio, inicio + make_interval(mins => coalesce((
        select t.duracion_min
        from unnest(array[${priceKey('$2::int', '$3')}, ${priceKey('$2::int', 'null')}, ${priceKey('null', '$3')},
            ${priceKey('null', 'null')}]) c (dia)
          join tarifas t on t.vigencia @> c.dia and t.eliminado_en is null
        order by t.cliente_id is null, t.servicio is null limit 1), 480)) as fin
      from (select ($11::date + $12::time) at time zone 'America/Guatemala' as inicio) sale),
    choca as (${firstOverlap('camiones', 'camion_id', '$5')}
      union all ${firstOverlap('choferes', 'chofer_id', '$9')}
      union all ${firstOverlap('ayudantes', 'ayudante_id', '$10')})`

/** Changes the state and writes history, totals and log. */
const changeStatus = (more = '') => `with antes as (select * from rutas where id = $1 for no key update),
    despues as (
      update rutas r set estado = $2, version = r.version + 1, actualizado_en = now()
      from antes where r.id = antes.id returning r.*),
    historia as (
      insert into rutas_historial (ruta_id, estado_anterior, estado_nuevo, comentario, usuario_id)
      select antes.id, antes.estado, despues.estado, $3, 1 from antes, despues),
    totales as (${updateTotals(`select estado, fecha, -1 as n, -precio as suma from antes
      union all select estado, fecha, 1, precio from despues`)}),
    ${more}
    ${insertLogRow('estado', 'antes, despues r', estadoChange, '$3')}
    select * from despues`

/** To and from Incidente: opens an incident if none is open, and closes the open ones. */
const openOrCloseIncident = `abierto as (
      insert into incidentes (ruta_id, causa, desde, nota, usuario_id, por_estado)
      select id, 'Otro', now(), $3, 1, 1 from antes
      where $2 = 'Incidente' and estado <> $2 and not exists (
        select from incidentes i where i.ruta_id = antes.id and hasta is null and eliminado_en is null)),
    cerrados as (
      update incidentes i
      set hasta = now(), por_estado = i.por_estado + 1, version = i.version + 1, actualizado_en = now()
      from antes
      where i.ruta_id = antes.id and antes.estado = 'Incidente' and $2 <> antes.estado
        and i.hasta is null and i.eliminado_en is null),`

/** Hand-written SQL of the baseline: totals kept by counters, one search text, one statement per write. */
export const statements = {
  page: `select ${rutaColumns} from (select * from rutas where eliminado_en is null order by ${newest} limit 10 offset $1) r
    ${rutaJoins} order by ${newest}`,
  total: `select sum(n)::int as total from resumen where nivel = 'todo'`,
  search: `select ${rutaColumns} from (
      select * from rutas where eliminado_en is null and true order by ${newest} limit 10) r
    ${rutaJoins} order by ${newest}`,
  searchTotal: 'select count(*)::int as total from rutas where eliminado_en is null and true',
  day: `select ${rutaColumns} from rutas r ${rutaJoins}
    where r.eliminado_en is null
      and r.fecha = (select fecha from rutas where eliminado_en is null and fecha <= '${newestDay}' order by fecha desc limit 1)
    order by ${newest}`,
  months: `select periodo, estado, sum(n)::int as n, sum(suma) as suma from resumen
    where nivel = 'mes' and periodo between '2025-12-01' and '2026-11-01' group by periodo, estado order by periodo`,
  create: `with ${occupied},
    nueva as (
      insert into rutas (no_ruta, correlativo, cliente_id, servicio, mercaderia, camion_id, combustible, origen, destino,
        chofer_id, ayudante_id, fecha, hora, precio, comentario, inicio, fin, estado, busqueda)
      select $1, $15, cl.id, $3, $4, $5, $6, $7, $8, ch.id, $10, $11, $12, $13, $14, horas.inicio, horas.fin, 'Pendiente',
        $16 || E'\\n' || replace(cl.busqueda, E'\\n', ' ') || E'\\n' || $17 || E'\\n' || replace(ch.busqueda, E'\\n', ' ')
      from clientes cl, choferes ch, horas where cl.id = $2 and ch.id = $9 returning *),
    historia as (
      insert into rutas_historial (ruta_id, estado_nuevo, usuario_id) select id, estado, 1 from nueva),
    totales as (${updateTotals('select estado, fecha, 1 as n, precio as suma from nueva')}),
    del_cliente as (
      insert into resumen_clientes (cliente_id, cajon, n) select cliente_id, pg_backend_pid() % 16, 1 from nueva
      on conflict (cliente_id, cajon) do update set n = resumen_clientes.n + 1),
    ${insertLogRow('crear', 'nueva r')}
    select nueva.*, (select jsonb_agg(choca) from choca) as avisos from nueva`,
  status: changeStatus(),
  incident: changeStatus(openOrCloseIncident),
}
