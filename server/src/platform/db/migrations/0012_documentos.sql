-- Papers of pilots, helpers and trucks, what expires of them, and notices that were put off.

-- A route's own count gives the name up to what people write of a paper, which the log tells.
alter table rutas rename column numero to correlativo;
create or replace function columnas_internas() returns text[]
  language sql immutable parallel safe
  return array['id', 'version', 'creado_en', 'actualizado_en', 'eliminado_en', 'eliminado_por',
    'busqueda', 'correlativo', 'gemelo', 'password_hash', 'oculto', 'vivo'];

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
create unique index documento_tipos_unico on documento_tipos (normaliza(a_la_vista(nombre)), aplica) where eliminado_en is null;
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
create view documento_tipos_leer as select * from documento_tipos;

create table documentos (
  id int generated always as identity primary key,
  tipo_id int not null references documento_tipos,
  -- As the type's aplica, which stays while it has papers.
  entidad text not null check (entidad in ('choferes', 'ayudantes', 'camiones')),
  entidad_id int not null,
  -- What the type and the record are called, and whether the record lies in the bin: kept by the triggers below,
  -- so that a page of the list is a part of an index.
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
-- One live paper of a type for one record.
create unique index documentos_vivo_unico on documentos (tipo_id, entidad_id)
  where eliminado_en is null and reemplazado_por is null;
create index documentos_por_vence on documentos
  (vivo, vence, nombre collate es_nombre, tipo collate es_nombre, id, entidad_id) include (tipo_id) where eliminado_en is null and not oculto;
create index documentos_por_vence_desc on documentos
  (vivo, vence desc nulls last, nombre collate es_nombre, tipo collate es_nombre, id, entidad_id) include (tipo_id) where eliminado_en is null and not oculto;
create index documentos_por_tipo on documentos (tipo_id, vivo, vence);
create index documentos_por_registro on documentos (entidad, entidad_id);
create index documentos_por_busqueda on documentos using gin (busqueda gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64) where eliminado_en is null and not oculto;
create index documentos_eliminados on documentos (eliminado_en, id) where eliminado_en is not null;

create view documentos_leer as
  select d.id, d.tipo_id, d.tipo, d.entidad, d.entidad_id, d.nombre, d.numero, d.emitido, d.vence, d.nota,
    d.reemplazado_por, d.version, d.creado_en, d.actualizado_en, t.dias_aviso, d.oculto, d.eliminado_en
  from documentos d join documento_tipos t on t.id = d.tipo_id;

-- A licence is a line of the same list.
create index choferes_por_vencimiento on choferes (vencimiento) where eliminado_en is null and vencimiento is not null;
create index choferes_por_vencimiento_desc on choferes (vencimiento desc nulls last) where eliminado_en is null and vencimiento is not null;

-- Whose papers are kept, the bin left out.
create view con_papeles as
  select 'choferes' as entidad, id, trim(concat_ws(' ', nombre, apellido)) as nombre, nombre_completo(busqueda) as busqueda
  from choferes where eliminado_en is null
  union all
  select 'ayudantes', id, trim(concat_ws(' ', nombre, apellido)), nombre_completo(busqueda)
  from ayudantes where eliminado_en is null
  union all
  select 'camiones', id, placa, split_part(busqueda, E'\n', 1)
  from camiones where eliminado_en is null;

-- The argument is the column that names a record of the table (nombre_de).
create function renombra_documentos() returns trigger language plpgsql as $$
begin
  update documentos set nombre = nombre_de(tg_argv[0], new.id), oculto = new.eliminado_en is not null
  where entidad = tg_table_name and entidad_id = new.id;
  return null;
end $$;
create trigger documentos_renombrados after update on choferes for each row
  when ((old.nombre, old.apellido, old.eliminado_en is null) is distinct from (new.nombre, new.apellido, new.eliminado_en is null))
  execute function renombra_documentos('chofer_id');
create trigger documentos_renombrados after update on ayudantes for each row
  when ((old.nombre, old.apellido, old.eliminado_en is null) is distinct from (new.nombre, new.apellido, new.eliminado_en is null))
  execute function renombra_documentos('ayudante_id');
create trigger documentos_renombrados after update on camiones for each row
  when ((old.placa, old.eliminado_en is null) is distinct from (new.placa, new.eliminado_en is null))
  execute function renombra_documentos('camion_id');

create function renombra_tipo_de_documentos() returns trigger language plpgsql as $$
begin
  update documentos set tipo = new.nombre where tipo_id = new.id;
  return null;
end $$;
create trigger documentos_renombrados after update on documento_tipos for each row
  when (old.nombre is distinct from new.nombre) execute function renombra_tipo_de_documentos();

-- How many papers there are of a type, the bin left out, written by the statement that writes them. `cajon` spreads
-- writers, so that they don't queue on one row; rows are written in one order, so that nobody waits in a ring.
create table documentos_cuenta (
  tipo_id int not null references documento_tipos,
  vivo boolean not null,
  cajon smallint not null,
  n int not null,
  primary key (tipo_id, vivo, cajon)
) with (fillfactor = 50);

create function cuenta_nuevos_documentos() returns trigger language plpgsql as $$
begin
  insert into documentos_cuenta (tipo_id, vivo, cajon, n)
  select tipo_id, vivo, pg_backend_pid() % 16, count(*) from despues where eliminado_en is null and not oculto
  group by tipo_id, vivo order by tipo_id, vivo
  on conflict (tipo_id, vivo, cajon) do update set n = documentos_cuenta.n + excluded.n;
  return null;
end $$;
create trigger contados after insert on documentos referencing new table as despues
  for each statement execute function cuenta_nuevos_documentos();

create function cuenta_documentos() returns trigger language plpgsql as $$
begin
  insert into documentos_cuenta (tipo_id, vivo, cajon, n)
  select tipo_id, vivo, pg_backend_pid() % 16, sum(n)
  from (
    select tipo_id, vivo, -1 as n from antes where eliminado_en is null and not oculto
    union all select tipo_id, vivo, 1 from despues where eliminado_en is null and not oculto) cambio
  group by tipo_id, vivo having sum(n) <> 0 order by tipo_id, vivo
  on conflict (tipo_id, vivo, cajon) do update set n = documentos_cuenta.n + excluded.n;
  return null;
end $$;
create trigger recontados after update on documentos referencing old table as antes new table as despues
  for each statement execute function cuenta_documentos();

-- How many records lack a paper of a type that they must have.
create view documentos_faltan as
  select t.id as tipo_id, t.aplica as entidad,
    case t.aplica
      when 'choferes' then (select count(*) from choferes where eliminado_en is null)
      when 'ayudantes' then (select count(*) from ayudantes where eliminado_en is null)
      else (select count(*) from camiones where eliminado_en is null) end
    - coalesce((select sum(n) from documentos_cuenta c where c.tipo_id = t.id and c.vivo), 0) as n
  from documento_tipos t where t.obligatorio and t.activo and t.eliminado_en is null;

-- Notices that nobody sees until the day `hasta`; each for the date that it told.
create table avisos_pospuestos (
  aviso text primary key,
  fecha date,
  hasta date not null,
  motivo text not null
);

create trigger anotado after insert or update on documento_tipos for each row execute function anotar('', 'nombre');
create trigger anotado after insert or update on documentos for each row execute function anotar(' · ', 'tipo', 'nombre');
