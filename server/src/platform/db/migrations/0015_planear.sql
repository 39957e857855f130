-- The check before assigning: when a trip occupies its truck, pilot and helper, and what speaks against it.

-- The company's zone, told by the program's start: what a trip's fecha and hora mean.
alter table ajustes add column zona text not null default 'America/Guatemala';

-- In minutes; null where nobody said it. A trip occupies [inicio, fin), which whoever writes it keeps.
alter table rutas add column duracion_min int check (duracion_min between 1 and 20160),
  add column inicio timestamptz, add column fin timestamptz;

create or replace view rutas_leer as
  select r.id, r.no_ruta, r.cliente_id, r.servicio, r.mercaderia, r.camion_id, r.combustible, r.origen, r.destino,
    r.chofer_id, r.ayudante_id, r.fecha, r.hora, r.precio, r.comentario, r.estado,
    cl.nombre as cliente_nombre, cl.apellido as cliente_apellido,
    ca.placa as camion_placa, ca.marca as camion_marca, ca.modelo as camion_modelo,
    ch.nombre as piloto_nombre, ch.apellido as piloto_apellido,
    ay.nombre as ayudante_nombre, ay.apellido as ayudante_apellido,
    r.version, r.creado_en, r.actualizado_en, r.eliminado_en, r.duracion_min
  from rutas r
    join clientes cl on cl.id = r.cliente_id
    join camiones ca on ca.id = r.camion_id
    join choferes ch on ch.id = r.chofer_id
    left join ayudantes ay on ay.id = r.ayudante_id;

create or replace function columnas_internas() returns text[]
  language sql immutable parallel safe
  return array['id', 'version', 'creado_en', 'actualizado_en', 'eliminado_en', 'eliminado_por',
    'busqueda', 'correlativo', 'gemelo', 'password_hash', 'oculto', 'vivo', 'terminado_en', 'subido_por_id', 'inicio', 'fin', 'zona'];

-- How many minutes a trip takes.
create function duracion_de(la_duracion int, el_cliente int, el_origen text, el_destino text, el_servicio text,
  la_fecha date) returns int language plpgsql stable as $$
begin
  return coalesce(la_duracion, (select duracion_viaje_min from ajustes));
end $$;

-- When a trip of that hour occupies.
create function horario(la_fecha date, la_hora time, minutos int, out inicio timestamptz, out fin timestamptz)
  language plpgsql stable as $$
declare
  momento timestamptz;
  sale boolean;
begin
  select (la_fecha + la_hora) at time zone zona, hora_es = 'salida' into momento, sale from ajustes;
  inicio := case when sale then momento else momento - make_interval(mins => minutos) end;
  fin := case when sale then momento + make_interval(mins => minutos) else momento end;
end $$;

-- All trips at once, without a dead row: for this migration, and for rows that came past the program.
create function llenar_horarios() returns void language plpgsql as $$
declare
  momento text;
  minutos text;
  sale boolean;
begin
  select format('(fecha + hora) at time zone %L', zona),
    format('make_interval(mins => coalesce(duracion_min, %s))', duracion_viaje_min), hora_es = 'salida'
  into momento, minutos, sale from ajustes;
  execute format('alter table rutas alter inicio type timestamptz using %s, alter fin type timestamptz using %s',
    case when sale then momento else momento || ' - ' || minutos end,
    case when sale then momento || ' + ' || minutos else momento end);
end $$;
select llenar_horarios();

-- Open trips only: by their end, of which few lie ahead, and those under way, which last until now at least.
create index rutas_ocupa_camion on rutas (camion_id, fin)
  where eliminado_en is null and estado in ('Pendiente', 'En curso');
create index rutas_ocupa_chofer on rutas (chofer_id, fin)
  where eliminado_en is null and estado in ('Pendiente', 'En curso');
create index rutas_ocupa_ayudante on rutas (ayudante_id, fin)
  where eliminado_en is null and estado in ('Pendiente', 'En curso');
create index rutas_en_curso_camion on rutas (camion_id, inicio, id) where eliminado_en is null and estado = 'En curso';
create index rutas_en_curso_chofer on rutas (chofer_id, inicio, id) where eliminado_en is null and estado = 'En curso';
create index rutas_en_curso_ayudante on rutas (ayudante_id, inicio, id)
  where eliminado_en is null and estado = 'En curso';

