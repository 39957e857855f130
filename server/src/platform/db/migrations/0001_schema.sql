-- The schema of release 1.0.0: tables, constraints, indexes, the functions that indexes and generated columns call, and
-- the rows that every company starts with. Every other function, each view and each trigger is in db/schema/.

create extension if not exists pg_trgm;

-- ---------------------------------------------------------------------------------------------------------------------
-- Comparing and sorting text
-- ---------------------------------------------------------------------------------------------------------------------

-- Sorts names the same on every server: ignores case and accents, Ñ after N.
create collation es_nombre (provider = icu, locale = 'es-u-ks-level1', deterministic = false);
-- Sorts trip numbers by their value: RUTA-2 before RUTA-10. RUTA-7 and RUTA-007 are equal, so their ids decide.
create collation es_numero_igual (provider = icu, locale = 'es-u-kn-true-ks-level1', deterministic = false);

-- Lower case, independent of the database's own collation.
create function sin_mayusculas(valor text) returns text
  language sql immutable strict parallel safe
  return lower(valor collate "und-x-icu") collate "C";

-- Returns the NFKC form without control and default-ignorable characters. The list is Unicode 17's, so that every server
-- removes the same ones.
create function a_la_vista(valor text) returns text
  language sql immutable strict parallel safe
  return normalize(regexp_replace(valor collate "C",
    '[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F-\u1160\u17B4-\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
    '', 'g'), NFKC);

-- The key by which usernames and trip numbers are compared. The second NFKC composes letters that became lower case.
create function clave(valor text) returns text
  language sql immutable strict parallel safe
  return btrim(normalize(sin_mayusculas(a_la_vista(valor)), NFKC)) collate "C";

