-- Walks a truck's odometer readings and fuel fill-ups, and keeps what follows from them.

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
