-- Versions of what the polls read: a writer raises them, a poll compares them (decision 29).

/*
 * Raises a version. A sequence makes no writer wait for another, but shows its new value before the commit: until then the
 * shared lock tells readers not to trust it.
 */
create or replace function marcar_cambio(ambito int) returns void language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(4, ambito);
  perform nextval(('cambios_' || ambito)::regclass);
end $$;

/*
 * Returns the versions of `ambitos`, and whether a transaction that raised one is still running. Read it before the data, in
 * a statement of its own. The start of PostgreSQL is part of it, because a crash may take back values.
 */
create or replace function version_de(ambitos int[], conocida text, out version text, out en_curso boolean)
  language plpgsql volatile as $$
begin
  version := (
    select extract(epoch from pg_postmaster_start_time()) || '-'
      || string_agg(coalesce(pg_sequence_last_value(('cambios_' || a)::regclass), 0)::text, '-' order by a)
    from unnest(ambitos) a);
  -- Whoever knows this version read its data after all writers of it had ended.
  en_curso := version is distinct from conocida and exists (
    select from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and classid = 4 and objid = any(ambitos::oid[]) and objsubid = 2);
end $$;

create or replace function ambito_de_piloto(el_chofer int) returns int language sql immutable
  return 2 + el_chofer % 64;

create or replace function cambia_empresa() returns trigger language plpgsql as $$
begin
  perform marcar_cambio(0);
  return null;
end $$;

create or replace function cambia_catalogo() returns trigger language plpgsql as $$
begin
  perform marcar_cambio(0), marcar_cambio(1);
  return null;
end $$;

create or replace function cambia_ruta() returns trigger language plpgsql as $$
begin
  perform marcar_cambio(0), marcar_cambio(ambito_de_piloto(coalesce(new.chofer_id, old.chofer_id)));
  if tg_op = 'UPDATE' and old.chofer_id <> new.chofer_id then
    perform marcar_cambio(ambito_de_piloto(old.chofer_id));
  end if;
  return null;
end $$;

-- The lock keeps the trip's pilot until the commit.
create or replace function cambia_parte_de_ruta() returns trigger language plpgsql as $$
declare
  fila jsonb := to_jsonb(coalesce(new, old));
begin
  -- Only archivos has it.
  if fila ->> 'entidad' <> 'rutas' then return null; end if;
  perform marcar_cambio(0), marcar_cambio(ambito_de_piloto(chofer_id)) from rutas
  where id = coalesce(fila ->> 'ruta_id', fila ->> 'entidad_id')::int for share;
  return null;
end $$;

create or replace trigger cambia_catalogo after insert or update or delete on ajustes
  for each statement execute function cambia_catalogo();
create or replace trigger cambia_catalogo after insert or update or delete on alias
  for each statement execute function cambia_catalogo();
create or replace trigger cambia_catalogo after insert or update or delete on ayudantes
  for each statement execute function cambia_catalogo();
create or replace trigger cambia_catalogo after insert or update or delete on camiones
  for each statement execute function cambia_catalogo();
create or replace trigger cambia_catalogo after insert or update or delete on choferes
  for each statement execute function cambia_catalogo();
create or replace trigger cambia_catalogo after insert or update or delete on clientes
  for each statement execute function cambia_catalogo();
create or replace trigger cambia_catalogo after insert or update or delete on reglas
  for each statement execute function cambia_catalogo();
create or replace trigger cambia_empresa after insert or update or delete on avisos_pospuestos
  for each statement execute function cambia_empresa();
create or replace trigger cambia_empresa after insert or update or delete on camiones_ficha
  for each statement execute function cambia_empresa();
create or replace trigger cambia_empresa after insert or update or delete on cargas_faltas
  for each statement execute function cambia_empresa();
create or replace trigger cambia_empresa after insert or update or delete on documento_tipos
  for each statement execute function cambia_empresa();
create or replace trigger cambia_empresa after insert or update or delete on documentos
  for each statement execute function cambia_empresa();
create or replace trigger cambia_empresa after insert or update or delete on documentos_cuenta
  for each statement execute function cambia_empresa();
create or replace trigger cambia_empresa after insert or update or delete on facturas
  for each statement execute function cambia_empresa();
create or replace trigger cambia_empresa after insert or update or delete on facturas_rutas
  for each statement execute function cambia_empresa();
create or replace trigger cambia_empresa after insert or update or delete on kilometrajes
  for each statement execute function cambia_empresa();
create or replace trigger cambia_empresa after insert or update or delete on lecturas
  for each statement execute function cambia_empresa();
create or replace trigger cambia_empresa after insert or update or delete on mantenimientos
  for each statement execute function cambia_empresa();
create or replace trigger cambia_empresa after insert or update or delete on movimientos
  for each statement execute function cambia_empresa();
create or replace trigger cambia_empresa after insert or update or delete on odometros
  for each statement execute function cambia_empresa();
create or replace trigger cambia_empresa after insert or update or delete on planes
  for each statement execute function cambia_empresa();
create or replace trigger cambia_empresa after insert or update or delete on planes_proximos
  for each statement execute function cambia_empresa();
create or replace trigger cambia_empresa after insert or update or delete on tramos
  for each statement execute function cambia_empresa();
create or replace trigger cambia_parte_de_ruta after insert or update or delete on archivos
  for each row execute function cambia_parte_de_ruta();
create or replace trigger cambia_parte_de_ruta after insert or update or delete on entregas
  for each row execute function cambia_parte_de_ruta();
create or replace trigger cambia_parte_de_ruta after insert or update or delete on incidentes
  for each row execute function cambia_parte_de_ruta();
create or replace trigger cambia_parte_de_ruta after insert or update or delete on tiempos
  for each row execute function cambia_parte_de_ruta();
create or replace trigger cambia_ruta after insert or update or delete on rutas
  for each row execute function cambia_ruta();
create or replace trigger cambia_catalogo after update of username on usuarios
  for each row when (old.username <> new.username) execute function cambia_catalogo();
-- A job updates it each hour.
create or replace trigger cambia_empresa after update on discos
  for each row when (old.poco <> new.poco) execute function cambia_empresa();
create or replace trigger cambia_empresa_quitado after delete on discos
  for each row when (old.poco) execute function cambia_empresa();
-- A job updates it each minute, mostly no row.
create or replace trigger cambia_empresa after update on correo_estado
  for each row execute function cambia_empresa();
