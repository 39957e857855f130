-- The price list: which price is valid, and how many there are.

-- Returns the most specific price that is valid on a day: of client and service, of the client, of the service, of neither.
create or replace function tarifa_de(el_cliente int, el_origen text, el_destino text, el_servicio text, el_dia date)
  returns setof tarifas
  -- One plan for all calls: planning takes many times as long as running.
  language plpgsql stable rows 1 set plan_cache_mode to force_generic_plan as $$
declare
  dias numeric[];
begin
  dias := array[
    dia_de_tarifa(clave_de_tarifa(el_cliente, el_origen, el_destino, el_servicio), el_dia),
    dia_de_tarifa(clave_de_tarifa(el_cliente, el_origen, el_destino, null), el_dia),
    dia_de_tarifa(clave_de_tarifa(null, el_origen, el_destino, el_servicio), el_dia),
    dia_de_tarifa(clave_de_tarifa(null, el_origen, el_destino, null), el_dia)];
  return query
    select t.*
    from unnest(dias) as c (dia), lateral (
      -- Prices do not overlap, so only the last that begins before the day can be valid.
      select * from tarifas where eliminado_en is null and lower(vigencia) <= c.dia
      order by lower(vigencia) desc limit 1) t
    where t.vigencia @> c.dia
    order by t.cliente_id is null, t.servicio is null limit 1;
end $$;

-- Counts the prices outside the bin (tarifas_cuenta) in the statement that writes them.
create or replace function tarifas_contar() returns trigger language plpgsql as $$
declare
  mas int := (select count(*) from despues where eliminado_en is null);
begin
  if cuenta_al_final() then return null; end if;
  if tg_op = 'UPDATE' then
    mas := mas - (select count(*) from antes where eliminado_en is null);
  end if;
  if mas <> 0 then
    insert into tarifas_cuenta (cajon, n) values (pg_backend_pid() % 16, mas)
    on conflict (cajon) do update set n = tarifas_cuenta.n + excluded.n;
  end if;
  return null;
end $$;
create or replace trigger tarifas_contar_alta after insert on tarifas referencing new table as despues
  for each statement execute function tarifas_contar();
create or replace trigger tarifas_contar_cambio after update on tarifas referencing old table as antes new table as despues
  for each statement execute function tarifas_contar();
