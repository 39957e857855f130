-- Who changed what, for good: one row a record and call, written by the transaction that writes the record.

-- As a search reads what people write (db/search.ts).
create function normaliza(valor text) returns text
  language sql immutable strict parallel safe
  return trim(regexp_replace(regexp_replace(
    lower(normalize(valor, NFD) collate "und-x-icu"), U&'[\0300-\036F]', '', 'g'), '\s+', ' ', 'g')) collate "C";

create table bitacora (
  id int generated always as identity primary key,
  momento timestamptz not null default now(),
  -- No foreign key, which would hold the user's row: what was written stays as it was written.
  usuario_id int,
  usuario text,
  direccion text,
  -- The X-Request-Id.
  peticion text,
  tipo text not null,
  registro_id int,
  nombre text,
  accion text not null,
  cambios jsonb not null,
  motivo text,
  busqueda text not null generated always as (
    normaliza(coalesce(nombre, '')) || E'\n' || normaliza(coalesce(usuario, '')) || E'\n' || normaliza(coalesce(motivo, '')))
    stored
);
create index bitacora_por_momento on bitacora (momento, id);
create index bitacora_por_registro on bitacora (tipo, registro_id, momento, id);
create index bitacora_por_usuario on bitacora (usuario_id, momento, id);
create index bitacora_por_accion on bitacora (accion, momento, id);
create index bitacora_por_busqueda on bitacora using gin (busqueda gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64);

create function no_se_cambia() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name;
end $$;
create trigger solo_crece before update or delete or truncate on bitacora
  for each statement execute function no_se_cambia();

-- Columns of the program's own, which the log says nothing of.
create function columnas_internas() returns text[]
  language sql immutable parallel safe
  return array['id', 'version', 'creado_en', 'actualizado_en', 'eliminado_en', 'eliminado_por',
    'busqueda', 'numero', 'gemelo', 'password_hash'];

-- Permissions are lists of ids in their order: another order is no change.
update usuarios set permisos = array(select p from unnest(permisos) p order by p);

-- What the column `campo` of a record names: a person, a plate, a role. Null where it names nothing.
create function nombre_de(campo text, cual int) returns text language sql stable as $$
  select case campo
    when 'cliente_id' then (select trim(concat_ws(' ', nombre, apellido)) from clientes where id = cual)
    when 'camion_id' then (select placa from camiones where id = cual)
    when 'chofer_id' then (select trim(concat_ws(' ', nombre, apellido)) from choferes where id = cual)
    when 'piloto_id' then (select trim(concat_ws(' ', nombre, apellido)) from choferes where id = cual)
    when 'ayudante_id' then (select trim(concat_ws(' ', nombre, apellido)) from ayudantes where id = cual)
    when 'rol_id' then (array['administrador', 'piloto', 'usuario'])[cual]
  end
$$;

-- { campo: [antes, despues] } of what changed; beside an id what it names: { camion_id: [3, 5], camion: [C-1, C-2] }.
create function diferencias(antes jsonb, despues jsonb) returns jsonb language plpgsql stable as $$
declare
  resultado jsonb := '{}';
  campo text;
  valor jsonb;
  nombres text[];
begin
  for campo, valor in select key, value from jsonb_each(despues - columnas_internas()) loop
    continue when antes -> campo is not distinct from valor;
    resultado := resultado || jsonb_build_object(campo, jsonb_build_array(antes -> campo, valor));
    continue when campo not like '%\_id';
    nombres := array[nombre_de(campo, (antes ->> campo)::int), nombre_de(campo, (valor #>> '{}')::int)];
    continue when nombres = array[null, null]::text[];
    resultado := resultado || jsonb_build_object(
      case campo when 'chofer_id' then 'piloto' else left(campo, -3) end, to_jsonb(nombres));
  end loop;
  return resultado;
end $$;

-- Adds a row. `autor` is what db/author.ts makes.
create function anota_de(autor jsonb, accion text, tipo text, registro_id int, nombre text, cambios jsonb, motivo text)
  returns void language sql as $$
  insert into bitacora (usuario_id, usuario, direccion, peticion, tipo, registro_id, nombre, accion, cambios, motivo)
  values ((autor ->> 'usuario_id')::int, autor ->> 'usuario', autor ->> 'direccion', autor ->> 'peticion',
    tipo, registro_id, nombre, accion, cambios, motivo)
$$;

-- The same, by who writes this transaction.
create function anota(accion text, tipo text, registro_id int, nombre text, cambios jsonb, motivo text)
  returns void language sql as $$
  select anota_de(nullif(current_setting('flota.autor', true), '')::jsonb,
    accion, tipo, registro_id, nombre, cambios, motivo)
$$;

/*
 * Tells the log of each record that is written by somebody's call; what the program writes of itself (a restored
 * backup, a migration) has no author and is not told. Arguments: what separates the parts of the record's name, and
 * the columns that they are in.
 */
create function anotar() returns trigger language plpgsql as $$
declare
  autor jsonb := nullif(current_setting('flota.autor', true), '')::jsonb;
  motivo text := nullif(current_setting('flota.motivo', true), '');
  registro jsonb := to_jsonb(new);
  cambios jsonb := '{}';
  accion text;
  nombre text;
begin
  if autor is null then return null; end if;
  if tg_op = 'INSERT' then
    accion := 'crear';
  elsif old.version = new.version then
    return null;
  elsif old.eliminado_en is null and new.eliminado_en is not null then
    accion := 'eliminar';
  elsif old.eliminado_en is not null and new.eliminado_en is null then
    accion := 'restaurar';
  else
    accion := autor ->> 'cambio';
    cambios := diferencias(to_jsonb(old), registro);
    if tg_table_name = 'usuarios' then
      if old.password_hash <> new.password_hash then accion := 'clave';
      elsif accion = 'editar' and cambios ?| array['rol_id', 'permisos'] then accion := 'permisos';
      end if;
    end if;
    -- The same again is nothing, unless something was said to it.
    if cambios = '{}' and accion <> 'clave' and motivo is null then return null; end if;
  end if;
  select string_agg(parte, tg_argv[0] order by orden) into nombre
  from (
    select orden, case when campo like '%\_id' then nombre_de(campo, (registro ->> campo)::int)
      else registro ->> campo end as parte
    from unnest(tg_argv[1:]) with ordinality as columnas (campo, orden)) partes;
  perform anota_de(autor, accion, tg_table_name, new.id, trim(nombre), cambios, motivo);
  return null;
end $$;

create trigger anotado after insert or update on choferes for each row execute function anotar(' ', 'nombre', 'apellido');
create trigger anotado after insert or update on ayudantes for each row execute function anotar(' ', 'nombre', 'apellido');
create trigger anotado after insert or update on clientes for each row execute function anotar(' ', 'nombre', 'apellido');
create trigger anotado after insert or update on camiones for each row execute function anotar('', 'placa');
create trigger anotado after insert or update on rutas for each row execute function anotar('', 'no_ruta');
create trigger anotado after insert or update on mantenimientos for each row execute function anotar('', 'camion_id');
create trigger anotado after insert or update on usuarios for each row execute function anotar('', 'username');
