-- The money of a trip.

create or replace function tipo_de_movimiento(tipo text) returns text language sql immutable strict parallel safe as $$
  select case tipo when 'devolucion' then 'Devolución' when 'comision' then 'Comisión' else initcap(tipo) end
$$;

create or replace function tipo_desconocido(tipo text) returns int language plpgsql immutable parallel safe as $$
begin
  raise exception 'Unknown type of movement: %', tipo;
end $$;

-- The sign of a movement in its pilot's balance: 1 if the pilot owes it, -1 if it is owed to the pilot, 0 if neither.
-- contract/src/money/settlementTotals.ts has the same signs. PostgreSQL inlines it.
create or replace function signo_de_movimiento(tipo text) returns int language sql immutable parallel safe as $$
  select case when tipo in ('anticipo', 'reanticipo', 'pago', 'cargo') then 1
    when tipo in ('gasto', 'devolucion', 'abono') then -1
    when tipo = 'comision' then 0
    else tipo_desconocido(tipo) end
$$;

-- What a search of movimientos looks in, and one of settlements: with the names of today.
create or replace function texto_de_movimiento(
  el_chofer int, la_ruta int, descripcion text, nit text, serie text, numero text) returns text language sql stable as $$
  select normaliza(concat_ws(' ', nombre_de('chofer_id', el_chofer), nombre_de('ruta_id', la_ruta),
    descripcion, nit, serie, numero))
$$;
create or replace function texto_de_liquidacion(numero text, el_chofer int) returns text language sql stable as $$
  select normaliza(concat_ws(' ', numero, nombre_de('chofer_id', el_chofer)))
$$;

-- Who renames a pilot or a route holds it: no movimiento of it is being written.
create or replace function renombra_dinero_de_chofer() returns trigger language plpgsql as $$
begin
  update movimientos set busqueda = texto_de_movimiento(chofer_id, ruta_id, descripcion, nit, serie, numero),
    busqueda_carga = case when camion_id is not null then texto_de_carga(camion_id, chofer_id, ruta_id, estacion, vale) end
  where chofer_id = new.id;
  update liquidaciones set busqueda = texto_de_liquidacion(numero, chofer_id) where chofer_id = new.id;
  return null;
end $$;
create or replace trigger dinero_renombrado after update of nombre, apellido on choferes for each row
  when (old.nombre <> new.nombre or old.apellido <> new.apellido) execute function renombra_dinero_de_chofer();

create or replace function renombra_dinero_de_ruta() returns trigger language plpgsql as $$
begin
  update movimientos set busqueda = texto_de_movimiento(chofer_id, ruta_id, descripcion, nit, serie, numero),
    busqueda_carga = case when camion_id is not null then texto_de_carga(camion_id, chofer_id, ruta_id, estacion, vale) end
  where ruta_id = new.id;
  return null;
end $$;
create or replace trigger dinero_renombrado after update of no_ruta on rutas for each row
  when (old.no_ruta <> new.no_ruta) execute function renombra_dinero_de_ruta();

create view movimientos_leer as
  select m.id, m.tipo, m.chofer_id, nullif(trim(concat_ws(' ', ch.nombre, ch.apellido)), '') as piloto, m.ruta_id, r.no_ruta,
    m.concepto, m.paga, m.monto, m.fecha, m.forma, m.comprobante, m.nit, m.serie, m.numero, m.uuid, m.compartida,
    m.descripcion, m.estado, m.motivo, m.liquidacion_id, l.numero as liquidacion, m.del_piloto, m.hora_dispositivo,
    m.hecho_en, m.dudosa,
    (select count(*) from archivos a
      where a.entidad = 'movimientos' and a.entidad_id = m.id and a.terminado_en is not null
        and a.eliminado_en is null)::int as archivos,
    u.username as registrado_por, m.version, m.creado_en, m.actualizado_en
  from movimientos m
    join usuarios u on u.id = m.usuario_id
    left join choferes ch on ch.id = m.chofer_id
    left join rutas r on r.id = m.ruta_id
    left join liquidaciones l on l.id = m.liquidacion_id;

