-- Deliveries: the time of an event on the road, incidents, proofs of delivery, waiting times.

-- Returns when an event that is reported now was done: the phone's time minus how far its clock is ahead of the server's.
-- hecho_en is null if that is in the future or more than 30 days ago.
create or replace function hora_del_hecho(hora timestamptz, desfase int)
  returns table (hora_dispositivo timestamptz, hecho_en timestamptz, dudosa boolean) language sql stable as $$
  select hora, en, hora is not null and (en is null or abs(desfase) > 120)
  from (
    select case
      when cuando between now() - interval '30 days' and now() + interval '120 s' then least(cuando, now())
    end as en
    from (select hora - make_interval(secs => desfase) as cuando) corregida) calculada
$$;

-- Whether a phone's time of an event that is reported now is doubtful: later than now, over 30 days ago, before an event
-- that must precede it, or over 24 hours ago although the phone's session was heard since then.
create or replace function es_hora_dudosa(hora timestamptz, no_antes timestamptz, oida timestamptz)
  returns boolean language sql stable as $$
  select coalesce(hora > now() + interval '120 s' or hora < greatest(now() - interval '30 days', no_antes - interval '120 s')
    or (hora < now() - interval '24 hours' and oida > hora), false)
$$;

create or replace function hora_del_hecho(hora timestamptz, desfase int, no_antes timestamptz, oida timestamptz)
  returns table (hora_dispositivo timestamptz, hecho_en timestamptz, dudosa boolean) language sql stable as $$
  select h.hora_dispositivo, h.hecho_en, h.dudosa or es_hora_dudosa(h.hecho_en, no_antes, oida)
  from hora_del_hecho(hora, desfase) h
$$;

/*
 * Opens an incident when a trip enters the state Incidente, unless one is open; closes all open ones when the trip leaves
 * it. Called by the statement that changes the state. The function reads the incidents itself, because the transaction that
 * locked the trip before may have written some.
 */
create or replace function cambia_incidentes(
  la_ruta int, estado_nuevo text, quien int, la_causa text, el_lugar text, la_nota text, cuando timestamptz)
  returns void language plpgsql as $$
begin
  if estado_nuevo = 'Incidente' then
    insert into incidentes (ruta_id, causa, lugar, desde, nota, usuario_id, por_estado)
    select la_ruta, coalesce(la_causa, 'Otro'), el_lugar, cuando, la_nota, quien, 1
    where not exists (
      select from incidentes where ruta_id = la_ruta and hasta is null and eliminado_en is null);
  else
    update incidentes
    set hasta = greatest(desde, cuando), por_estado = por_estado + 1, version = version + 1, actualizado_en = now()
    where ruta_id = la_ruta and hasta is null and eliminado_en is null;
  end if;
end $$;

-- Both keep `incidentes.fecha_ruta`. Each writer of an incident has locked the trip.
create or replace function incidente_toma_fecha() returns trigger language plpgsql as $$
begin
  new.fecha_ruta := (select fecha from rutas where id = new.ruta_id);
  return new;
end $$;
create or replace trigger incidente_toma_fecha before insert on incidentes
  for each row execute function incidente_toma_fecha();
-- Also in bulk loads, which disable triggers.
alter table incidentes enable always trigger incidente_toma_fecha;
create or replace function ruta_cambia_fecha() returns trigger language plpgsql as $$
begin
  update incidentes set fecha_ruta = new.fecha where ruta_id = new.id;
  return null;
end $$;
create or replace trigger ruta_cambia_fecha after update of fecha on rutas
  for each row when (old.fecha <> new.fecha) execute function ruta_cambia_fecha();

-- Returns a trip's earliest open incident. An end in the future closes it too.
create or replace function incidente_abierto(la_ruta int) returns table (causa text, desde timestamptz)
  language sql stable as $$
  select causa, desde from incidentes
  where ruta_id = la_ruta and hasta is null and eliminado_en is null
  order by desde, id limit 1
$$;

create or replace function tiene_archivo(la_ruta int, la_clase text) returns boolean language sql stable as $$
  select exists (
    select from archivos
    where entidad = 'rutas' and entidad_id = la_ruta and clase = la_clase
      and terminado_en is not null and eliminado_en is null)
$$;

-- Returns the proofs that the client demands and the trip lacks. Empty if a reason for their absence was given.
create or replace function evidencias_faltantes(la_ruta int, el_cliente int) returns text[] language sql stable as $$
  select coalesce((
    select array_remove(array[
      case when r.exige_foto and not tiene_archivo(la_ruta, 'foto') then 'foto' end,
      case when r.exige_firma and not tiene_archivo(la_ruta, 'firma') then 'firma' end], null)
    from reglas r
    where r.cliente_id = el_cliente and not exists (
      select from entregas e where e.ruta_id = la_ruta and e.sin_evidencia_motivo is not null)), '{}')
$$;

-- Returns how many minutes a truck waited, both times cut to whole minutes; no row if one is missing. Time beyond the
-- client's free hours is charged in hours, rounded up to a quarter, or in days, rounded up.
create or replace function espera_de(llegada timestamptz, salida timestamptz, horas_libres numeric, tarifa numeric, unidad text)
  returns table (minutos bigint, cobrable numeric, monto numeric) language sql stable as $$
  select n, cobrados, round(cobrados * tarifa, 2)
  from (select (extract(epoch from date_trunc('minute', salida) - date_trunc('minute', llegada)) / 60)::bigint as n) espera,
    lateral (select case when horas_libres is not null then greatest(n - horas_libres * 60, 0) end as de_mas) libre,
    lateral (select case unidad when 'dia' then ceil(de_mas / 1440) else ceil(de_mas / 15) / 4 end as cobrados) cobro
  where salida >= llegada
$$;
