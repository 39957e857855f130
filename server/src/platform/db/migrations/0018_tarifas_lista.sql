-- The price list's own page and search, however long it is.

-- How many tarifas there are, the bin left out, written by the statement that writes them; `cajon` spreads writers.
create table tarifas_cuenta (cajon smallint primary key, n int not null) with (fillfactor = 50);

create function cuenta_tarifas() returns trigger language plpgsql as $$
declare
  mas int := (select count(*) from despues where eliminado_en is null);
begin
  if tg_op = 'UPDATE' then
    mas := mas - (select count(*) from antes where eliminado_en is null);
  end if;
  if mas <> 0 then
    insert into tarifas_cuenta (cajon, n) values (pg_backend_pid() % 16, mas)
    on conflict (cajon) do update set n = tarifas_cuenta.n + excluded.n;
  end if;
  return null;
end $$;
create trigger contadas after insert on tarifas referencing new table as despues
  for each statement execute function cuenta_tarifas();
create trigger recontadas after update on tarifas referencing old table as antes new table as despues
  for each statement execute function cuenta_tarifas();
insert into tarifas_cuenta (cajon, n) select 0, count(*) from tarifas where eliminado_en is null
having count(*) > 0;

create index tarifas_por_busqueda on tarifas using gin (busqueda gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64) where eliminado_en is null;

-- A search looks for the client's name among the clients: a text of both would be in no index.
create or replace view tarifas_leer as
  select t.id, t.cliente_id, t.origen, t.destino, t.servicio, t.precio, t.duracion_min, t.vigente_desde, t.vigente_hasta,
    cl.nombre as cliente_nombre, cl.apellido as cliente_apellido, t.version, t.creado_en, t.actualizado_en,
    t.eliminado_en, t.busqueda
  from tarifas t left join clientes cl on cl.id = t.cliente_id;
