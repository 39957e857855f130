-- Everything else the office works with: people, routes with their history and totals, maintenance.

-- Numbers as people count: RUTA-2 before RUTA-10.
create collation es_numero (provider = icu, locale = 'es-u-kn-true');

create table choferes (
  id int generated always as identity primary key,
  nombre text not null,
  apellido text not null,
  telefono text not null,
  tipo_licencia text not null,
  vencimiento date,
  busqueda text not null,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios
);
create table ayudantes (
  id int generated always as identity primary key,
  nombre text not null,
  apellido text not null,
  telefono text not null,
  busqueda text not null,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios
);
create table clientes (
  id int generated always as identity primary key,
  nombre text not null,
  apellido text not null,
  telefono text not null,
  busqueda text not null,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios
);
create index choferes_por_nombre on choferes (nombre collate es_nombre, apellido collate es_nombre, id) where eliminado_en is null;
create index ayudantes_por_nombre on ayudantes (nombre collate es_nombre, apellido collate es_nombre, id) where eliminado_en is null;
create index clientes_por_nombre on clientes (nombre collate es_nombre, apellido collate es_nombre, id) where eliminado_en is null;
-- A client is found by the name that was typed: `busqueda` is nombre and apellido, normalised, a line each.
create function nombre_completo(busqueda text) returns text
  language sql immutable strict parallel safe
  return trim(replace(busqueda, E'\n', ' ')) collate "C";
create index clientes_por_nombre_completo on clientes (nombre_completo(busqueda)) where eliminado_en is null;

alter table usuarios add foreign key (piloto_id) references choferes;

create table rutas (
  id int generated always as identity primary key,
  no_ruta text not null,
  -- The number in RUTA-<1 to 9 digits>, for the suggestion of the next one.
  numero int,
  cliente_id int not null references clientes,
  servicio text not null,
  mercaderia text not null,
  camion_id int not null references camiones,
  combustible numeric(10, 2) check (combustible >= 0),
  origen text not null,
  destino text not null,
  chofer_id int not null references choferes,
  ayudante_id int references ayudantes,
  fecha date not null,
  hora time(0) not null,
  precio numeric(10, 2) not null check (precio >= 0),
  comentario text,
  estado text not null check (estado in ('Pendiente', 'En curso', 'Entregado', 'Incidente')),
  -- Number, client, service and pilot, normalised, a line each.
  busqueda text not null,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios
);
-- Unique for ever: the bin counts too.
create unique index rutas_no_ruta_unica on rutas (sin_mayusculas(no_ruta));
create index rutas_por_numero on rutas (numero) where numero is not null;
create index rutas_por_fecha on rutas (fecha, hora, id) where eliminado_en is null;
create index rutas_por_estado on rutas (estado, fecha, hora, id) where eliminado_en is null;
create index rutas_por_cliente on rutas (cliente_id, fecha, hora, id) where eliminado_en is null;
create index rutas_por_chofer on rutas (chofer_id, fecha, hora, id) where eliminado_en is null;
create index rutas_por_camion on rutas (camion_id, fecha, hora, id) where eliminado_en is null;
create index rutas_por_ayudante on rutas (ayudante_id) where eliminado_en is null and ayudante_id is not null;
create index rutas_por_no_ruta on rutas (no_ruta collate es_numero, id) where eliminado_en is null;
create index rutas_eliminadas on rutas (eliminado_en) where eliminado_en is not null;

create extension if not exists pg_trgm;
-- fastupdate off: a list of pending entries makes a search slow at the worst moment.
create index rutas_por_busqueda on rutas using gin (busqueda gin_trgm_ops) with (fastupdate = off) where eliminado_en is null;

create table rutas_historial (
  id int generated always as identity primary key,
  ruta_id int not null references rutas,
  estado_anterior text,
  estado_nuevo text not null,
  comentario text,
  usuario_id int not null references usuarios,
  fecha timestamptz not null default now()
);
create index rutas_historial_por_ruta on rutas_historial (ruta_id, id);

-- Totals of the routes that are not in the bin, written by the statement that writes the route: of all
-- time, of each month and of each day, by state. `cajon` spreads writers, so that they don't queue on one row.
create table resumen (
  nivel text not null check (nivel in ('todo', 'mes', 'dia')),
  periodo date not null,
  estado text not null,
  cajon smallint not null,
  n int not null,
  suma numeric(20, 2) not null,
  primary key (nivel, periodo, estado, cajon)
) with (fillfactor = 50);

