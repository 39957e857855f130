-- The log: functions and triggers that add its rows, and triggers that protect them.

create or replace function bitacora_rechazar_cambio() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name;
end $$;
create or replace trigger bitacora_sin_cambios before update or truncate on bitacora
  for each statement execute function bitacora_rechazar_cambio();
-- Rejected logins may be deleted after 90 days, other rows never.
create or replace trigger bitacora_borrado_limitado before delete on bitacora
  for each row when (old.accion <> 'rechazado' or old.momento > now() - interval '90 days')
  execute function bitacora_rechazar_cambio();

-- Internal columns, whose changes are not logged.
create or replace function columnas_internas() returns text[]
  language sql immutable parallel safe
  return array['id', 'version', 'creado_en', 'actualizado_en', 'eliminado_en', 'eliminado_por',
    'busqueda', 'correlativo', 'gemelo', 'password_hash', 'oculto', 'vivo', 'terminado_en', 'subido_por_id',
    'inicio', 'fin', 'zona', 'vigencia', 'usuario_id', 'por_estado', 'hora_dispositivo', 'hecho_en', 'dudosa', 'dudosas',
    'foto_desde', 'firma_desde', 'motivo', 'liquidacion_id', 'saldo', 'facturada', 'fecha_ruta',
    'busqueda_carga', 'odometro'];

-- Returns the name of the record with the id `cual` that the column `campo` references: a person, a plate, a trip, a role.
-- Null for any other column.
create or replace function nombre_de(campo text, cual int) returns text language sql stable as $$
  select case campo
    when 'cliente_id' then (select trim(concat_ws(' ', nombre, apellido)) from clientes where id = cual)
    when 'camion_id' then (select placa from camiones where id = cual)
    when 'chofer_id' then (select trim(concat_ws(' ', nombre, apellido)) from choferes where id = cual)
    when 'piloto_id' then (select trim(concat_ws(' ', nombre, apellido)) from choferes where id = cual)
    when 'ayudante_id' then (select trim(concat_ws(' ', nombre, apellido)) from ayudantes where id = cual)
    when 'ruta_id' then (select no_ruta from rutas where id = cual)
    when 'rol_id' then (array['administrador', 'piloto', 'usuario'])[cual]
  end
$$;

-- Returns { campo: [antes, despues] } for each changed column, and for ids also the names:
-- { camion_id: [3, 5], camion: [C-1, C-2] }.
create or replace function diferencias(antes jsonb, despues jsonb) returns jsonb language plpgsql stable as $$
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

-- Adds a row to the log in the name of this transaction's author (db/author.ts).
create or replace function bitacora_agregar(accion text, tipo text, registro_id int, nombre text, cambios jsonb, motivo text)
  returns void language sql as $$
  insert into bitacora (usuario_id, usuario, direccion, peticion, tipo, registro_id, nombre, accion, cambios, motivo)
  select (autor ->> 'usuario_id')::int, autor ->> 'usuario', autor ->> 'direccion', autor ->> 'peticion',
    tipo, registro_id, nombre, accion, cambios, motivo
  from (select nullif(current_setting('flota.autor', true), '')::jsonb as autor) este
$$;

/*
 * Logs each record that a call writes. What the program writes by itself (a restored backup, a migration) has no author
 * and is not logged. Arguments: the separator between the parts of the record's name, and the columns of these parts.
 * Most writes add a trip or change only the state of one, so these do not convert the row to JSON.
 */
create or replace function bitacora_registrar() returns trigger language plpgsql as $$
declare
  autor jsonb := nullif(current_setting('flota.autor', true), '')::jsonb;
  motivo text;
  registro jsonb;
  antes jsonb;
  cambios jsonb := '{}';
  accion text;
  columna text;
  nombre text;
  con_estado record;
