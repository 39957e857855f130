-- The trip check: when a trip begins and ends, and the findings against it.

-- Returns a trip's duration in minutes: its own, that of the price list, or that of the settings.
create or replace function duracion_de(la_duracion int, el_cliente int, el_origen text, el_destino text,
  el_servicio text, la_fecha date) returns int language plpgsql stable as $$
begin
  return coalesce(la_duracion,
    -- The exists is cheap, and many companies have no price list.
    case when exists (select from tarifas where eliminado_en is null) then (
      select duracion_min from tarifa_de(el_cliente, el_origen, el_destino, el_servicio, la_fecha)) end,
    (select duracion_viaje_min from ajustes));
end $$;

-- Returns begin and end of a trip. The settings say whether its hour is that of leaving or of arriving.
create or replace function horario(la_fecha date, la_hora time, minutos int, out inicio timestamptz, out fin timestamptz)
  language plpgsql stable as $$
declare
  momento timestamptz;
  sale boolean;
begin
  select (la_fecha + la_hora) at time zone zona, hora_es = 'salida' into momento, sale from ajustes;
  inicio := case when sale then momento else momento - make_interval(mins => minutos) end;
  fin := case when sale then momento + make_interval(mins => minutos) else momento end;
end $$;

-- Returns whether a restriction applies at some moment of [el_inicio, el_fin).
create or replace function coincide_restriccion(r restricciones, el_inicio timestamptz, el_fin timestamptz, zona text) returns boolean
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

-- Returns whether the text contains one of these as whole words. Ignores case and accents.
create or replace function contiene_palabra(texto text, palabras text[]) returns boolean language sql immutable
  return exists (
    select from unnest(palabras) as cada (palabra)
    where normaliza(texto) collate "und-x-icu" ~ ('(^|[^[:alnum:]])'
      || regexp_replace(normaliza(palabra) collate "und-x-icu", '([^[:alnum:][:space:]])', '\\\1', 'g')
      || '([^[:alnum:]]|$)'));

