-- Order that a person expects, the same on every server: neither case nor accents, Ñ after N.
create collation es_nombre (provider = icu, locale = 'es-u-ks-level1', deterministic = false);

-- Case folding that does not rely on the database's own collation.
create function sin_mayusculas(valor text) returns text
  language sql immutable strict parallel safe
  return lower(valor collate "und-x-icu") collate "C";

-- 'C-123BCD' and 'c 123bcd' are one plate.
create function placa_clave(placa text) returns text
  language sql immutable strict parallel safe
  return translate(upper(placa collate "und-x-icu"), E' -\t\u00a0', '') collate "C";

create table camiones (
  id int generated always as identity primary key,
  placa text not null,
  marca text not null,
  modelo text not null,
  color text not null,
  tipo text not null,
  tarjeta_circulacion text not null,
  -- What a search looks in: the searched fields without accents and case, written by the program.
  busqueda text not null,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int
);
create unique index camiones_placa_unica on camiones (placa_clave(placa)) where eliminado_en is null;
create index camiones_por_nombre on camiones (placa collate es_nombre, id) where eliminado_en is null;

create table usuarios (
  id int generated always as identity primary key,
  username text not null,
  password_hash text not null,
  rol_id smallint not null check (rol_id between 1 and 3),
  estado text not null default 'activo' check (estado in ('activo', 'inactivo')),
  permisos smallint[] not null default '{}',
  piloto_id int,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios
);
create unique index usuarios_username_unico on usuarios (sin_mayusculas(username)) where eliminado_en is null;
create unique index usuarios_piloto_unico on usuarios (piloto_id) where eliminado_en is null;
alter table camiones add foreign key (eliminado_por) references usuarios;

-- The token itself is nowhere: what is stolen from here opens nothing.
create table sesiones (
  token_hash bytea primary key,
  usuario_id int not null references usuarios,
  creada_en timestamptz not null default now(),
  usada_en timestamptz not null default now()
);
create index sesiones_por_usuario on sesiones (usuario_id);

-- One row a try, written before the password is looked at, so that parallel tries count.
create table intentos (
  id bigint generated always as identity primary key,
  username text not null,
  direccion text not null,
  momento timestamptz not null default now(),
  en_curso boolean not null default true,
  -- A later success clears the name's count for its address, but not the other two counts.
  perdonado boolean not null default false
);
create index intentos_por_username on intentos (username, momento);
create index intentos_por_direccion on intentos (direccion, momento);
create index intentos_por_momento on intentos (momento);

-- As GET gives them; eliminado_en and busqueda are for the queries and never leave the server.
create view camiones_leer as select * from camiones;
