-- How many MB of files a user may send a day; the statement that asks reads it.
alter table ajustes add column subida_diaria_mb int not null default 500
  check (subida_diaria_mb between 10 and 100000);

-- Uploads that are on their way, of all processes: they count before a byte is taken.
create table subidas (
  id bigint generated always as identity primary key,
  usuario_id int not null references usuarios,
  bytes int not null check (bytes >= 0),
  -- The call and its Idempotency-Key, where it has one.
  clave text,
  vence_en timestamptz not null
);

create index archivos_por_dia on archivos (subido_por_id, terminado_en) include (bytes) where terminado_en is not null;