begin
  if autor is null then return null; end if;
  if tg_op = 'INSERT' then
    accion := 'crear';
    if tg_table_name <> 'rutas' then registro := to_jsonb(new); end if;
  elsif old.version = new.version then
    return null;
  else
    if tg_table_name = 'rutas' then
      con_estado := old;
      con_estado.estado := new.estado;
      con_estado.inicio := new.inicio;
      con_estado.fin := new.fin;
      con_estado.version := new.version;
      con_estado.actualizado_en := new.actualizado_en;
    end if;
    if con_estado is distinct from new then
      registro := to_jsonb(new);
      antes := to_jsonb(old);
    end if;
    -- Tables whose records are never deleted have no such column.
    if antes ->> 'eliminado_en' is null and registro ->> 'eliminado_en' is not null then
      accion := 'eliminar';
    elsif antes ->> 'eliminado_en' is not null and registro ->> 'eliminado_en' is null then
      accion := 'restaurar';
    else
      accion := autor ->> 'cambio';
      motivo := nullif(current_setting('flota.motivo', true), '');
      if registro is not null then
        cambios := diferencias(antes, registro);
      elsif old.estado <> new.estado then
        cambios := jsonb_build_object('estado', jsonb_build_array(old.estado, new.estado));
      end if;
      if tg_table_name = 'usuarios' then
        if old.password_hash <> new.password_hash then
          accion := 'clave';
          -- Changes that the same call makes together with the password.
          cambios := cambios || coalesce(nullif(current_setting('flota.con_clave', true), ''), '{}')::jsonb;
        elsif accion = 'editar' and cambios ?| array['rol_id', 'permisos', 'permisos_dinero'] then accion := 'permisos';
        end if;
      end if;
      -- A save that changes nothing is logged only if it carries a comment.
      if cambios = '{}' and accion <> 'clave' and motivo is null then return null; end if;
    end if;
  end if;
  if registro is null then nombre := new.no_ruta; end if;
  foreach columna in array tg_argv[1:] loop
    exit when registro is null;
    if columna like '%\_id' then
      nombre := concat_ws(tg_argv[0], nombre, nombre_de(columna, (registro ->> columna)::int));
    elsif columna = 'tipo' and tg_table_name = 'movimientos' then
      nombre := concat_ws(tg_argv[0], nombre, tipo_de_movimiento(registro ->> columna));
    else
      nombre := concat_ws(tg_argv[0], nombre, registro ->> columna);
    end if;
  end loop;
  -- The insert of bitacora_agregar, written out: a function called here would be planned at every call.
  insert into bitacora (usuario_id, usuario, direccion, peticion, tipo, registro_id, nombre, accion, cambios, motivo)
  values ((autor ->> 'usuario_id')::int, autor ->> 'usuario', autor ->> 'direccion', autor ->> 'peticion',
    tg_table_name, new.id, trim(nombre), accion, cambios, motivo);
  return null;
end $$;

create or replace trigger bitacora_registrar after insert or update on choferes
  for each row execute function bitacora_registrar(' ', 'nombre', 'apellido');
create or replace trigger bitacora_registrar after insert or update on ayudantes
  for each row execute function bitacora_registrar(' ', 'nombre', 'apellido');
create or replace trigger bitacora_registrar after insert or update on clientes
  for each row execute function bitacora_registrar(' ', 'nombre', 'apellido');
create or replace trigger bitacora_registrar after insert or update on camiones
  for each row execute function bitacora_registrar('', 'placa');
create or replace trigger bitacora_registrar after insert or update on rutas
  for each row execute function bitacora_registrar('', 'no_ruta');
create or replace trigger bitacora_registrar after insert or update on mantenimientos
  for each row execute function bitacora_registrar('', 'camion_id');
create or replace trigger bitacora_registrar after insert or update on usuarios
  for each row execute function bitacora_registrar('', 'username');
-- A file is logged as added when its upload ends, because its row is written before its bytes.
create or replace trigger bitacora_registrar after update on archivos
  for each row execute function bitacora_registrar('', 'nombre');
create or replace trigger bitacora_registrar after insert or update on documento_tipos
  for each row execute function bitacora_registrar('', 'nombre');
create or replace trigger bitacora_registrar after insert or update on documentos
  for each row execute function bitacora_registrar(' · ', 'tipo', 'nombre');
