-- The kept totals of trips (resumen, resumen_clientes), written by the statement that writes the trip.

-- What a change of one route takes from the totals (n = -1) and adds to them (n = 1). Routes in the bin do not count.
create or replace function cambio_de_ruta(antes rutas, despues rutas)
  returns table (n int, fecha date, estado text, precio numeric, cliente_id int) language sql immutable as $$
  select -1, antes.fecha, antes.estado, antes.precio, antes.cliente_id
  where antes.id is not null and antes.eliminado_en is null
  union all
  select 1, despues.fecha, despues.estado, despues.precio, despues.cliente_id
  where despues.id is not null and despues.eliminado_en is null
$$;

/*
 * Adds a change of one route to the totals: takes away what the route was (`antes`, null for a new one) and adds what it
 * is (`despues`, null for a deleted one). All writers lock rows in this order, so none deadlocks.
 */
create or replace function contar_ruta(antes rutas, despues rutas) returns void language plpgsql as $$
declare
  es_nueva boolean := antes.id is null and despues.id is not null and despues.eliminado_en is null;
  -- The lesser of two states, and the change of its total. The other state is null unless the state changes.
  uno text := despues.estado;
  otro text;
  signo int := 1;
  suma_uno numeric := despues.precio;
  suma_otro numeric;
begin
  -- Most writes add a trip, or change only state and price of one: no groups to sum up.
  if es_nueva or (antes.eliminado_en is null and despues.eliminado_en is null
      and antes.fecha = despues.fecha and antes.cliente_id = despues.cliente_id) then
    if antes.estado = despues.estado then
      if antes.precio = despues.precio then return; end if;
      signo := 0;
      suma_uno := despues.precio - antes.precio;
    elsif antes.estado < despues.estado then
      uno := antes.estado;
      otro := despues.estado;
      signo := -1;
      suma_uno := -antes.precio;
      suma_otro := despues.precio;
    elsif antes.estado > despues.estado then
      otro := antes.estado;
      suma_otro := -antes.precio;
    end if;
    insert into resumen (nivel, periodo, estado, cajon, n, suma)
    select nivel, periodo, cambio.estado, pg_backend_pid() % 16, cambio.n, cambio.suma
    from (values
        ('dia', despues.fecha, uno, signo, suma_uno),
        ('dia', despues.fecha, otro, -signo, suma_otro),
        ('mes', date_trunc('month', despues.fecha)::date, uno, signo, suma_uno),
        ('mes', date_trunc('month', despues.fecha)::date, otro, -signo, suma_otro),
        ('todo', date '0001-01-01', uno, signo, suma_uno),
        ('todo', date '0001-01-01', otro, -signo, suma_otro)) as cambio (nivel, periodo, estado, n, suma)
    where cambio.estado is not null
    on conflict (nivel, periodo, estado, cajon)
    do update set n = resumen.n + excluded.n, suma = resumen.suma + excluded.suma;
    if es_nueva then
      insert into resumen_clientes (cliente_id, cajon, n) values (despues.cliente_id, pg_backend_pid() % 16, 1)
      on conflict (cliente_id, cajon) do update set n = resumen_clientes.n + excluded.n;
    end if;
    return;
  end if;

  insert into resumen (nivel, periodo, estado, cajon, n, suma)
  select nivel, periodo, estado, pg_backend_pid() % 16, sum(n), sum(n * precio)
  from cambio_de_ruta(antes, despues),
    lateral (values
      ('todo', date '0001-01-01'),
      ('mes', date_trunc('month', fecha)::date),
      ('dia', fecha)) as cuenta (nivel, periodo)
  group by nivel, periodo, estado
  having sum(n) <> 0 or sum(n * precio) <> 0
  order by nivel, periodo, estado
  on conflict (nivel, periodo, estado, cajon)
  do update set n = resumen.n + excluded.n, suma = resumen.suma + excluded.suma;

  insert into resumen_clientes (cliente_id, cajon, n)
  select cliente_id, pg_backend_pid() % 16, sum(n)
  from cambio_de_ruta(antes, despues)
  group by cliente_id
  having sum(n) <> 0
  order by cliente_id
  on conflict (cliente_id, cajon) do update set n = resumen_clientes.n + excluded.n;
end $$;

-- Keeps day and income of a delivered trip in margenes. Triggers do it, because imports count no totals of a single trip.
create or replace function sumar_ingreso() returns trigger language plpgsql as $$
begin
  if new.estado = 'Entregado' and new.eliminado_en is null then
    insert into margenes (ruta_id, fecha, ingreso) values (new.id, new.fecha, new.precio)
    on conflict (ruta_id) do update set fecha = excluded.fecha, ingreso = excluded.ingreso;
  else
    update margenes set fecha = null, ingreso = 0 where ruta_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger sumar_ingreso_alta after insert on rutas for each row
  when (new.estado = 'Entregado') execute function sumar_ingreso();
create or replace trigger sumar_ingreso_cambio after update of estado, fecha, precio, eliminado_en on rutas for each row
  when ((old.estado = 'Entregado' or new.estado = 'Entregado')
    and (old.estado, old.fecha, old.precio, old.eliminado_en is null)
      is distinct from (new.estado, new.fecha, new.precio, new.eliminado_en is null))
  execute function sumar_ingreso();
