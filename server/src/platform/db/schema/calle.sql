-- What happens on the road: when it was done, what went wrong, and what proves it.

-- When something reported now was done: the phone's clock, corrected by how far it runs ahead of ours. A moment that is in the future or more than 30 days old is not believed.
create or replace function hecho(hora timestamptz, desfase int)
  returns table (hora_dispositivo timestamptz, hecho_en timestamptz, dudosa boolean) language sql stable as $$
  select hora, en, hora is not null and (en is null or abs(desfase) > 120)
  from (
    select case
      when cuando between now() - interval '30 days' and now() + interval '120 s' then least(cuando, now())
    end as en
    from (select hora - make_interval(secs => desfase) as cuando) corregida) hecho
$$;

/*
 * What a change of a route's state does to its incidents: into Incidente one is opened where none is, out of it all that
 * are open end. Called in the statement of the change for these two alone. It looks at them by itself: whoever held the
 * route before may have written some.
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

create or replace function hay_clase(la_ruta int, la_clase text) returns boolean language sql stable as $$
  select exists (
    select from archivos
    where entidad = 'rutas' and entidad_id = la_ruta and clase = la_clase
      and terminado_en is not null and eliminado_en is null)
$$;

-- Which proofs that its client asks for a route still lacks; none once a reason for their absence was given.
create or replace function falta_de(la_ruta int, el_cliente int) returns text[] language sql stable as $$
  select coalesce((
    select array_remove(array[
      case when r.exige_foto and not hay_clase(la_ruta, 'foto') then 'foto' end,
      case when r.exige_firma and not hay_clase(la_ruta, 'firma') then 'firma' end], null)
    from reglas r
    where r.cliente_id = el_cliente and not exists (
      select from entregas e where e.ruta_id = la_ruta and e.sin_evidencia_motivo is not null)), '{}')
$$;

-- How many minutes a truck waited at a place, both moments cut to whole minutes; no row if one is missing. What exceeds the
-- client's free hours is charged in hours, rounded up to a quarter, or in days, rounded up.
create or replace function espera_de(llegada timestamptz, salida timestamptz, horas_libres numeric, tarifa numeric, unidad text)
  returns table (minutos bigint, cobrable numeric, monto numeric) language sql stable as $$
  select n, cobrados, round(cobrados * tarifa, 2)
  from (select (extract(epoch from date_trunc('minute', salida) - date_trunc('minute', llegada)) / 60)::bigint as n) espera,
    lateral (select case when horas_libres is not null then greatest(n - horas_libres * 60, 0) end as de_mas) libre,
    lateral (select case unidad when 'dia' then ceil(de_mas / 1440) else ceil(de_mas / 15) / 4 end as cobrados) cobro
  where salida >= llegada
$$;