/*
 * The open trips of a truck, a pilot and a helper (each may be null) that overlap [el_inicio, el_fin), but for one;
 * of those under way that should have ended before, the earliest only. No trip takes more than 14 days.
 */
do $do$
declare
  parte text := $parte$
    select '%2$s' as entidad, %1$s as entidad_id, id, no_ruta, inicio as desde,
      case estado when 'En curso' then greatest(fin, now()) else fin end as hasta
    from rutas
    where %1$s = %3$s and eliminado_en is null and estado in ('Pendiente', 'En curso')
      and fin > el_inicio and fin < el_fin + interval '14 days' and inicio < el_fin and id is distinct from menos
    union all (
      select '%2$s', %1$s, id, no_ruta, inicio, now() from rutas
      where %1$s = %3$s and eliminado_en is null and estado = 'En curso'
        and inicio < el_inicio and fin <= el_inicio and el_inicio < now() and id is distinct from menos
      order by inicio, id limit 1)$parte$;
begin
  execute format($funcion$
    create function choques(el_camion int, el_chofer int, el_ayudante int, el_inicio timestamptz, el_fin timestamptz,
        menos int)
      returns table (entidad text, entidad_id int, id int, no_ruta text, desde timestamptz, hasta timestamptz)
      language sql stable as $$ %s union all %s union all %s $$ $funcion$,
    format(parte, 'camion_id', 'camiones', 'el_camion'),
    format(parte, 'chofer_id', 'choferes', 'el_chofer'),
    format(parte, 'ayudante_id', 'ayudantes', 'el_ayudante'));
end $do$;

create table restricciones (
  id int generated always as identity primary key,
  nombre text not null,
  desde date,
  hasta date,
  -- 1 is Monday. Null: one span, from desde hora_desde to hasta hora_hasta.
  dias_semana smallint[],
  hora_desde time(0),
  hora_hasta time(0),
  palabras_exentas text[],
  nota text,
  activo boolean not null,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios
);
create index restricciones_eliminadas on restricciones (eliminado_en) where eliminado_en is not null;
create view restricciones_leer as select * from restricciones;
create trigger anotado after insert or update on restricciones for each row execute function anotar('', 'nombre');

-- Whether a restriction holds at some moment of [el_inicio, el_fin).
create function toca(r restricciones, el_inicio timestamptz, el_fin timestamptz, zona text) returns boolean
  language plpgsql stable as $$
begin
  if r.dias_semana is null then
    return (r.desde + coalesce(r.hora_desde, '00:00')) at time zone zona < el_fin
      and coalesce(r.hasta + r.hora_hasta, r.hasta + 1) at time zone zona > el_inicio;
  end if;
  return exists (
    select from generate_series(date_trunc('day', el_inicio at time zone zona) - interval '1 day',
      el_fin at time zone zona, interval '1 day') as cada (dia)
    where extract(isodow from dia) = any(r.dias_semana)
      and (r.desde is null or dia >= r.desde) and (r.hasta is null or dia <= r.hasta)
      and (dia + r.hora_desde) at time zone zona < el_fin
      and (dia + r.hora_hasta + case when r.hora_hasta > r.hora_desde then interval '0' else interval '1 day' end)
        at time zone zona > el_inicio);
end $$;

-- Whether one of these stands in the text as whole words, both read as a search reads them.
create function nombra(texto text, palabras text[]) returns boolean language sql immutable
  return exists (
    select from unnest(palabras) as cada (palabra)
    where normaliza(texto) collate "und-x-icu" ~ ('(^|[^[:alnum:]])'
      || regexp_replace(normaliza(palabra) collate "und-x-icu", '([^[:alnum:][:space:]])', '\\\1', 'g')
      || '([^[:alnum:]]|$)'));

