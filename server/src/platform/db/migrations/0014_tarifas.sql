-- What trips cost and take: of a client or of all, between two places, for one service or any.

-- What two tarifas may not have in common on any day: read as a search reads what people write.
create function clave_de_tarifa(el_cliente int, el_origen text, el_destino text, el_servicio text) returns numeric
  language sql immutable parallel safe
  return hashtextextended(
    coalesce(el_cliente::text, '') || E'\n' || normaliza(el_origen) || E'\n' || normaliza(el_destino)
      || coalesce(E'\n' || normaliza(el_servicio), ''), 0) * 10000000.0;

-- Each day of each key is a number of its own, so that an index of numbers alone decides: btree_gist may be missing.
create function dia_de_tarifa(clave numeric, dia date) returns numeric
  language sql immutable parallel safe
  return clave + (dia - date '0001-01-01');

create table tarifas (
  id int generated always as identity primary key,
  cliente_id int references clientes,
  origen text not null,
  destino text not null,
  servicio text,
  precio numeric(10, 2) not null check (precio >= 0),
  duracion_min int check (duracion_min between 1 and 20160),
  vigente_desde date not null,
  vigente_hasta date,
  vigencia numrange not null generated always as (numrange(
    dia_de_tarifa(clave_de_tarifa(cliente_id, origen, destino, servicio), vigente_desde),
    dia_de_tarifa(clave_de_tarifa(cliente_id, origen, destino, servicio), coalesce(vigente_hasta, '9999-12-31')),
    '[]')) stored,
  busqueda text not null generated always as (
    normaliza(origen) || E'\n' || normaliza(destino) || E'\n' || normaliza(coalesce(servicio, ''))) stored,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios,
  constraint tarifas_sin_traslape exclude using gist (vigencia with &&) where (eliminado_en is null)
);
create index tarifas_por_lugar on tarifas (origen collate es_nombre, destino collate es_nombre, id) where eliminado_en is null;
create index tarifas_por_creado on tarifas (creado_en, id) where eliminado_en is null;
create index tarifas_por_cliente on tarifas (cliente_id, origen collate es_nombre, destino collate es_nombre, id)
  where eliminado_en is null;
create index tarifas_eliminadas on tarifas (eliminado_en, id) where eliminado_en is not null;

create view tarifas_leer as
  select t.id, t.cliente_id, t.origen, t.destino, t.servicio, t.precio, t.duracion_min, t.vigente_desde, t.vigente_hasta,
    cl.nombre as cliente_nombre, cl.apellido as cliente_apellido, t.version, t.creado_en, t.actualizado_en,
    t.eliminado_en, t.busqueda || E'\n' || coalesce(cl.busqueda, '') as busqueda
  from tarifas t left join clientes cl on cl.id = t.cliente_id;

create trigger anotado after insert or update on tarifas for each row execute function anotar(' → ', 'origen', 'destino');

-- The most specific that holds on a day: of client and service, of the client, of the service, of neither.
create function tarifa_de(el_cliente int, el_origen text, el_destino text, el_servicio text, el_dia date)
  returns setof tarifas
  -- Planned for each trip anew it would take many times as long.
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
    select t.* from unnest(dias) as c (dia) join tarifas t on t.vigencia @> c.dia and t.eliminado_en is null
    order by t.cliente_id is null, t.servicio is null limit 1;
end $$;

-- The newest trip of a client between two places.
create index rutas_por_lugares on rutas (cliente_id, normaliza(origen), normaliza(destino), fecha, hora, id)
  where eliminado_en is null;
