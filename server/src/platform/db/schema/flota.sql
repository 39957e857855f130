-- Fuel, odometer readings and maintenance plans.

-- What a search of cargas looks in: with the names of today.
create or replace function texto_de_carga(el_camion int, el_chofer int, la_ruta int, estacion text, vale text) returns text
  language sql stable as $$
  select normaliza(concat_ws(' ', nombre_de('camion_id', el_camion), nombre_de('chofer_id', el_chofer),
    nombre_de('ruta_id', la_ruta), estacion, vale))
$$;

-- A user who renames a truck holds it: no carga of it is being written.
create or replace function renombra_cargas_de_camion() returns trigger language plpgsql as $$
begin
  update movimientos set busqueda_carga = texto_de_carga(camion_id, chofer_id, ruta_id, estacion, vale) where camion_id = new.id;
  return null;
end $$;
create or replace trigger cargas_renombradas after update of placa on camiones for each row
  when (old.placa <> new.placa) execute function renombra_cargas_de_camion();

-- Lecturas and planes are hidden while their truck is in the bin.
create or replace function oculta_flota() returns trigger language plpgsql as $$
begin
  update lecturas set oculto = new.eliminado_en is not null where camion_id = new.id;
  update planes set oculto = new.eliminado_en is not null where camion_id = new.id;
  return null;
end $$;
create or replace trigger flota_oculta after update of eliminado_en on camiones for each row
  when ((old.eliminado_en is null) <> (new.eliminado_en is null)) execute function oculta_flota();

-- Statement triggers: a statement recalculates the trucks whose columns it changed, and only those.
create or replace function recalcular_por_cargas() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform recalcular_camiones(array(select camion_id from despues where camion_id is not null));
  else
    perform recalcular_camiones(array(
      select unnest(array[a.camion_id, d.camion_id]) from antes a join despues d using (id)
      where (a.camion_id is not null or d.camion_id is not null)
        and (a.camion_id, a.fecha, a.km, a.galones, a.lleno, a.falta_anterior, a.chofer_id, a.estado = 'anulado')
          is distinct from (d.camion_id, d.fecha, d.km, d.galones, d.lleno, d.falta_anterior, d.chofer_id, d.estado = 'anulado')));
  end if;
  return null;
end $$;
create or replace trigger recalcular_alta after insert on movimientos referencing new table as despues
  for each statement execute function recalcular_por_cargas();
create or replace trigger recalcular_cambio after update on movimientos referencing old table as antes new table as despues
  for each statement execute function recalcular_por_cargas();

/*
 * Keeps cargas_dias. Its triggers come after those of recalcular_por_cargas by their names, so that all transactions lock
 * trucks before days.
 */
create or replace function sumar_cargas() returns trigger language plpgsql as $$
declare
  cambios cargas_dias[];
begin
  cambios := array(
    select row(fecha, paga, estado, lleno, 1, galones, monto)::cargas_dias from despues where camion_id is not null);
  -- An insert has no table `antes`.
  if tg_op = 'UPDATE' then
    cambios := cambios || array(
      select row(fecha, paga, estado, lleno, -1, -galones, -monto)::cargas_dias from antes where camion_id is not null);
  end if;
  insert into cargas_dias as d
  select fecha, paga, estado, lleno, sum(n), sum(galones), sum(total) from unnest(cambios) group by 1, 2, 3, 4
  having sum(n) <> 0 or sum(galones) <> 0 or sum(total) <> 0
  order by 1, 2, 3, 4
  on conflict (fecha, paga, estado, lleno)
  do update set n = d.n + excluded.n, galones = d.galones + excluded.galones, total = d.total + excluded.total;
  return null;
end $$;
create or replace trigger sumar_alta after insert on movimientos referencing new table as despues
  for each statement execute function sumar_cargas();
create or replace trigger sumar_cambio after update on movimientos referencing old table as antes new table as despues
  for each statement execute function sumar_cargas();

create or replace function recalcular_por_lecturas() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform recalcular_camiones(array(select camion_id from despues));
  else
    perform recalcular_camiones(array(
      select unnest(array[a.camion_id, d.camion_id]) from antes a join despues d using (id)
      where (a.camion_id, a.fecha, a.km, a.reinicia, a.eliminado_en is null)
        is distinct from (d.camion_id, d.fecha, d.km, d.reinicia, d.eliminado_en is null)));
  end if;
  return null;
end $$;
create or replace trigger recalcular_alta after insert on lecturas referencing new table as despues
  for each statement execute function recalcular_por_lecturas();
create or replace trigger recalcular_cambio after update on lecturas referencing old table as antes new table as despues
  for each statement execute function recalcular_por_lecturas();

create or replace function recalcular_por_mantenimientos() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform recalcular_camiones(array(
      select camion_id from despues where estado = 'Completado' and (kilometraje is not null or plan_id is not null)));
  else
    perform recalcular_camiones(array(
      select unnest(array[a.camion_id, d.camion_id]) from antes a join despues d using (id)
      where (a.camion_id, coalesce(a.fecha_realizada, a.fecha_programada), a.kilometraje, a.plan_id,
          a.estado = 'Completado' and a.eliminado_en is null)
        is distinct from (d.camion_id, coalesce(d.fecha_realizada, d.fecha_programada), d.kilometraje, d.plan_id,
          d.estado = 'Completado' and d.eliminado_en is null)
        and (a.estado = 'Completado' or d.estado = 'Completado')));
  end if;
  return null;
end $$;
create or replace trigger recalcular_alta after insert on mantenimientos referencing new table as despues
  for each statement execute function recalcular_por_mantenimientos();
create or replace trigger recalcular_cambio after update on mantenimientos referencing old table as antes new table as despues
  for each statement execute function recalcular_por_mantenimientos();

