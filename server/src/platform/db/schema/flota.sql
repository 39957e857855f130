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

-- Returns the median of ascending numbers; null with fewer than 4. PostgreSQL inlines it.
create or replace function rendimiento_usual(razones numeric[]) returns numeric language sql immutable parallel safe as $$
  select case when cardinality(razones) >= 4 then
    (razones[(cardinality(razones) + 1) / 2] + razones[cardinality(razones) / 2 + 1]) / 2 end
$$;

-- Returns whether the tramo is below 0.75 of the usual. 12 decimals: quotients that are equal compare as equal.
create or replace function rinde_poco(km int, galones numeric, usual numeric) returns boolean
  language sql immutable parallel safe as $$
  select round(km / galones, 12) < round(0.75 * usual, 12)
$$;

/*
 * Recalculates what is kept of a truck: odometros, kilometrajes, tramos, cargas_faltas and planes_proximos. Locks its row
 * in odometros first, so that the next statements see what the previous holder wrote.
 * Returns how many rows it changed.
 */
create or replace function recalcular_camion(el_camion int) returns int language plpgsql as $$
declare
  tanque numeric;
  fila record;
  lecturas_nuevas kilometrajes[] := '{}';
  tramos_nuevos tramos[] := '{}';
  faltas_nuevas cargas_faltas[] := '{}';
  -- The last good reading.
  bueno_km int;
  bueno_fecha date;
  falla text;
  -- The last full fill with a good reading, what was filled since, and whether the next tramo can't begin at it.
  ancla_km int;
  ancla_fecha date;
  suma numeric := 0;
  corte boolean := false;
  -- km / galones of the last 10 tramos: in their order, and ascending.
  razones numeric[] := '{}';
  ascendentes numeric[] := '{}';
  razon numeric;
  lugar int;
  tramo tramos;
  faltas text[];
  cambios int;
  cuantos int;
begin
  insert into odometros (camion_id) values (el_camion) on conflict do nothing;
  perform from odometros where camion_id = el_camion for update;
  select tanque_gal into tanque from camiones_ficha where camion_id = el_camion;
  for fila in
    select 1 as rango, 'carga' as origen, id, fecha, km, false as reinicia, galones, lleno, falta_anterior, chofer_id
    from movimientos where camion_id = el_camion and estado <> 'anulado'
    union all
    select 2, 'mantenimiento', id, coalesce(fecha_realizada, fecha_programada), kilometraje, false, null, null, null, null
    from mantenimientos
    where camion_id = el_camion and estado = 'Completado' and eliminado_en is null and kilometraje <= 9999999
    union all
    select 3, 'lectura', id, fecha, km, reinicia, null, null, null, null
    from lecturas where camion_id = el_camion and eliminado_en is null
    order by fecha, reinicia, km nulls last, rango, id
  loop
    falla := null;
    if fila.km is not null then
      falla := case
        when fila.reinicia or bueno_km is null then null
        when fila.km < bueno_km then 'KM_MENOR'
        when fila.km - bueno_km > 1500::bigint * (fila.fecha - bueno_fecha + 1) then 'KM_SALTO' end;
      lecturas_nuevas := lecturas_nuevas || row(el_camion, fila.origen, fila.id, fila.fecha, fila.km, fila.reinicia, falla,
        bueno_km, bueno_fecha, case when falla is not null then null when fila.reinicia then 0
          else coalesce(fila.km - bueno_km, 0) end)::kilometrajes;
      if falla is null then
        bueno_km := fila.km;
        bueno_fecha := fila.fecha;
      end if;
    end if;
    corte := corte or fila.reinicia;
    continue when fila.rango <> 1;
    suma := suma + fila.galones;
    corte := corte or fila.falta_anterior;
    tramo := null;
    if fila.lleno and fila.km is not null and falla is null and (ancla_km is null or corte or fila.km <> ancla_km) then
      if ancla_km is not null and not corte then
        tramo := row(el_camion, fila.id, fila.chofer_id, ancla_fecha, fila.fecha, fila.km - ancla_km, suma,
          rendimiento_usual(ascendentes), round((fila.km - ancla_km) / suma, 2));
        tramos_nuevos := tramos_nuevos || tramo;
        if cardinality(razones) = 10 then
          lugar := array_position(ascendentes, razones[1]);
          ascendentes := ascendentes[:lugar - 1] || ascendentes[lugar + 1:];
        end if;
        razon := round(tramo.km / suma, 15);
        razones := razones[greatest(cardinality(razones) - 8, 1):] || razon;
        lugar := 1;
        while ascendentes[lugar] < razon loop lugar := lugar + 1; end loop;
        ascendentes := ascendentes[:lugar - 1] || razon || ascendentes[lugar:];
      end if;
      ancla_km := fila.km;
      ancla_fecha := fila.fecha;
      suma := 0;
      corte := false;
    end if;
    if falla is not null or fila.galones > tanque or rinde_poco(tramo.km, tramo.galones, tramo.usual) then
      faltas := array_remove(array[falla, case when fila.galones > tanque then 'TANQUE' end,
        case when rinde_poco(tramo.km, tramo.galones, tramo.usual) then 'RENDIMIENTO_BAJO' end], null);
      faltas_nuevas := faltas_nuevas || row(el_camion, fila.id, fila.fecha, faltas)::cargas_faltas;
    end if;
  end loop;

  update odometros set km = bueno_km, fecha = bueno_fecha
  where camion_id = el_camion and (km, fecha) is distinct from (bueno_km, bueno_fecha);
  get diagnostics cambios = row_count;

  delete from kilometrajes k where camion_id = el_camion and (origen, origen_id) not in (
    select origen, origen_id from unnest(lecturas_nuevas));
  get diagnostics cuantos = row_count;
  cambios := cambios + cuantos;
  insert into kilometrajes
  select * from unnest(lecturas_nuevas) except select * from kilometrajes where camion_id = el_camion
  on conflict (camion_id, origen, origen_id) do update set fecha = excluded.fecha, km = excluded.km,
    reinicia = excluded.reinicia, falta = excluded.falta, contra_km = excluded.contra_km,
    contra_fecha = excluded.contra_fecha, recorrido = excluded.recorrido;
  get diagnostics cuantos = row_count;
  cambios := cambios + cuantos;

  delete from tramos where camion_id = el_camion and carga_id not in (select carga_id from unnest(tramos_nuevos));
  get diagnostics cuantos = row_count;
  cambios := cambios + cuantos;
  insert into tramos (camion_id, carga_id, chofer_id, desde, hasta, km, galones, usual)
  select camion_id, carga_id, chofer_id, desde, hasta, km, galones, usual from unnest(tramos_nuevos)
  except select camion_id, carga_id, chofer_id, desde, hasta, km, galones, usual from tramos where camion_id = el_camion
  on conflict (camion_id, carga_id) do update set chofer_id = excluded.chofer_id, desde = excluded.desde,
    hasta = excluded.hasta, km = excluded.km, galones = excluded.galones, usual = excluded.usual;
  get diagnostics cuantos = row_count;
  cambios := cambios + cuantos;

  delete from cargas_faltas where camion_id = el_camion and carga_id not in (select carga_id from unnest(faltas_nuevas));
  get diagnostics cuantos = row_count;
  cambios := cambios + cuantos;
  insert into cargas_faltas
  select * from unnest(faltas_nuevas) except select * from cargas_faltas where camion_id = el_camion
  on conflict (camion_id, carga_id) do update set fecha = excluded.fecha, faltas = excluded.faltas;
  get diagnostics cuantos = row_count;

  return cambios + cuantos + recalcular_planes(el_camion);