-- The key by which plates are compared: upper case without \p{Pd} and \p{Zs}. 'C-123BCD' and 'c 123bcd' are one plate.
create function placa_clave(placa text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(normalize(upper(a_la_vista(placa) collate "und-x-icu"), NFKC) collate "C",
    '[\u0020\u002D\u00A0\u058A\u05BE\u1400\u1680\u1806\u2000-\u200A\u2010-\u2015\u202F\u205F\u2E17\u2E1A\u2E3A-\u2E3B\u2E40\u2E5D\u3000\u301C\u3030\u30A0\uFE31-\uFE32\uFE58\uFE63\uFF0D\U00010D6E\U00010EAD]',
    '', 'g');

-- Normalises text for searches, as db/search.ts does: lower case, no accents, single spaces.
create function normaliza(valor text) returns text
  language sql immutable strict parallel safe
  return trim(regexp_replace(regexp_replace(
    lower(normalize(valor, NFD) collate "und-x-icu"), U&'[\0300-\036F]', '', 'g'), '\s+', ' ', 'g')) collate "C";

-- Joins the lines of a person's search text (nombre, apellido), because users type the whole name.
create function nombre_completo(busqueda text) returns text
  language sql immutable strict parallel safe
  return trim(replace(busqueda, E'\n', ' ')) collate "C";

-- ---------------------------------------------------------------------------------------------------------------------
-- Users and sessions
-- ---------------------------------------------------------------------------------------------------------------------

create table usuarios (
  id int generated always as identity primary key,
  username text not null,
  password_hash text not null,
  -- 1 administrador, 2 piloto, 3 usuario.
  rol_id smallint not null check (rol_id between 1 and 3),
  estado text not null default 'activo' check (estado in ('activo', 'inactivo')),
  -- Ids of permissions in ascending order.
  permisos smallint[] not null default '{}',
  piloto_id int,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios,
  -- Search text of a record: the searched fields, normalised, one per line. The program writes it.
  busqueda text not null,
  -- Always 0. Releases before 1.0.0 stored the own id here if another record already had the key.
  gemelo int not null default 0,
  permisos_dinero smallint[] not null default '{}'
);
create unique index usuarios_username_unico on usuarios (clave(username), gemelo) where eliminado_en is null;
create unique index usuarios_piloto_unico on usuarios (piloto_id) where eliminado_en is null;
create index usuarios_por_nombre on usuarios (username collate es_nombre, id) where eliminado_en is null;
create index usuarios_de_piloto on usuarios (piloto_id) where piloto_id is not null;
create index usuarios_eliminados on usuarios (eliminado_en, id) where eliminado_en is not null;

-- The token itself is not stored, only its hash.
create table sesiones (
  token_hash bytea primary key,
  usuario_id int not null references usuarios,
  creada_en timestamptz not null default now(),
  usada_en timestamptz not null default now(),
  id int generated always as identity unique,
  -- Address and browser of the login.
  direccion text,
  navegador text not null default 'Otro'
);
create index sesiones_por_usuario on sesiones (usuario_id);

-- API tokens of programs. Revoking deletes the row.
create table tokens (
  id int generated always as identity primary key,
  usuario_id int not null references usuarios,
  nombre text not null,
  token_hash bytea not null unique,
  creado_en timestamptz not null default now(),
  -- The last day on which the token is valid.
  vence date not null,
  usado_en timestamptz
);
create index tokens_por_usuario on tokens (usuario_id);

-- Second factors: TOTP secret and recovery codes.
create table segundos_factores (
  usuario_id int primary key references usuarios,
  secreto bytea not null,
  pedido_en timestamptz not null default now(),
  -- Null until the user has confirmed it with a code.
  desde timestamptz,
  -- Time step of the last accepted code, in 30 s since 1970: rejects a code that is sent again.
  paso int not null default 0,
  -- Salt and hashes of the unused recovery codes.
  sal bytea not null,
  recuperacion bytea[] not null default '{}'
);

-- Login attempts. A row is written before the password is checked, so that parallel attempts count.
create table intentos (
  id bigint generated always as identity primary key,
  username text not null,
  direccion text not null,
  momento timestamptz not null default now(),
  en_curso boolean not null default true,
  -- Set by a later success: clears the count of this name and address, but not that of the name or the address alone.
  perdonado boolean not null default false
);
create index intentos_por_username on intentos (username, momento);
create index intentos_por_direccion on intentos (direccion, momento);
create index intentos_por_momento on intentos (momento);

-- Networks from which each name has logged in: failed attempts from other networks do not lock it there.
create table accesos (
  -- The key of the name (clave).
  username text not null,
  -- An IPv4 address, or the /64 of an IPv6 address.
  red text not null,
  momento timestamptz not null default now(),
  primary key (username, red)
);
create index accesos_por_momento on accesos (momento);

-- Idempotency keys with the stored response.
create table idempotencia (
  usuario_id int not null references usuarios,
  clave text not null,
  -- Digest of the request: the same key with another request is rejected.
  huella text not null,
  -- Type json, not jsonb: keeps the order of the fields.
  respuesta json,
  llamada text not null,
  vence_en timestamptz not null,
  primary key (usuario_id, llamada, clave)
);
create index idempotencia_por_vence on idempotencia (vence_en);

-- ---------------------------------------------------------------------------------------------------------------------
-- Settings
-- ---------------------------------------------------------------------------------------------------------------------

-- The company's settings: one row.
create table ajustes (
  id int primary key default 1 check (id = 1),
  nit text,
  direccion text,
  telefono text,
  duracion_viaje_min int not null default 480 check (duracion_viaje_min between 1 and 20160),
  -- Whether the hour of a trip is that of leaving or of arriving.
  hora_es text not null default 'salida' check (hora_es in ('salida', 'llegada')),
  -- What each finding of the trip check does: avisar, bloquear or callar.
  modos jsonb not null default '{
    "CAMION_OCUPADO": "avisar", "PILOTO_OCUPADO": "avisar", "AYUDANTE_OCUPADO": "avisar", "LICENCIA_VENCIDA": "avisar",
    "DOCUMENTO_VENCIDO": "avisar", "CAMION_EN_TALLER": "avisar", "RESTRICCION": "avisar"}',
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  -- Time zone of a trip's fecha and hora. The program writes TZ_EMPRESA here when it starts.
  zona text not null default 'America/Guatemala',
  -- MB of files that a user may upload per day.
  subida_diaria_mb int not null default 500 check (subida_diaria_mb between 10 and 100000),
  -- Who must have a second factor; pilots never must.
  segundo_factor text not null default 'nadie' check (segundo_factor in ('nadie', 'administradores', 'todos'))
);
insert into ajustes default values;