-- Formats a time as JSON has it.
create or replace function formato_iso(valor timestamptz) returns text language sql stable
  return to_char(valor at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Formats a time for a reader on the day `la_fecha`: '14:00', or '25/11/2026 06:00' on another day.
create or replace function formato_hora(valor timestamptz, zona text, la_fecha date) returns text language sql stable
  return to_char(valor at time zone zona,
    case when (valor at time zone zona)::date = la_fecha then 'HH24:MI' else 'DD/MM/YYYY HH24:MI' end);

-- Locks truck, pilot and helper against other writers if any mode is bloquear. Called before any row is locked.
create or replace function bloquear_tripulacion(el_camion int, el_chofer int, el_ayudante int) returns void language plpgsql volatile as $$
begin
  if exists (select from ajustes where modos @? '$.* ? (@ == "bloquear")') then
    perform pg_advisory_xact_lock(1, el_camion);
    perform pg_advisory_xact_lock(2, el_chofer);
    perform pg_advisory_xact_lock(3, el_ayudante) where el_ayudante is not null;
  end if;
end $$;

/*
 * Returns begin and end of a trip and the findings against it (`hallazgos`, read by trips/warnings.ts): none for a closed trip,
 * unless it is stopped. Volatile: each of its statements sees what was committed before it.
 */
create or replace function revisar(el_camion int, el_chofer int, el_ayudante int, la_fecha date, la_hora time, minutos int,
    la_mercaderia text, el_estado text, la_ruta int,
    out inicio timestamptz, out fin timestamptz, out hallazgos jsonb, out bloquea boolean)
  -- One plan for all calls: planning takes as long as running.
  language plpgsql volatile set plan_cache_mode to force_generic_plan as $$
declare
  el_hasta timestamptz;
  a ajustes;
begin
  hallazgos := '[]';
  bloquea := false;
  select h.inicio, h.fin into inicio, fin from horario(la_fecha, la_hora, minutos) h;
  if el_estado not in ('Pendiente', 'En curso') then
    perform from viajes_detenidos(now()) d where d.id = la_ruta and el_estado = 'Incidente';
    if not found then return; end if;
  end if;
  select * into a from ajustes;
  el_hasta := ocupa_hasta(el_estado, fin, now());
  with todos (codigo, entidad, entidad_id, nombre, tipo, vence, exenta, ruta) as (
    select c.codigo,
      c.entidad, c.entidad_id,
      case c.entidad when 'camiones' then (select placa from camiones where id = el_camion)
        when 'choferes' then (select trim(nombre || ' ' || apellido) from choferes where id = el_chofer)
        else (select trim(nombre || ' ' || apellido) from ayudantes where id = el_ayudante) end,
      null, null::date, false,
      jsonb_build_object('id', c.id, 'no_ruta', c.no_ruta, 'desde', formato_iso(c.desde), 'hasta', formato_iso(c.hasta),
        'de', formato_hora(c.desde, a.zona, la_fecha), 'a', formato_hora(c.hasta, a.zona, la_fecha),
        'detenida_desde', formato_hora(c.detenida_desde, a.zona, la_fecha))
    from (
      select distinct on (entidad) *
      from viajes_que_ocupan(el_camion, el_chofer, el_ayudante, revisar.inicio, el_hasta, la_ruta, now())
      order by entidad, desde, id) c
    union all
    select 'LICENCIA_VENCIDA', 'choferes', id, trim(nombre || ' ' || apellido), null, vencimiento, false, null
    from choferes where id = el_chofer and vencimiento < la_fecha
    union all
    select 'DOCUMENTO_VENCIDO', 'documentos', d.id, d.nombre, d.tipo, d.vence, false, null
    from documentos d cross join lateral (select * from documento_tipos where id = d.tipo_id offset 0) t
    where (d.entidad, d.entidad_id) in (('camiones', el_camion), ('choferes', el_chofer), ('ayudantes', el_ayudante))
      and d.vivo and d.vence < la_fecha and d.eliminado_en is null and t.activo and t.eliminado_en is null
    union all
    select 'CAMION_EN_TALLER', 'camiones', id, placa, null, null, false, null
    from camiones where id = el_camion and exists (
      select from mantenimientos m where m.camion_id = el_camion and m.eliminado_en is null and m.estado = 'En proceso')
    union all
    select 'MANTENIMIENTO_VENCIDO', 'planes', p.id, c.placa, p.nombre, null, false, null
    from planes p
      join camiones c on c.id = p.camion_id
      -- Else the generic plan reads all services that are due.
      cross join lateral (select * from planes_proximos where plan_id = p.id offset 0) x
      left join odometros o on o.camion_id = p.camion_id
    where p.camion_id = el_camion and p.activo and p.eliminado_en is null and not p.oculto
      and (x.proxima_fecha < la_fecha or x.proximo_km < o.km)
    union all
    select 'RESTRICCION', 'restricciones', r.id, r.nombre, null, null, contiene_palabra(la_mercaderia, r.palabras_exentas), null
    from restricciones r where r.activo and r.eliminado_en is null and coincide_restriccion(r, revisar.inicio, revisar.fin, a.zona))
  select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('modo', a.modos -> codigo) order by entidad_id), '[]'),
    coalesce(bool_or(a.modos ->> codigo = 'bloquear' and not exenta), false)
  into hallazgos, bloquea
  from todos t where a.modos ->> codigo <> 'callar';
end $$;

/*
 * Locks truck, pilot and helper, then does the same as `revisar`: for a trip that is about to be written. With `se_niega` the
 * caller does not write a blocked trip: then the locks are released at once, since others may wait for them.
 */
create or replace function revisar_bloqueando(el_camion int, el_chofer int, el_ayudante int, la_fecha date, la_hora time,
    minutos int, la_mercaderia text, el_estado text, la_ruta int, se_niega boolean,
    out inicio timestamptz, out fin timestamptz, out hallazgos jsonb, out bloquea boolean)
  language plpgsql volatile as $$
begin
  if el_estado in ('Pendiente', 'En curso') then
    perform bloquear_tripulacion(el_camion, el_chofer, el_ayudante);
  elsif el_estado = 'Incidente' then
    perform bloquear_tripulacion(el_camion, el_chofer, el_ayudante) from viajes_detenidos(now()) d where d.id = la_ruta;
  end if;
  select r.* into inicio, fin, hallazgos, bloquea
  from revisar(el_camion, el_chofer, el_ayudante, la_fecha, la_hora, minutos, la_mercaderia, el_estado, la_ruta) r;
  if bloquea and se_niega then raise sqlstate 'FL409'; end if;
exception when sqlstate 'FL409' then
  -- The rollback of this block releases the locks. The findings are in variables, which keep their values.
end $$;
