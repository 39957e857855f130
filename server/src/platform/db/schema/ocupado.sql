-- Occupation: when a trip occupies its truck, pilot and helper, and which trips overlap.

/*
 * Returns until when a trip that occupies its truck, pilot and helper does so: a trip under way at least until now, a stopped
 * trip at least for the next 24 hours. The end itself is free. Trip form, save, lists of free records, board and notices all
 * use the functions of this file.
 */
create or replace function ocupa_hasta(estado text, fin timestamptz, ahora timestamptz) returns timestamptz
  language sql stable as $$
  select case estado
    when 'En curso' then greatest(fin, ahora)
    when 'Incidente' then greatest(fin, ahora + interval '24 hours')
    else fin
  end
$$;

/*
 * Returns the stopped trips: in state Incidente, with an open incident, and with a fecha of the last 30 days or later. `causa`
 * and `detenida_desde` are of the earliest open incident.
 */
create or replace function viajes_detenidos(ahora timestamptz)
  returns table (id int, no_ruta text, camion_id int, chofer_id int, ayudante_id int, inicio timestamptz, fin timestamptz,
    hasta timestamptz, causa text, detenida_desde timestamptz)
  language sql stable as $$
  select r.id, r.no_ruta, r.camion_id, r.chofer_id, r.ayudante_id, r.inicio, r.fin,
    ocupa_hasta(r.estado, r.fin, ahora), i.causa, i.desde
  from rutas r, lateral incidente_abierto(r.id) i
  where r.eliminado_en is null and r.estado = 'Incidente'
    -- The first line follows from the second one, which no index can use: all indexes of these trips are ordered by their end.
    and r.fin > ahora - interval '33 days' and r.fin < 'infinity'
    and (select (ahora at time zone zona)::date from ajustes) - r.fecha <= 30
$$;

/*
 * Returns the earliest overdue trip under way, except `menos`, of a truck, pilot or helper (`que`, `cual`), which occupies it
 * from before `el_inicio` until `ahora`; none if `el_inicio` is not before `ahora`. With a constant `que` it reads one row of
 * one index.
 */
create or replace function viaje_atrasado(que text, cual int, el_inicio timestamptz, menos int, ahora timestamptz)
  returns table (id int, no_ruta text, inicio timestamptz) language sql stable as $$
  select id, no_ruta, inicio from rutas
  where (que = 'camiones' and camion_id = cual or que = 'choferes' and chofer_id = cual or que = 'ayudantes' and ayudante_id = cual)
    and eliminado_en is null and estado = 'En curso'
    and inicio < el_inicio and fin <= el_inicio and el_inicio < ahora and id is distinct from menos
  order by inicio, id limit 1
$$;

/*
 * Returns the trips, except `menos`, that occupy a truck, a pilot or a helper (each may be null) at some moment of
 * [el_inicio, el_fin). Of overdue trips under way it returns only the earliest. `detenida_desde` is null unless the trip is
 * stopped. Each part reads a short range of its own index, since no trip takes more than 14 days.
 */
create or replace function viajes_que_ocupan(el_camion int, el_chofer int, el_ayudante int, el_inicio timestamptz,
    el_fin timestamptz, menos int, ahora timestamptz)
  returns table (codigo text, entidad text, entidad_id int, id int, no_ruta text, desde timestamptz, hasta timestamptz,
    detenida_desde timestamptz)
  language sql stable as $$
  select 'CAMION_OCUPADO' as codigo, 'camiones' as entidad, camion_id as entidad_id, id, no_ruta, inicio as desde,
    ocupa_hasta(estado, fin, ahora) as hasta, null::timestamptz as detenida_desde
  from rutas
  where camion_id = el_camion and eliminado_en is null and estado in ('Pendiente', 'En curso')
    and fin > el_inicio and fin < el_fin + interval '14 days' and inicio < el_fin and id is distinct from menos
  union all
  select 'CAMION_OCUPADO', 'camiones', el_camion, id, no_ruta, inicio, ahora, null
  from viaje_atrasado('camiones', el_camion, el_inicio, menos, ahora)
  union all
  select 'CAMION_OCUPADO', 'camiones', camion_id, id, no_ruta, inicio, hasta, detenida_desde from viajes_detenidos(ahora)
  where camion_id = el_camion and inicio < el_fin and hasta > el_inicio and id is distinct from menos
  union all
  select 'PILOTO_OCUPADO', 'choferes', chofer_id, id, no_ruta, inicio,
    ocupa_hasta(estado, fin, ahora), null::timestamptz
  from rutas
  where chofer_id = el_chofer and eliminado_en is null and estado in ('Pendiente', 'En curso')
    and fin > el_inicio and fin < el_fin + interval '14 days' and inicio < el_fin and id is distinct from menos
  union all
  select 'PILOTO_OCUPADO', 'choferes', el_chofer, id, no_ruta, inicio, ahora, null
  from viaje_atrasado('choferes', el_chofer, el_inicio, menos, ahora)
  union all
  select 'PILOTO_OCUPADO', 'choferes', chofer_id, id, no_ruta, inicio, hasta, detenida_desde from viajes_detenidos(ahora)
  where chofer_id = el_chofer and inicio < el_fin and hasta > el_inicio and id is distinct from menos
  union all
  select 'AYUDANTE_OCUPADO', 'ayudantes', ayudante_id, id, no_ruta, inicio,
    ocupa_hasta(estado, fin, ahora), null::timestamptz
  from rutas
  where ayudante_id = el_ayudante and eliminado_en is null and estado in ('Pendiente', 'En curso')
    and fin > el_inicio and fin < el_fin + interval '14 days' and inicio < el_fin and id is distinct from menos
  union all
  select 'AYUDANTE_OCUPADO', 'ayudantes', el_ayudante, id, no_ruta, inicio, ahora, null
  from viaje_atrasado('ayudantes', el_ayudante, el_inicio, menos, ahora)
  union all
  select 'AYUDANTE_OCUPADO', 'ayudantes', ayudante_id, id, no_ruta, inicio, hasta, detenida_desde from viajes_detenidos(ahora)
  where ayudante_id = el_ayudante and inicio < el_fin and hasta > el_inicio and id is distinct from menos