-- ---------------------------------------------------------------------------------------------------------------------
-- Catalogues
-- ---------------------------------------------------------------------------------------------------------------------

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
create index choferes_por_nombre on choferes (nombre collate es_nombre, apellido collate es_nombre, id)
  where eliminado_en is null;
-- Licences are lines of the list of documents.
create index choferes_por_vencimiento on choferes (vencimiento) where eliminado_en is null and vencimiento is not null;
create index choferes_por_vencimiento_desc on choferes (vencimiento desc nulls last)
  where eliminado_en is null and vencimiento is not null;
create index choferes_eliminados on choferes (eliminado_en, id) where eliminado_en is not null;
alter table usuarios add foreign key (piloto_id) references choferes;

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
create index ayudantes_por_nombre on ayudantes (nombre collate es_nombre, apellido collate es_nombre, id)
  where eliminado_en is null;
create index ayudantes_eliminados on ayudantes (eliminado_en, id) where eliminado_en is not null;

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
create index clientes_por_nombre on clientes (nombre collate es_nombre, apellido collate es_nombre, id)
  where eliminado_en is null;
create index clientes_por_nombre_completo on clientes (nombre_completo(busqueda)) where eliminado_en is null;
create index clientes_eliminados on clientes (eliminado_en, id) where eliminado_en is not null;

create table camiones (
  id int generated always as identity primary key,
  placa text not null,
  marca text not null,
  modelo text not null,
  color text not null,
  tipo text not null,
  tarjeta_circulacion text not null,
  busqueda text not null,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios,
  -- Always 0, as in usuarios.
  gemelo int not null default 0
);
create unique index camiones_placa_unica on camiones (placa_clave(placa), gemelo) where eliminado_en is null;
create index camiones_por_nombre on camiones (placa collate es_nombre, id) where eliminado_en is null;
create index camiones_eliminados on camiones (eliminado_en, id) where eliminado_en is not null;

-- ---------------------------------------------------------------------------------------------------------------------
-- Trips and totals
-- ---------------------------------------------------------------------------------------------------------------------

create table rutas (
  id int generated always as identity primary key,
  no_ruta text not null,
  -- The number in RUTA-<1 to 9 digits>, for proposing the next one.
  correlativo int,
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
  -- Number, client, service and pilot, normalised, one per line (texto_de_ruta).
  busqueda text not null,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios,
  -- Always 0, as in usuarios.
  gemelo int not null default 0,
  -- Null if the user typed none: then the price list or the settings decide.
  duracion_min int check (duracion_min between 1 and 20160),
  -- A trip occupies its truck, pilot and helper during [inicio, fin). Computed by the statement that writes the trip.
  inicio timestamptz,
  fin timestamptz
);
-- A number is unique for ever: the bin counts too.
create unique index rutas_no_ruta_unica on rutas (clave(no_ruta), gemelo);
create index rutas_gemelas on rutas (gemelo) where gemelo > 0;
create index rutas_por_numero on rutas (correlativo) where correlativo is not null;

-- Lists: each filter in the list's order, so that a page is one range of an index.
create index rutas_por_fecha on rutas (fecha, hora, id) where eliminado_en is null;
create index rutas_por_estado on rutas (estado, fecha, hora, id) where eliminado_en is null;
create index rutas_por_cliente on rutas (cliente_id, fecha, hora, id) where eliminado_en is null;
create index rutas_por_chofer on rutas (chofer_id, fecha, hora, id) where eliminado_en is null;
create index rutas_por_camion on rutas (camion_id, fecha, hora, id) where eliminado_en is null;
create index rutas_por_ayudante on rutas (ayudante_id, fecha, hora, id)
  where eliminado_en is null and ayudante_id is not null;
create index rutas_por_no_ruta_id on rutas (no_ruta collate es_numero_igual, id) where eliminado_en is null;
-- The newest trip of a client between two places.
create index rutas_por_lugares on rutas (cliente_id, normaliza(origen), normaliza(destino), fecha, hora, id)
  where eliminado_en is null;
create index rutas_eliminadas on rutas (eliminado_en) where eliminado_en is not null;
-- A write adds a trip's 60 trigrams to a pending list instead of to 60 pages of the index. The list is merged at 64 kB,
-- about 50 trips, because searches read it too.
create index rutas_por_busqueda on rutas using gin (busqueda gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64) where eliminado_en is null;

