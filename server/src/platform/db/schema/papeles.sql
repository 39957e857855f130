-- Documents of pilots, helpers and trucks, and the files of any record.

-- Limits the files of a record to 30. The record's row is locked while they are counted, so that concurrent uploads count.
-- The previous release translates this constraint name (http/translate.ts).
create or replace function archivos_maximo_30() returns trigger language plpgsql as $$
declare
  cuantos int;
begin
  execute format('select from %I where id = $1 for no key update', new.entidad) using new.entidad_id;
  -- A separate statement: it sees what the previous holder of the lock has written.
  select count(*) into cuantos from archivos
    where entidad = new.entidad and entidad_id = new.entidad_id and terminado_en is not null and eliminado_en is null;
  if cuantos >= 30 then
    raise exception 'more than 30 files' using errcode = 'check_violation', constraint = 'archivos_treinta';
  end if;
  return new;
end $$;
create or replace trigger archivos_maximo_30 before update on archivos for each row
  when (new.terminado_en is not null and new.eliminado_en is null
    and (old.terminado_en is null or old.eliminado_en is not null))
  execute function archivos_maximo_30();

-- Copies the record's name into its documents. Argument: the column by which nombre_de finds the name.
create or replace function renombra_documentos() returns trigger language plpgsql as $$
begin
  update documentos set nombre = nombre_de(tg_argv[0], new.id), oculto = new.eliminado_en is not null
  where entidad = tg_table_name and entidad_id = new.id;
  return null;
end $$;
create or replace trigger documentos_renombrados after update on choferes for each row
  when ((old.nombre, old.apellido, old.eliminado_en is null) is distinct from (new.nombre, new.apellido, new.eliminado_en is null))
  execute function renombra_documentos('chofer_id');
create or replace trigger documentos_renombrados after update on ayudantes for each row
  when ((old.nombre, old.apellido, old.eliminado_en is null) is distinct from (new.nombre, new.apellido, new.eliminado_en is null))
  execute function renombra_documentos('ayudante_id');
create or replace trigger documentos_renombrados after update on camiones for each row
  when ((old.placa, old.eliminado_en is null) is distinct from (new.placa, new.eliminado_en is null))
  execute function renombra_documentos('camion_id');

create or replace function renombra_tipo_de_documentos() returns trigger language plpgsql as $$
begin
  update documentos set tipo = new.nombre where tipo_id = new.id;
  return null;
end $$;
create or replace trigger documentos_renombrados after update on documento_tipos for each row
  when (old.nombre is distinct from new.nombre) execute function renombra_tipo_de_documentos();

-- Counts the documents of each type (documentos_cuenta) in the statement that writes them. All writers lock the counters in
-- the same order, so that they cannot deadlock.
create or replace function documentos_contar_alta() returns trigger language plpgsql as $$
begin
  if cuenta_al_final() then return null; end if;
  insert into documentos_cuenta (tipo_id, vivo, cajon, n)
  select tipo_id, vivo, pg_backend_pid() % 16, count(*) from despues where eliminado_en is null and not oculto
  group by tipo_id, vivo order by tipo_id, vivo
  on conflict (tipo_id, vivo, cajon) do update set n = documentos_cuenta.n + excluded.n;
  return null;
end $$;
create or replace trigger documentos_contar_alta after insert on documentos referencing new table as despues
  for each statement execute function documentos_contar_alta();

create or replace function documentos_contar_cambio() returns trigger language plpgsql as $$
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
create or replace trigger documentos_contar_cambio after update on documentos referencing old table as antes new table as despues
  for each statement execute function documentos_contar_cambio();