create or replace trigger bitacora_registrar after insert or update on tarifas
  for each row execute function bitacora_registrar(' → ', 'origen', 'destino');
create or replace trigger bitacora_registrar after insert or update on restricciones
  for each row execute function bitacora_registrar('', 'nombre');
create or replace trigger bitacora_registrar after insert or update on movimientos
  for each row execute function bitacora_registrar(' · ', 'tipo', 'chofer_id', 'ruta_id');
create or replace trigger bitacora_registrar after insert or update on liquidaciones
  for each row execute function bitacora_registrar('', 'numero');
create or replace trigger bitacora_registrar after insert or update on facturas
  for each row execute function bitacora_registrar('-', 'serie', 'numero');
create or replace trigger bitacora_registrar after insert or update on cobros
  for each row execute function bitacora_registrar('', 'cliente_id');
create or replace trigger bitacora_registrar after insert or update on lecturas
  for each row execute function bitacora_registrar(' · ', 'camion_id', 'odometro');
create or replace trigger bitacora_registrar after insert or update on planes
  for each row execute function bitacora_registrar(' · ', 'nombre', 'camion_id');
create or replace trigger bitacora_registrar after update on incidentes
  for each row when (old.por_estado = new.por_estado) execute function bitacora_registrar(' · ', 'ruta_id', 'causa');
create or replace trigger bitacora_registrar_al_crear after insert on incidentes
  for each row when (new.por_estado = 0) execute function bitacora_registrar(' · ', 'ruta_id', 'causa');

/*
 * Logs a change of a part that is stored in a table of its own as a change of its record, with fields named 'part.field'.
 * Arguments: the record's kind, the column with its id, the part, and the part's fields that are not null before its row
 * exists.
 */
create or replace function bitacora_registrar_parte() returns trigger language plpgsql as $$
declare
  autor jsonb := nullif(current_setting('flota.autor', true), '')::jsonb;
  despues jsonb := to_jsonb(new) - tg_argv[1];
  antes jsonb;
  cambios jsonb;
  cual int := (to_jsonb(new) ->> tg_argv[1])::int;
begin
  if autor is null then return null; end if;
  if tg_op = 'UPDATE' then
    antes := to_jsonb(old);
  else
    select jsonb_object_agg(campo, null) || tg_argv[3]::jsonb into antes from jsonb_object_keys(despues) as campo;
  end if;
  select jsonb_object_agg(tg_argv[2] || '.' || key, value) into cambios from jsonb_each(diferencias(antes, despues));
  if cambios is not null then
    perform bitacora_agregar('editar', tg_argv[0], cual, nombre_de(tg_argv[1], cual), cambios, null);
  end if;
  return null;
end $$;

create or replace trigger bitacora_registrar_parte after insert or update on entregas
  for each row execute function bitacora_registrar_parte('rutas', 'ruta_id', 'entrega', '{}');
create or replace trigger bitacora_registrar_parte after insert or update on tiempos
  for each row execute function bitacora_registrar_parte('rutas', 'ruta_id', 'tiempos', '{}');
create or replace trigger bitacora_registrar_parte after insert or update on reglas
  for each row execute function bitacora_registrar_parte('clientes', 'cliente_id', 'reglas',
    '{"exige_foto": false, "exige_firma": false, "unidad": "hora"}');

create or replace trigger bitacora_registrar_parte after insert or update on clientes_fiscal
  for each row execute function bitacora_registrar_parte('clientes', 'cliente_id', 'fiscal',
    '{"dias_credito": 0, "retiene_iva": false, "retiene_isr": false}');
create or replace trigger bitacora_registrar_parte after insert or update on camiones_ficha
  for each row execute function bitacora_registrar_parte('camiones', 'camion_id', 'ficha', '{}');

-- Returns the settings as one flat object, because the log compares field by field: each mode is a field 'modos.CODE'.
create or replace function ajustes_planos(fila ajustes) returns jsonb language sql stable as $$
  select to_jsonb(fila) - 'modos'
    || (select jsonb_object_agg('modos.' || codigo, modo) from jsonb_each(fila.modos) as cada (codigo, modo))
$$;
