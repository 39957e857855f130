-- Limits on the rows that one caller may write.

-- Seconds until the company's day ends if the caller has reached the limit, else null. `token` is 0 for a session.
create or replace function espera_por_cambios(quien int, token int, es_piloto boolean) returns int
  language plpgsql stable as $$
begin
  return (
    select ceil(extract(epoch from ((hoy + 1)::timestamp at time zone zona) - now()))
    from (select zona, (now() at time zone zona)::date as hoy,
        case when es_piloto then a.cambios_diarios_piloto else a.cambios_diarios end as tope from ajustes a) este
    where tope <= (select sum(c.cambios) from cambios_diarios c
      where c.usuario_id = quien and c.token_id = token and c.dia = hoy));
end $$;

-- Counts one write of the transaction's author, if the transaction wrote. The last statement before the commit, so that
-- the counter's lock is short. Concurrent writes may exceed the limit by the number of connections.
create or replace function contar_cambio() returns void language plpgsql as $$
declare
  autor jsonb := nullif(current_setting('flota.autor', true), '')::jsonb;
begin
  if autor ->> 'usuario_id' is null or pg_current_xact_id_if_assigned() is null then return; end if;
  insert into cambios_diarios as c (usuario_id, token_id, parte, dia, cambios)
  select (autor ->> 'usuario_id')::int, coalesce((autor ->> 'token_id')::int, 0), pg_backend_pid() % 16,
    (now() at time zone zona)::date, 1
  from ajustes
  on conflict (usuario_id, token_id, parte) do update
  set dia = excluded.dia, cambios = case when c.dia = excluded.dia then c.cambios else 0 end + 1;
end $$;

-- Whether a user has written `tope` rows of a route's history. Volatile, so that it also counts rows that were committed
-- while the statement waited for the route's lock.
create or replace function historial_lleno(ruta int, quien int, tope int) returns boolean language plpgsql volatile as $$
begin
  return (select count(*) from (
    select from rutas_historial h where h.ruta_id = ruta and h.usuario_id = quien limit tope) suyas) = tope;
end $$;

-- Counts one more of this clock hour. Returns the count.
create or replace function contar_en_la_hora(cual text) returns int language sql volatile as $$
  insert into conteos_por_hora as c (que, hora, n) values (cual, date_trunc('hour', now()), 1)
  on conflict (que, hora) do update set n = c.n + 1
  returning n
$$;