-- Occupation: open trips by their end, and trips under way by their beginning, since these last at least until now.
create index rutas_abiertas on rutas (fin, inicio) where eliminado_en is null and estado in ('Pendiente', 'En curso');
create index rutas_ocupa_camion on rutas (camion_id, fin)
  where eliminado_en is null and estado in ('Pendiente', 'En curso');
create index rutas_ocupa_chofer on rutas (chofer_id, fin)
  where eliminado_en is null and estado in ('Pendiente', 'En curso');
create index rutas_ocupa_ayudante on rutas (ayudante_id, fin)
  where eliminado_en is null and estado in ('Pendiente', 'En curso');
create index rutas_en_curso_camion on rutas (camion_id, inicio, id) where eliminado_en is null and estado = 'En curso';
create index rutas_en_curso_chofer on rutas (chofer_id, inicio, id) where eliminado_en is null and estado = 'En curso';
create index rutas_en_curso_ayudante on rutas (ayudante_id, inicio, id)
  where eliminado_en is null and estado = 'En curso';

-- Foreign keys: deleting a record for good checks every row that references it, also those in the bin.
create index rutas_de_cliente on rutas (cliente_id);
create index rutas_de_camion on rutas (camion_id);
create index rutas_de_chofer on rutas (chofer_id);
create index rutas_de_ayudante on rutas (ayudante_id) where ayudante_id is not null;

create table rutas_historial (
  id int generated always as identity primary key,
  ruta_id int not null references rutas,
  estado_anterior text,
  estado_nuevo text not null,
  comentario text,
  usuario_id int not null references usuarios,
  -- When the server received the change. The next three say when it was done, by the phone's clock (hora_del_hecho).
  fecha timestamptz not null default now(),
  hora_dispositivo timestamptz,
  hecho_en timestamptz,
  dudosa boolean not null default false
);
create index rutas_historial_por_ruta on rutas_historial (ruta_id, id);

-- Totals of the trips outside the bin, by state: of all time, of each month and of each day. The statement that writes
-- the trip writes them. `cajon` is a shard (0 to 15), so that concurrent writers do not wait for one row.
create table resumen (
  nivel text not null check (nivel in ('todo', 'mes', 'dia')),
  periodo date not null,
  estado text not null,
  cajon smallint not null,
  n int not null,
  suma numeric(20, 2) not null,
  primary key (nivel, periodo, estado, cajon)
) with (fillfactor = 50);

-- Number of trips of each client, kept in the same way.
create table resumen_clientes (
  cliente_id int not null references clientes,
  cajon smallint not null,
  n int not null,
  primary key (cliente_id, cajon)
) with (fillfactor = 50);

-- ---------------------------------------------------------------------------------------------------------------------
-- Deliveries: what a client demands and what happens on the road
-- ---------------------------------------------------------------------------------------------------------------------

-- One row per client.
create table reglas (
  cliente_id int primary key references clientes,
  exige_foto boolean not null,
  exige_firma boolean not null,
  instrucciones text,
  horas_libres numeric(5, 2),
  tarifa_demora numeric(10, 2),
  unidad text not null check (unidad in ('hora', 'dia')),
  -- The day on which each demand was switched on; null while it is off.
  foto_desde date,
  firma_desde date,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);

-- One row per trip.
create table entregas (
  ruta_id int primary key references rutas,
  recibio text,
  documento text,
  nota text,
  sin_evidencia_motivo text,
  -- The user who wrote it last, and when that was done.
  usuario_id int not null references usuarios,
  hora_dispositivo timestamptz,
  hecho_en timestamptz,
  dudosa boolean not null default false,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);

-- One row per trip.
create table tiempos (
  ruta_id int primary key references rutas,
  llegada_carga timestamptz,
  salida_carga timestamptz,
  llegada_descarga timestamptz,
  salida_descarga timestamptz,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);