$$;

/*
 * Returns the pairs of trips (ids) that occupy the same truck, pilot or helper at some moment after `ahora`, and which
 * of these, truck first. An overdue trip under way lasts until `ahora`, so it is in no pair. Calling `viajes_que_ocupan` for
 * each of 27,000 open trips took six times as long. In the order of their ends, a trip that overlaps any earlier trip
 * overlaps the one just before it, so only such trips are compared with the others.
 */
create or replace function pares_ocupados(ahora timestamptz) returns table (menor int, mayor int, que text)
  language sql stable as $$
  with abiertas as materialized (
    select id, inicio, fin, camion_id, chofer_id, ayudante_id from rutas
    -- The upper bound is for the planner, which takes a range with one end for a third of the table.
    where eliminado_en is null and estado in ('Pendiente', 'En curso') and fin > ahora and fin < 'infinity'
    union all
    select id, inicio, hasta, camion_id, chofer_id, ayudante_id from viajes_detenidos(ahora)),
  seguidos as materialized (
    select *, inicio < lag(fin) over (partition by camion_id order by fin, id) as choca_camion_id,
      inicio < lag(fin) over (partition by chofer_id order by fin, id) as choca_chofer_id,
      inicio < lag(fin) over (partition by ayudante_id order by fin, id) as choca_ayudante_id
    from abiertas)
  select distinct on (menor, mayor) least(una, otra) as menor, greatest(una, otra) as mayor, que
  from (
    select 0 as orden, 'camión' as que, s.id as una, o.id as otra
    from seguidos s join abiertas o on s.choca_camion_id and o.camion_id = s.camion_id
      and o.fin > s.inicio and (o.fin, o.id) < (s.fin, s.id)
    where (select modos ->> 'CAMION_OCUPADO' <> 'callar' from ajustes)
    union all
    select 1 as orden, 'piloto' as que, s.id as una, o.id as otra
    from seguidos s join abiertas o on s.choca_chofer_id and o.chofer_id = s.chofer_id
      and o.fin > s.inicio and (o.fin, o.id) < (s.fin, s.id)
    where (select modos ->> 'PILOTO_OCUPADO' <> 'callar' from ajustes)
    union all
    select 2 as orden, 'ayudante' as que, s.id as una, o.id as otra
    from seguidos s join abiertas o on s.choca_ayudante_id and o.ayudante_id = s.ayudante_id
      and o.fin > s.inicio and (o.fin, o.id) < (s.fin, s.id)
    where (select modos ->> 'AYUDANTE_OCUPADO' <> 'callar' from ajustes)
  ) pares
  order by menor, mayor, orden
$$;

/*
 * Returns the trips, except `menos`, that occupy their truck, pilot and helper at some moment of [el_inicio, el_fin), without
 * overdue ones (`viaje_atrasado`). It reads one range of one index.
 */
create or replace function viajes_entre(el_inicio timestamptz, el_fin timestamptz, menos int, ahora timestamptz)
  returns table (id int, no_ruta text, camion_id int, chofer_id int, ayudante_id int, hasta timestamptz)
  language sql stable as $$
  select id, no_ruta, camion_id, chofer_id, ayudante_id, ocupa_hasta(estado, fin, ahora) from rutas
  where eliminado_en is null and estado in ('Pendiente', 'En curso')
    and fin > el_inicio and fin < el_fin + interval '14 days' and inicio < el_fin and id is distinct from menos
  union all
  select id, no_ruta, camion_id, chofer_id, ayudante_id, hasta from viajes_detenidos(ahora)
  where inicio < el_fin and hasta > el_inicio and id is distinct from menos
$$;