end $$;

/*
 * Recalculates planes_proximos of a truck from its kilometrajes; recalcular_camion calls it. After a service, the readings
 * that restart the count come later in the list also on its day. Returns how many rows it changed.
 */
create or replace function recalcular_planes(el_camion int) returns int language plpgsql as $$
declare
  cambios int;
begin
  insert into planes_proximos
  select p.id, u.id, u.fecha, u.km,
    u.km + p.cada_km + (
      select case when bool_and(contra_km is not null) is not false then coalesce(sum(km - contra_km), 0) end
      from kilometrajes
      where camion_id = el_camion and reinicia and (fecha > u.fecha or (fecha = u.fecha and u.id is not null))),
    u.fecha + p.cada_dias
  from planes p cross join lateral (
    select m.id, coalesce(m.fecha_realizada, m.fecha_programada) as fecha, k.km
    from mantenimientos m
      left join kilometrajes k
        on k.camion_id = el_camion and k.origen = 'mantenimiento' and k.origen_id = m.id and k.falta is null
    where m.plan_id = p.id and m.camion_id = el_camion and m.estado = 'Completado' and m.eliminado_en is null
    union all
    select null, p.desde_fecha, p.desde_km
    order by fecha desc, id desc nulls last limit 1) u
  where p.camion_id = el_camion
  except select * from planes_proximos
  on conflict (plan_id) do update set ultimo_id = excluded.ultimo_id, ultimo_fecha = excluded.ultimo_fecha,
    ultimo_km = excluded.ultimo_km, proximo_km = excluded.proximo_km, proxima_fecha = excluded.proxima_fecha;
  get diagnostics cambios = row_count;
  return cambios;
end $$;

-- Returns how many rows of a truck differ from a recalculation, and changes none: its block is rolled back.
create or replace function diferencias_de_camion(el_camion int) returns int language plpgsql as $$
declare
  cambios int;
begin
  cambios := recalcular_camion(el_camion);
  raise sqlstate 'FL409';
exception when sqlstate 'FL409' then
  return cambios;
end $$;

-- Recalculates each truck once, in the order in which all transactions lock them.
create or replace function recalcular_camiones(ids int[]) returns void language plpgsql as $$
declare
  cual int;
begin
  for cual in select distinct id from unnest(ids) as id where id is not null order by id loop
    perform recalcular_camion(cual);
  end loop;
end $$;

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
begin
  if tg_op = 'INSERT' then
    insert into cargas_dias as d (fecha, paga, estado, lleno, n, galones, total)
    select fecha, paga, estado, lleno, count(*), sum(galones), sum(monto) from despues where camion_id is not null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (fecha, paga, estado, lleno)
    do update set n = d.n + excluded.n, galones = d.galones + excluded.galones, total = d.total + excluded.total;
  else
    insert into cargas_dias as d (fecha, paga, estado, lleno, n, galones, total)
    select fecha, paga, estado, lleno, sum(signo), sum(signo * galones), sum(signo * monto)
    from (
      select -1 as signo, fecha, paga, estado, lleno, galones, monto from antes where camion_id is not null
      union all
      select 1, fecha, paga, estado, lleno, galones, monto from despues where camion_id is not null) as cambios
    group by 1, 2, 3, 4 having sum(signo) <> 0 or sum(signo * galones) <> 0 or sum(signo * monto) <> 0
    order by 1, 2, 3, 4
    on conflict (fecha, paga, estado, lleno)
    do update set n = d.n + excluded.n, galones = d.galones + excluded.galones, total = d.total + excluded.total;
  end if;
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