create table incidentes (
  id int generated always as identity primary key,
  ruta_id int not null references rutas,
  causa text not null check (
    causa in ('Bloqueo', 'Mecánico', 'Accidente', 'Robo', 'Cliente', 'Clima', 'Aduana o puerto', 'Otro')),
  lugar text,
  desde timestamptz not null,
  hasta timestamptz,
  nota text,
  -- The user who opened it.
  usuario_id int not null references usuarios,
  -- How often a change of the trip's state has opened or closed it. The log has no row for these, only the trip's.
  por_estado int not null default 0,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios
);
create index incidentes_por_ruta on incidentes (ruta_id, desde, id) where eliminado_en is null;
create index incidentes_abiertos on incidentes (ruta_id) where eliminado_en is null and hasta is null;
create index incidentes_de_ruta on incidentes (ruta_id);
create index incidentes_eliminados on incidentes (eliminado_en, id) where eliminado_en is not null;

-- ---------------------------------------------------------------------------------------------------------------------
-- Restrictions, maintenance
-- ---------------------------------------------------------------------------------------------------------------------

create table restricciones (
  id int generated always as identity primary key,
  nombre text not null,
  desde date,
  hasta date,
  -- 1 is Monday. Null: one period from desde, hora_desde to hasta, hora_hasta.
  dias_semana smallint[],
  hora_desde time(0),
  hora_hasta time(0),
  palabras_exentas text[],
  nota text,
  activo boolean not null,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios
);
create index restricciones_eliminadas on restricciones (eliminado_en) where eliminado_en is not null;

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
create index mantenimientos_de_camion on mantenimientos (camion_id);
create index mantenimientos_eliminados on mantenimientos (eliminado_en, id) where eliminado_en is not null;

-- ---------------------------------------------------------------------------------------------------------------------
-- Price list
-- ---------------------------------------------------------------------------------------------------------------------

-- Hashes client, places and service: two prices with the same hash must not be valid on the same day.
create function clave_de_tarifa(el_cliente int, el_origen text, el_destino text, el_servicio text) returns numeric
  language sql immutable parallel safe
  return hashtextextended(
    coalesce(el_cliente::text, '') || E'\n' || normaliza(el_origen) || E'\n' || normaliza(el_destino)
      || coalesce(E'\n' || normaliza(el_servicio), ''), 0) * 10000000.0;

-- Maps a hash and a day to one number, so that the exclusion constraint works without the extension btree_gist.
create function dia_de_tarifa(clave numeric, dia date) returns numeric
  language sql immutable parallel safe
  return clave + (dia - date '0001-01-01');

-- Price and duration between two places, for one client or all, for one service or any.
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
create index tarifas_por_lugar on tarifas (origen collate es_nombre, destino collate es_nombre, id)
  where eliminado_en is null;
create index tarifas_por_creado on tarifas (creado_en, id) where eliminado_en is null;
create index tarifas_por_cliente on tarifas (cliente_id, origen collate es_nombre, destino collate es_nombre, id)
  where eliminado_en is null;
create index tarifas_de_cliente on tarifas (cliente_id) where cliente_id is not null;
-- Finds the price of a day. The index of the exclusion constraint takes a hundred comparisons per page.
create index tarifas_por_vigencia on tarifas (lower(vigencia)) where eliminado_en is null;
create index tarifas_por_busqueda on tarifas using gin (busqueda gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64) where eliminado_en is null;
create index tarifas_eliminadas on tarifas (eliminado_en, id) where eliminado_en is not null;

-- Number of prices outside the bin, sharded like resumen.
create table tarifas_cuenta (
  cajon smallint primary key,
  n int not null
) with (fillfactor = 50);

-- ---------------------------------------------------------------------------------------------------------------------
-- Documents of pilots, helpers and trucks
-- ---------------------------------------------------------------------------------------------------------------------

create table documento_tipos (
  id int generated always as identity primary key,
  nombre text not null,
  aplica text not null check (aplica in ('choferes', 'ayudantes', 'camiones')),
  obligatorio boolean not null default false,
  dias_aviso int not null default 30 check (dias_aviso between 0 and 365),
  activo boolean not null default true,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios
);
create unique index documento_tipos_unico on documento_tipos (normaliza(a_la_vista(nombre)), aplica)
  where eliminado_en is null;
