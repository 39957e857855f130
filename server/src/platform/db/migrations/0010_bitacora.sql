-- Who changed what, for good: one row a record and call, written by the transaction that writes the record.

-- As a search reads what people write (db/search.ts).
create function normaliza(valor text) returns text
  language sql immutable strict parallel safe
  return trim(regexp_replace(regexp_replace(
    lower(normalize(valor, NFD) collate "und-x-icu"), U&'[\0300-\036F]', '', 'g'), '\s+', ' ', 'g')) collate "C";

create table bitacora (
  id int generated always as identity,
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
  cambios jsonb not null default '{}',
  motivo text,
  busqueda text not null generated always as (
    normaliza(coalesce(nombre, '') || ' ' || coalesce(usuario, '') || ' ' || coalesce(motivo, ''))) stored,
  -- The list's own order.
  primary key (momento, id)
);
create index bitacora_por_tipo on bitacora (tipo, momento, id);
create index bitacora_por_registro on bitacora (registro_id, momento, id) where registro_id is not null;
create index bitacora_por_usuario on bitacora (usuario_id, momento, id);
create index bitacora_por_tipo_y_accion on bitacora (tipo, accion, momento, id);
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
  for campo, valor in
    select key, value from jsonb_each(despues - columnas_internas()) where antes -> key is distinct from value
  loop
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
  motivo text;
  registro jsonb;
  cambios jsonb := '{}';
  accion text;
  columna text;
  nombre text;
begin
  if autor is null then return null; end if;
  if tg_op = 'INSERT' then
    accion := 'crear';
    registro := to_jsonb(new);
  elsif old.version = new.version then
    return null;
  else
    registro := to_jsonb(new);
    if old.eliminado_en is null and new.eliminado_en is not null then
      accion := 'eliminar';
    elsif old.eliminado_en is not null and new.eliminado_en is null then
      accion := 'restaurar';
    else
      accion := autor ->> 'cambio';
      motivo := nullif(current_setting('flota.motivo', true), '');
      cambios := diferencias(to_jsonb(old), registro);
      if tg_table_name = 'usuarios' then
        if old.password_hash <> new.password_hash then accion := 'clave';
        elsif accion = 'editar' and cambios ?| array['rol_id', 'permisos'] then accion := 'permisos';
        end if;
      end if;
      -- The same again is nothing, unless something was said to it.
      if cambios = '{}' and accion <> 'clave' and motivo is null then return null; end if;
    end if;
  end if;
  foreach columna in array tg_argv[1:] loop
    if columna like '%\_id' then
      nombre := concat_ws(tg_argv[0], nombre, nombre_de(columna, (registro ->> columna)::int));
    else
      nombre := concat_ws(tg_argv[0], nombre, registro ->> columna);
    end if;
  end loop;
  -- As anota_de: a function of its own would be planned at every call.
  insert into bitacora (usuario_id, usuario, direccion, peticion, tipo, registro_id, nombre, accion, cambios, motivo)
  values ((autor ->> 'usuario_id')::int, autor ->> 'usuario', autor ->> 'direccion', autor ->> 'peticion',
    tg_table_name, new.id, trim(nombre), accion, cambios, motivo);
  return null;
end $$;

create trigger anotado after insert or update on choferes for each row execute function anotar(' ', 'nombre', 'apellido');
create trigger anotado after insert or update on ayudantes for each row execute function anotar(' ', 'nombre', 'apellido');
create trigger anotado after insert or update on clientes for each row execute function anotar(' ', 'nombre', 'apellido');
create trigger anotado after insert or update on camiones for each row execute function anotar('', 'placa');
create trigger anotado after insert or update on rutas for each row execute function anotar('', 'no_ruta');
create trigger anotado after insert or update on mantenimientos for each row execute function anotar('', 'camion_id');
create trigger anotado after insert or update on usuarios for each row execute function anotar('', 'username');
