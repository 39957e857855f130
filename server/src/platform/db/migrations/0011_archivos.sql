-- Photos and papers on any record; their bytes lie in ARCHIVOS_DIR by their hash.
create table archivos (
  id int generated always as identity primary key,
  -- The table of the record that it hangs on.
  entidad text not null check (
    entidad in ('rutas', 'choferes', 'ayudantes', 'camiones', 'clientes', 'mantenimientos', 'documentos')),
  entidad_id int not null,
  clase text not null check (clase in ('foto', 'firma', 'comprobante', 'documento')),
  nombre text not null,
  tipo_mime text not null,
  bytes int not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  tomado_en timestamptz,
  subido_por_id int not null references usuarios,
  -- Null until its bytes are safe: nobody sees it before.
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
create index archivos_sin_terminar on archivos (creado_en) where terminado_en is null;
create index archivos_eliminados on archivos (eliminado_en, id) where eliminado_en is not null;

create view archivos_leer as
  select a.id, a.entidad, a.entidad_id, a.clase, a.nombre, a.tipo_mime, a.bytes, a.sha256, a.tomado_en,
    a.subido_por_id, u.username as subido_por, a.version, a.creado_en, a.actualizado_en, a.eliminado_en
  from archivos a join usuarios u on u.id = a.subido_por_id
  where a.terminado_en is not null;

-- A record has at most 30, whoever adds them at the same time and however: its row is held while they are counted.
create function no_mas_de_treinta() returns trigger language plpgsql as $$
declare
  cuantos int;
begin
  execute format('select from %I where id = $1 for no key update', new.entidad) using new.entidad_id;
  -- Of its own, so that it sees what whoever held the row before has written.
  select count(*) into cuantos from archivos
    where entidad = new.entidad and entidad_id = new.entidad_id and terminado_en is not null and eliminado_en is null;
  if cuantos >= 30 then
    raise exception 'more than 30 files' using errcode = 'check_violation', constraint = 'archivos_treinta';
  end if;
  return new;
end $$;
create trigger treinta before update on archivos for each row
  when (new.terminado_en is not null and new.eliminado_en is null
    and (old.terminado_en is null or old.eliminado_en is not null))
  execute function no_mas_de_treinta();

-- That one was added is told where it is finished: its bytes came after its row.
create trigger anotado after update on archivos for each row execute function anotar('', 'nombre');