create index documento_tipos_eliminados on documento_tipos (eliminado_en, id) where eliminado_en is not null;
insert into documento_tipos (nombre, aplica) values
  ('Tarjeta de circulación', 'camiones'),
  ('Seguro', 'camiones'),
  ('Certificado de limitador de velocidad', 'camiones'),
  ('Revisión mecánica', 'camiones'),
  ('Permiso de pesos y dimensiones', 'camiones'),
  ('Antecedentes penales', 'choferes'),
  ('Antecedentes policíacos', 'choferes'),
  ('Antecedentes penales', 'ayudantes'),
  ('Antecedentes policíacos', 'ayudantes');

create table documentos (
  id int generated always as identity primary key,
  tipo_id int not null references documento_tipos,
  -- Equal to the type's aplica, which cannot change while the type has documents.
  entidad text not null check (entidad in ('choferes', 'ayudantes', 'camiones')),
  entidad_id int not null,
  -- Copies of the type's and the record's name, and whether the record is in the bin. Triggers keep them, so that a page
  -- of the list is one range of an index.
  tipo text not null,
  nombre text not null,
  oculto boolean not null default false,
  numero text,
  emitido date,
  vence date,
  nota text,
  reemplazado_por int references documentos,
  vivo boolean not null generated always as (reemplazado_por is null) stored,
  busqueda text not null generated always as (
    normaliza(nombre) || E'\n' || normaliza(tipo) || E'\n' || normaliza(coalesce(numero, ''))) stored,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios
);
-- A record has one valid document of a type.
create unique index documentos_vivo_unico on documentos (tipo_id, entidad_id)
  where eliminado_en is null and reemplazado_por is null;
create index documentos_por_vence on documentos
  (vivo, vence, nombre collate es_nombre, tipo collate es_nombre, id, entidad_id) include (tipo_id)
  where eliminado_en is null and not oculto;
create index documentos_por_vence_desc on documentos
  (vivo, vence desc nulls last, nombre collate es_nombre, tipo collate es_nombre, id, entidad_id) include (tipo_id)
  where eliminado_en is null and not oculto;
create index documentos_por_tipo on documentos (tipo_id, vivo, vence);
-- The trip check asks for expired documents only.
create index documentos_por_registro on documentos (entidad, entidad_id, vivo, vence);
create index documentos_por_busqueda on documentos using gin (busqueda gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64) where eliminado_en is null and not oculto;
create index documentos_reemplazados_por on documentos (reemplazado_por) where reemplazado_por is not null;
create index documentos_eliminados on documentos (eliminado_en, id) where eliminado_en is not null;

-- Number of documents of each type outside the bin, sharded like resumen.
create table documentos_cuenta (
  tipo_id int not null references documento_tipos,
  vivo boolean not null,
  cajon smallint not null,
  n int not null,
  primary key (tipo_id, vivo, cajon)
) with (fillfactor = 50);