-- How many routes a client has, kept in the same way.
create table resumen_clientes (
  cliente_id int not null references clientes,
  cajon smallint not null,
  n int not null,
  primary key (cliente_id, cajon)
) with (fillfactor = 50);

-- What a change of one route takes from the totals (n = -1) and adds to them (n = 1). The bin does not count.
create function cambio_de_ruta(antes rutas, despues rutas)
  returns table (n int, fecha date, estado text, precio numeric, cliente_id int) language sql immutable as $$
  select -1, antes.fecha, antes.estado, antes.precio, antes.cliente_id
  where antes.id is not null and antes.eliminado_en is null
  union all
  select 1, despues.fecha, despues.estado, despues.precio, despues.cliente_id
  where despues.id is not null and despues.eliminado_en is null
$$;

/*
 * Adds a change of one route to the totals: takes away what the route was (`antes`) and adds what it is
 * (`despues`); null where it was not or is no more. Rows are written in one order, so that nobody waits in a ring.
 */
create function contar_ruta(antes rutas, despues rutas) returns void language plpgsql as $$
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

-- What a pilot's phone may send twice, answered as it was the first time.
create table idempotencia (
  usuario_id int not null references usuarios,
  ruta_id int not null references rutas,
  clave text not null,
  -- A digest of the request: the same key with another body is a mistake.
  huella text not null,
  respuesta jsonb,
  creado_en timestamptz not null default now(),
  primary key (usuario_id, ruta_id, clave)
);
create index idempotencia_por_creado on idempotencia (creado_en);

create table mantenimientos (
  id int generated always as identity primary key,
  camion_id int not null references camiones,
  tipo text not null check (tipo in ('Preventivo', 'Correctivo')),
  descripcion text not null,
  fecha_programada date not null,
  fecha_realizada date,
  kilometraje int check (kilometraje >= 0),
  costo numeric(10, 2) check (costo >= 0),
  taller text,
  estado text not null check (estado in ('Programado', 'En proceso', 'Completado', 'Cancelado')),
  busqueda text not null,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios
);
create index mantenimientos_por_fecha on mantenimientos (fecha_programada, id) where eliminado_en is null;
create index mantenimientos_por_camion on mantenimientos (camion_id, fecha_programada, id) where eliminado_en is null;

create view choferes_leer as
  select c.*, u.username, case u.rol_id when 1 then 'administrador' when 2 then 'piloto' when 3 then 'usuario' end as rol_nombre
  from choferes c left join usuarios u on u.piloto_id = c.id and u.eliminado_en is null;

create view ayudantes_leer as select * from ayudantes;

create view clientes_leer as
  select c.*, (select coalesce(sum(r.n), 0)::int from resumen_clientes r where r.cliente_id = c.id) as rutas_asignadas
  from clientes c;

create view rutas_leer as
  select r.id, r.no_ruta, r.cliente_id, r.servicio, r.mercaderia, r.camion_id, r.combustible, r.origen, r.destino,
    r.chofer_id, r.ayudante_id, r.fecha, r.hora, r.precio, r.comentario, r.estado,
    cl.nombre as cliente_nombre, cl.apellido as cliente_apellido,
    ca.placa as camion_placa, ca.marca as camion_marca, ca.modelo as camion_modelo,
    ch.nombre as piloto_nombre, ch.apellido as piloto_apellido,
    ay.nombre as ayudante_nombre, ay.apellido as ayudante_apellido,
    r.version, r.creado_en, r.actualizado_en, r.eliminado_en
  from rutas r
    join clientes cl on cl.id = r.cliente_id
    join camiones ca on ca.id = r.camion_id
    join choferes ch on ch.id = r.chofer_id
    left join ayudantes ay on ay.id = r.ayudante_id;

create view mantenimientos_leer as
  select m.id, m.camion_id, c.placa as camion, m.tipo, m.descripcion, m.fecha_programada, m.fecha_realizada,
    m.kilometraje, m.costo, m.taller, m.estado, m.version, m.creado_en, m.actualizado_en, m.eliminado_en,
    m.busqueda || E'\n' || split_part(c.busqueda, E'\n', 1) as busqueda
  from mantenimientos m join camiones c on c.id = m.camion_id;
