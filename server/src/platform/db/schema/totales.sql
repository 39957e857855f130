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
begin
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