-- Postponed notices: hidden until the day `hasta`, as long as their date is still `fecha`.
create table avisos_pospuestos (
  aviso text primary key,
  fecha date,
  hasta date not null,
  motivo text not null
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Files
-- ---------------------------------------------------------------------------------------------------------------------

-- Photos and documents of any record. The store has their bytes under the hash.
create table archivos (
  id int generated always as identity primary key,
  -- The record's table, one of the contract's entidades.
  entidad text not null,
  entidad_id int not null,
  clase text not null check (clase in ('foto', 'firma', 'comprobante', 'documento')),
  nombre text not null,
  tipo_mime text not null,
  bytes int not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  tomado_en timestamptz,
  subido_por_id int not null references usuarios,
  -- Null until the store has the bytes. No query shows the file before.
  terminado_en timestamptz,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios
);
create index archivos_por_registro on archivos (entidad, entidad_id, id)
  where terminado_en is not null and eliminado_en is null;
create index archivos_por_sha256 on archivos (sha256);
create index archivos_por_dia on archivos (subido_por_id, terminado_en) include (bytes) where terminado_en is not null;
create index archivos_sin_terminar on archivos (creado_en) where terminado_en is null;
create index archivos_eliminados on archivos (eliminado_en, id) where eliminado_en is not null;

-- Running uploads of all processes: they count against the daily limit before the first byte is received.
create table subidas (
  id bigint generated always as identity primary key,
  usuario_id int not null references usuarios,
  bytes int not null check (bytes >= 0),
  -- The call and its Idempotency-Key, if it has one.
  clave text,
  vence_en timestamptz not null
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Money: advances, expenses, settlements. Rows are annulled, never deleted.
-- ---------------------------------------------------------------------------------------------------------------------

create table liquidaciones (
  id int generated always as identity primary key,
  -- Consecutive without gaps: assigned under a lock, not by a sequence.
  correlativo int not null unique,
  numero text not null,
  chofer_id int not null references choferes,
  saldo_anterior numeric(14, 2) not null,
  anticipos numeric(14, 2) not null,
  pagos numeric(14, 2) not null,
  cargos numeric(14, 2) not null,
  gastos numeric(14, 2) not null,
  devoluciones numeric(14, 2) not null,
  abonos numeric(14, 2) not null,
  saldo numeric(14, 2) not null,
  comisiones numeric(14, 2) not null,
  estado text not null default 'cerrada' check (estado in ('cerrada', 'anulada')),
  motivo text,
  -- The user who settled.
  usuario_id int not null references usuarios,
  busqueda text not null,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  check (saldo = saldo_anterior + anticipos + pagos + cargos - gastos - devoluciones - abonos)
);
create index liquidaciones_por_chofer on liquidaciones (chofer_id, id);
create index liquidaciones_cerradas on liquidaciones (chofer_id, id) include (saldo) where estado = 'cerrada';
create index liquidaciones_por_estado on liquidaciones (estado, id);
create index liquidaciones_por_dia on liquidaciones (creado_en, id);
create index liquidaciones_por_busqueda on liquidaciones using gin (busqueda gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64);

create table movimientos (
  id int generated always as identity primary key,
  tipo text not null check (
    tipo in ('anticipo', 'reanticipo', 'pago', 'cargo', 'gasto', 'devolucion', 'abono', 'comision')),
  chofer_id int references choferes,
  ruta_id int references rutas,
  concepto text,
  paga text check (paga in ('piloto', 'empresa')),
  monto numeric(10, 2) not null check (monto > 0),
  fecha date not null,
  forma text,
  comprobante text check (comprobante in ('factura', 'recibo', 'ninguno')),
  nit text,
  serie text,
  numero text,
  uuid text,
  compartida boolean not null default false,
  descripcion text,
  estado text not null check (estado in ('registrado', 'aprobado', 'anulado')),
  motivo text,
  -- The settlement that contains it, unless that one is annulled.
  liquidacion_id int references liquidaciones,
  del_piloto boolean not null default false,
  hora_dispositivo timestamptz,
  hecho_en timestamptz,
  dudosa boolean not null default false,
  -- The user who registered it.
  usuario_id int not null references usuarios,
  busqueda text not null,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  check (chofer_id is not null or ruta_id is not null),
  check ((tipo = 'gasto') = (concepto is not null and paga is not null and comprobante is not null)),
  check (liquidacion_id is null or (estado = 'aprobado' and chofer_id is not null and paga is distinct from 'empresa'))
);
-- Each filter in the list's order: a page and a count are each one range of an index.
create index movimientos_por_fecha on movimientos (fecha, id);
create index movimientos_por_chofer on movimientos (chofer_id, fecha, id) where chofer_id is not null;
create index movimientos_por_ruta on movimientos (ruta_id, fecha, id) where ruta_id is not null;
create index movimientos_por_liquidacion on movimientos (liquidacion_id, fecha, id) where liquidacion_id is not null;
create index movimientos_por_tipo on movimientos (tipo, fecha, id);
create index movimientos_por_estado on movimientos (estado, fecha, id);
create index movimientos_por_concepto on movimientos (concepto, fecha, id) where concepto is not null;
create index movimientos_por_comprobante on movimientos (comprobante, fecha, id) where comprobante is not null;
create index movimientos_abiertos on movimientos (fecha, id)
  where chofer_id is not null and liquidacion_id is null and estado <> 'anulado' and paga is distinct from 'empresa';
-- Balances: index-only scan of what a pilot owes and of what is to be reviewed.
create index movimientos_pendientes on movimientos (chofer_id, fecha, id) include (tipo, paga, estado, monto)
  where chofer_id is not null and liquidacion_id is null
    and (estado = 'registrado' or (estado = 'aprobado' and paga is distinct from 'empresa'));
-- Of two concurrent writes of one invoice only one succeeds.
create unique index movimientos_uuid_unico on movimientos (uuid)
  where uuid is not null and estado <> 'anulado' and not compartida;
create unique index movimientos_factura_unica on movimientos (nit, serie, numero)
  where nit is not null and serie is not null and numero is not null and estado <> 'anulado' and not compartida;
create index movimientos_por_busqueda on movimientos using gin (busqueda gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64);

-- ---------------------------------------------------------------------------------------------------------------------
-- Imports
-- ---------------------------------------------------------------------------------------------------------------------

create table importaciones (
  id int generated always as identity primary key,
  tipo text not null check (
    tipo in ('choferes', 'ayudantes', 'camiones', 'clientes', 'tarifas', 'documentos', 'rutas')),
  nombre text not null,
  filas int not null,
  nuevas int not null,
  cambiadas int not null,
  iguales int not null,
  saltadas int not null,
  usuario_id int not null references usuarios,
  deshecha_en timestamptz,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);

-- For undoing an import: the version that it gave each record, and the row before it (null for a new record).
create table importaciones_registros (
  importacion_id int not null references importaciones,
  registro_id int not null,
  version int not null,
  antes jsonb,
  primary key (importacion_id, registro_id)
);
create index importaciones_registros_por_registro on importaciones_registros (registro_id);

-- ---------------------------------------------------------------------------------------------------------------------
-- Log
-- ---------------------------------------------------------------------------------------------------------------------

-- One row per record and call, written by the transaction that writes the record. Rows are kept for ever, except rejected
-- logins.
create table bitacora (
  id int generated always as identity,
  momento timestamptz not null default now(),
  -- No foreign key: it would lock the user's row.
  usuario_id int,
  usuario text,
  direccion text,
  -- The X-Request-Id.
  peticion text,
  tipo text not null,
  registro_id int,
  nombre text,
  accion text not null,
  cambios jsonb not null default '{}',
  motivo text,
  busqueda text not null generated always as (
    normaliza(coalesce(nombre, '') || ' ' || coalesce(usuario, '') || ' ' || coalesce(motivo, ''))) stored,
  -- The order of the list.
  primary key (momento, id)
);
create index bitacora_por_tipo on bitacora (tipo, momento, id);
create index bitacora_por_registro on bitacora (registro_id, momento, id) where registro_id is not null;
create index bitacora_por_usuario on bitacora (usuario_id, momento, id);
create index bitacora_por_tipo_y_accion on bitacora (tipo, accion, momento, id);
create index bitacora_por_accion on bitacora (accion, momento, id);
create index bitacora_por_busqueda on bitacora using gin (busqueda gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64);

-- ---------------------------------------------------------------------------------------------------------------------
-- Mail
-- ---------------------------------------------------------------------------------------------------------------------

-- Mail addresses. A user without a row has none.
create table correos (
  usuario_id int primary key references usuarios,
  correo text,
  -- Whether the user wants the weekly notices.
  avisos boolean not null default true
);

-- Mails that the program sends by itself: one per day, user and kind.
create table envios (
  id int generated always as identity primary key,
  dia date not null,
  usuario_id int not null references usuarios,
  -- 'semana', or the kind of a mail that is sent at once.
  clase text not null,
  -- Null for 'semana': its notices are read when it is sent.
  asunto text,
  texto text,
  -- 'enviando' is committed before the mail goes to the server: a mail that a crash interrupts is not sent twice.
  estado text not null default 'pendiente'
    check (estado in ('pendiente', 'enviando', 'enviado', 'callado', 'fallido')),
  intentos int not null default 0,
  proximo timestamptz not null,
  unique (dia, usuario_id, clase)
);
create index envios_pendientes on envios (proximo) where estado = 'pendiente';
create index envios_por_usuario on envios (usuario_id);

-- State of the mails: one row.
create table correo_estado (
  id int primary key default 1 check (id = 1),
  -- The Monday whose mails were prepared last.
  semana date,
  ultimo_envio timestamptz,
  -- Null once a mail has been sent.
  ultimo_error text,
  -- Since when mails fail for good; null again with the next success.
  fallando_desde timestamptz
);
insert into correo_estado default values;