create view liquidaciones_leer as
  select l.id, l.numero, l.chofer_id, trim(concat_ws(' ', ch.nombre, ch.apellido)) as piloto, l.saldo_anterior,
    l.anticipos, l.pagos, l.cargos, l.gastos, l.devoluciones, l.abonos, l.saldo, l.comisiones, l.estado, l.motivo,
    u.username as cerrada_por, l.version, l.creado_en, l.actualizado_en
  from liquidaciones l join choferes ch on ch.id = l.chofer_id join usuarios u on u.id = l.usuario_id;

-- What each pilot owes, or below 0 is owed, also one in the bin, and what of it is to be reviewed and settled.
create view saldos_leer as
  select c.id as chofer_id, trim(concat_ws(' ', c.nombre, c.apellido)) as piloto, c.nombre, c.apellido,
    nombre_completo(c.busqueda) as busqueda, coalesce(l.saldo, 0) as saldo_anterior,
    coalesce(l.saldo, 0) + m.suma as saldo, m.comisiones, m.por_revisar, m.abiertos, m.desde
  from choferes c
    left join lateral (
      select saldo from liquidaciones where chofer_id = c.id and estado = 'cerrada' order by id desc limit 1) l on true
    cross join lateral (
      select
        coalesce(sum(signo_de_movimiento(tipo) * monto) filter (where estado = 'aprobado'), 0) as suma,
        coalesce(sum(monto) filter (where estado = 'aprobado' and tipo = 'comision'), 0) as comisiones,
        (count(*) filter (where estado = 'registrado'))::int as por_revisar,
        (count(*) filter (where estado = 'aprobado'))::int as abiertos,
        min(fecha) as desde
      from movimientos
      where chofer_id = c.id and liquidacion_id is null
        and (estado = 'registrado' or (estado = 'aprobado' and paga is distinct from 'empresa'))) m;

-- Keeps the costs in margenes. A statement locks its trips in order of id.
create or replace function sumar_costos() returns trigger language plpgsql as $$
declare
  cambios margenes[];
begin
  cambios := array(
    select row(ruta_id, null, 0,
      case when estado = 'aprobado' and concepto = 'Combustible' then monto else 0 end,
      case when estado = 'aprobado' and concepto <> 'Combustible' then monto else 0 end,
      case when estado = 'aprobado' and tipo = 'comision' then monto else 0 end,
      (estado = 'registrado' and tipo = 'gasto')::int, 0)::margenes
    from despues where ruta_id is not null and estado <> 'anulado' and tipo in ('gasto', 'comision'));
  -- An insert has no table `antes`.
  if tg_op = 'UPDATE' then
    cambios := cambios || array(
      select row(ruta_id, null, 0,
        case when estado = 'aprobado' and concepto = 'Combustible' then -monto else 0 end,
        case when estado = 'aprobado' and concepto <> 'Combustible' then -monto else 0 end,
        case when estado = 'aprobado' and tipo = 'comision' then -monto else 0 end,
        -(estado = 'registrado' and tipo = 'gasto')::int, 0)::margenes
      from antes where ruta_id is not null and estado <> 'anulado' and tipo in ('gasto', 'comision'));
  end if;
  insert into margenes as m (ruta_id, combustible, gastos, comisiones, por_revisar)
  select ruta_id, sum(combustible), sum(gastos), sum(comisiones), sum(por_revisar) from unnest(cambios) group by 1
  having sum(combustible) <> 0 or sum(gastos) <> 0 or sum(comisiones) <> 0 or sum(por_revisar) <> 0
  order by 1
  on conflict (ruta_id) do update set combustible = m.combustible + excluded.combustible, gastos = m.gastos + excluded.gastos,
    comisiones = m.comisiones + excluded.comisiones, por_revisar = m.por_revisar + excluded.por_revisar;
  return null;
end $$;
create or replace trigger sumar_costos_alta after insert on movimientos referencing new table as despues
  for each statement execute function sumar_costos();
create or replace trigger sumar_costos_cambio after update on movimientos referencing old table as antes new table as despues
  for each statement execute function sumar_costos();