-- As the program gives moments.
create function momento(valor timestamptz) returns text language sql stable
  return to_char(valor at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- An end of a trip as one says it on that day: '14:00', or '25/11/2026 06:00'.
create function extremo(valor timestamptz, zona text, la_fecha date) returns text language sql stable
  return to_char(valor at time zone zona,
    case when (valor at time zone zona)::date = la_fecha then 'HH24:MI' else 'DD/MM/YYYY HH24:MI' end);

-- Whether another route has the number: volatile, so that it sees what was committed while its statement waited.
create function esta_tomado(el_numero text, la_ruta int) returns boolean language plpgsql volatile as $$
begin
  return exists (
    select from rutas where clave(no_ruta) = clave(el_numero) and id is distinct from la_ruta);
end $$;

/*
 * When a trip occupies and what speaks against it: `hallazgos` is a list for viajes/avisos.ts. Who is about to write
 * it (`escribe`) holds, where something is refused, truck, pilot and helper against others, and looks afterwards:
 * each statement of a volatile function sees what was committed before it.
 */
create function revisar(el_camion int, el_chofer int, el_ayudante int, la_fecha date, la_hora time, minutos int,
    la_mercaderia text, el_estado text, la_ruta int, escribe boolean,
    out inicio timestamptz, out fin timestamptz, out hallazgos jsonb, out bloquea boolean)
  -- Planned for each trip anew it would take as long again.
  language plpgsql volatile set plan_cache_mode to force_generic_plan as $$
declare
  el_hasta timestamptz;
  aparta boolean;
  a ajustes;
begin
  hallazgos := '[]';
  bloquea := false;
  select h.inicio, h.fin into inicio, fin from horario(la_fecha, la_hora, minutos) h;
  if el_estado not in ('Pendiente', 'En curso') then return; end if;
  select * into a from ajustes;
  aparta := escribe and a.modos @? '$.* ? (@ == "bloquear")';
  el_hasta := case el_estado when 'En curso' then greatest(fin, now()) else fin end;
  begin
    if aparta then
      perform pg_advisory_xact_lock(1, el_camion);
      perform pg_advisory_xact_lock(2, el_chofer);
      perform pg_advisory_xact_lock(3, el_ayudante) where el_ayudante is not null;
    end if;
    with todos (codigo, entidad, entidad_id, nombre, tipo, vence, exenta, ruta) as (
      select case c.entidad when 'camiones' then 'CAMION_OCUPADO' when 'choferes' then 'PILOTO_OCUPADO'
          else 'AYUDANTE_OCUPADO' end,
        c.entidad, c.entidad_id,
        case c.entidad when 'camiones' then (select placa from camiones where id = el_camion)
          when 'choferes' then (select trim(nombre || ' ' || apellido) from choferes where id = el_chofer)
          else (select trim(nombre || ' ' || apellido) from ayudantes where id = el_ayudante) end,
        null, null::date, false,
        jsonb_build_object('id', c.id, 'no_ruta', c.no_ruta, 'desde', momento(c.desde), 'hasta', momento(c.hasta),
          'de', extremo(c.desde, a.zona, la_fecha), 'a', extremo(c.hasta, a.zona, la_fecha))
      from (
        select distinct on (entidad) *
        from choques(el_camion, el_chofer, el_ayudante, revisar.inicio, el_hasta, la_ruta)
        order by entidad, desde, id) c
      union all
      select 'LICENCIA_VENCIDA', 'choferes', id, trim(nombre || ' ' || apellido), null, vencimiento, false, null
      from choferes where id = el_chofer and vencimiento < la_fecha
      union all
      select 'DOCUMENTO_VENCIDO', 'documentos', d.id, d.nombre, d.tipo, d.vence, false, null
      from documentos d join documento_tipos t on t.id = d.tipo_id
      where (d.entidad, d.entidad_id) in (('camiones', el_camion), ('choferes', el_chofer), ('ayudantes', el_ayudante))
        and d.vivo and d.vence < la_fecha and d.eliminado_en is null and t.activo and t.eliminado_en is null
      union all
      select 'CAMION_EN_TALLER', 'camiones', id, placa, null, null, false, null
      from camiones where id = el_camion and exists (
        select from mantenimientos m where m.camion_id = el_camion and m.eliminado_en is null and m.estado = 'En proceso')
      union all
      select 'RESTRICCION', 'restricciones', r.id, r.nombre, null, null, nombra(la_mercaderia, r.palabras_exentas), null
      from restricciones r where r.activo and r.eliminado_en is null and toca(r, revisar.inicio, el_hasta, a.zona))
    select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('modo', a.modos -> codigo) order by entidad_id), '[]'),
      coalesce(bool_or(a.modos ->> codigo = 'bloquear' and not exenta), false)
    into hallazgos, bloquea
    from todos t where a.modos ->> codigo <> 'callar';
    if aparta and bloquea then raise sqlstate 'FL409'; end if;
  exception when sqlstate 'FL409' then
    -- What was held is free again with this block: many may wait for it.
  end;
end $$;