-- A plan changes no reading, so its trigger walks none.
create or replace function recalcular_por_planes() returns trigger language plpgsql as $$
declare
  cambiados int[];
  cual int;
begin
  if tg_op = 'INSERT' then
    cambiados := array(select camion_id from despues);
  else
    cambiados := array(
      select d.camion_id from antes a join despues d using (id)
      where (a.cada_km, a.cada_dias, a.desde_fecha, a.desde_km) is distinct from (d.cada_km, d.cada_dias, d.desde_fecha, d.desde_km));
  end if;
  for cual in select distinct id from unnest(cambiados) as id order by id loop
    insert into odometros (camion_id) values (cual) on conflict do nothing;
    perform from odometros where camion_id = cual for update;
    perform recalcular_planes(cual);
  end loop;
  return null;
end $$;
create or replace trigger recalcular_alta after insert on planes referencing new table as despues
  for each statement execute function recalcular_por_planes();
create or replace trigger recalcular_cambio after update on planes referencing old table as antes new table as despues
  for each statement execute function recalcular_por_planes();

create or replace function recalcular_por_ficha() returns trigger language plpgsql as $$
begin
  perform recalcular_camion(new.camion_id);
  return null;
end $$;
create or replace trigger recalcular_alta after insert on camiones_ficha for each row
  when (new.tanque_gal is not null) execute function recalcular_por_ficha();
create or replace trigger recalcular_cambio after update on camiones_ficha for each row
  when (old.tanque_gal is distinct from new.tanque_gal) execute function recalcular_por_ficha();

create view cargas_leer as
  select m.id, m.camion_id, c.placa as camion, m.fecha, m.galones, m.monto as total, round(m.monto / m.galones, 2) as precio_galon,
    m.paga, m.chofer_id, nullif(trim(concat_ws(' ', ch.nombre, ch.apellido)), '') as piloto, m.ruta_id, r.no_ruta, m.km,
    m.lleno, m.falta_anterior, m.estacion, m.vale, m.forma, m.comprobante, m.nit, m.serie, m.numero, m.uuid, m.compartida,
    m.descripcion, t.km_galon, coalesce(f.faltas, '{}') as faltas, m.estado, m.motivo, m.liquidacion_id,
    l.numero as liquidacion, m.del_piloto, m.hora_dispositivo, m.hecho_en, m.dudosa,
    (select count(*) from archivos a
      where a.entidad = 'movimientos' and a.entidad_id = m.id and a.terminado_en is not null
        and a.eliminado_en is null)::int as archivos,
    u.username as registrado_por, m.version, m.creado_en, m.actualizado_en
  from movimientos m
    join camiones c on c.id = m.camion_id
    join usuarios u on u.id = m.usuario_id
    left join choferes ch on ch.id = m.chofer_id
    left join rutas r on r.id = m.ruta_id
    left join liquidaciones l on l.id = m.liquidacion_id
    left join tramos t on t.camion_id = m.camion_id and t.carga_id = m.id
    left join cargas_faltas f on f.camion_id = m.camion_id and f.carga_id = m.id;

create view lecturas_leer as
  select l.id, l.camion_id, c.placa as camion, l.fecha, l.km, l.reinicia, l.nota, l.version, l.creado_en, l.actualizado_en,
    l.eliminado_en, l.oculto
  from lecturas l join camiones c on c.id = l.camion_id;

-- All readings. Their order in a truck's list is fecha, reinicia, km, rango, origen_id.
create view kilometrajes_leer as
  select camion_id, origen, origen_id, fecha, km, reinicia, falta, contra_km, contra_fecha, recorrido,
    array_position(array['carga', 'mantenimiento', 'lectura'], origen) as rango
  from kilometrajes;

create view tramos_leer as
  select t.carga_id, t.camion_id, t.chofer_id, nullif(trim(concat_ws(' ', ch.nombre, ch.apellido)), '') as piloto, t.desde,
    t.hasta, t.km, t.galones, t.km_galon, round(round(t.usual, 12), 2) as usual
  from tramos t left join choferes ch on ch.id = t.chofer_id;

-- Returns a plan's estado. `falta_km` and `dias` may be null.
create or replace function estado_de_plan(activo boolean, falta_km int, aviso_km int, dias int, aviso_dias int) returns text
  language sql immutable parallel safe as $$
  select case when not activo then 'inactivo' when falta_km < 0 or dias < 0 then 'vencido'
    when falta_km <= aviso_km or dias <= aviso_dias then 'por_vencer' else 'al_dia' end
$$;

-- `dias` and `estado` depend on today, so queries add them.
create view planes_leer as
  select p.id, p.camion_id, c.placa as camion, p.nombre, p.cada_km, p.cada_dias, p.aviso_km, p.aviso_dias, p.desde_fecha,
    p.desde_km, p.activo, x.ultimo_id, x.ultimo_fecha, x.ultimo_km, x.proximo_km, x.proxima_fecha,
    x.proximo_km - o.km as falta_km, p.cada_km is not null and (x.proximo_km - o.km) is null as sin_km,
    (select m.id from mantenimientos m
      where m.plan_id = p.id and m.estado in ('Programado', 'En proceso') and m.eliminado_en is null
      order by m.fecha_programada, m.id limit 1) as abierto_id,
    p.version, p.creado_en, p.actualizado_en, p.eliminado_en, p.oculto,
    p.busqueda || E'\n' || split_part(c.busqueda, E'\n', 1) as busqueda
  from planes p
    join camiones c on c.id = p.camion_id
    join planes_proximos x on x.plan_id = p.id
    left join odometros o on o.camion_id = p.camion_id;
