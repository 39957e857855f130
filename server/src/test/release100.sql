-- A database of release 1.0.0: pg_dump --inserts of what its 41 migrations and its db/now/ made, by PostgreSQL 15.
set local search_path = '';
set local check_function_bodies = false;

CREATE COLLATION public.es_nombre (provider = icu, deterministic = false, locale = 'es-u-ks-level1');

CREATE COLLATION public.es_numero_igual (provider = icu, deterministic = false, locale = 'es-u-kn-true-ks-level1');

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

CREATE FUNCTION public.a_la_vista(valor text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN NORMALIZE(regexp_replace((valor COLLATE "C"), '[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F-\u1160\u17B4-\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'::text, ''::text, 'g'::text), NFKC);

CREATE TABLE public.ajustes (
    id integer DEFAULT 1 NOT NULL,
    nit text,
    direccion text,
    telefono text,
    duracion_viaje_min integer DEFAULT 480 NOT NULL,
    hora_es text DEFAULT 'salida'::text NOT NULL,
    modos jsonb DEFAULT '{"RESTRICCION": "avisar", "CAMION_OCUPADO": "avisar", "PILOTO_OCUPADO": "avisar", "AYUDANTE_OCUPADO": "avisar", "CAMION_EN_TALLER": "avisar", "LICENCIA_VENCIDA": "avisar", "DOCUMENTO_VENCIDO": "avisar"}'::jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    zona text DEFAULT 'America/Guatemala'::text NOT NULL,
    subida_diaria_mb integer DEFAULT 500 NOT NULL,
    segundo_factor text DEFAULT 'nadie'::text NOT NULL,
    CONSTRAINT ajustes_duracion_viaje_min_check CHECK (((duracion_viaje_min >= 1) AND (duracion_viaje_min <= 20160))),
    CONSTRAINT ajustes_hora_es_check CHECK ((hora_es = ANY (ARRAY['salida'::text, 'llegada'::text]))),
    CONSTRAINT ajustes_id_check CHECK ((id = 1)),
    CONSTRAINT ajustes_segundo_factor_check CHECK ((segundo_factor = ANY (ARRAY['nadie'::text, 'administradores'::text, 'todos'::text]))),
    CONSTRAINT ajustes_subida_diaria_mb_check CHECK (((subida_diaria_mb >= 10) AND (subida_diaria_mb <= 100000)))
);

CREATE FUNCTION public.ajustes_planos(fila public.ajustes) RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
  select to_jsonb(fila) - 'modos'
    || (select jsonb_object_agg('modos.' || codigo, modo) from jsonb_each(fila.modos) as cada (codigo, modo))
$$;

CREATE FUNCTION public.anota(accion text, tipo text, registro_id integer, nombre text, cambios jsonb, motivo text) RETURNS void
    LANGUAGE sql
    AS $$
  select anota_de(nullif(current_setting('flota.autor', true), '')::jsonb,
    accion, tipo, registro_id, nombre, cambios, motivo)
$$;

CREATE FUNCTION public.anota_de(autor jsonb, accion text, tipo text, registro_id integer, nombre text, cambios jsonb, motivo text) RETURNS void
    LANGUAGE sql
    AS $$
  insert into bitacora (usuario_id, usuario, direccion, peticion, tipo, registro_id, nombre, accion, cambios, motivo)
  values ((autor ->> 'usuario_id')::int, autor ->> 'usuario', autor ->> 'direccion', autor ->> 'peticion',
    tipo, registro_id, nombre, accion, cambios, motivo)
$$;

CREATE FUNCTION public.anotar() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  autor jsonb := nullif(current_setting('flota.autor', true), '')::jsonb;
  motivo text;
  registro jsonb;
  antes jsonb;
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
    antes := to_jsonb(old);
    -- A record that nobody deletes has no such column.
    if antes ->> 'eliminado_en' is null and registro ->> 'eliminado_en' is not null then
      accion := 'eliminar';
    elsif antes ->> 'eliminado_en' is not null and registro ->> 'eliminado_en' is null then
      accion := 'restaurar';
    else
      accion := autor ->> 'cambio';
      motivo := nullif(current_setting('flota.motivo', true), '');
      cambios := diferencias(antes, registro);
      if tg_table_name = 'usuarios' then
        if old.password_hash <> new.password_hash then
          accion := 'clave';
          -- What goes with the old password, by who sets the new one.
          cambios := cambios || coalesce(nullif(current_setting('flota.con_clave', true), ''), '{}')::jsonb;
        elsif accion = 'editar' and cambios ?| array['rol_id', 'permisos', 'permisos_dinero'] then accion := 'permisos';
        end if;
      end if;
      -- A save that changes nothing is logged only if it carries a comment.
      if cambios = '{}' and accion <> 'clave' and motivo is null then return null; end if;
    end if;
  end if;
  foreach columna in array tg_argv[1:] loop
    if columna like '%\_id' then
      nombre := concat_ws(tg_argv[0], nombre, nombre_de(columna, (registro ->> columna)::int));
    elsif columna = 'tipo' and tg_table_name = 'movimientos' then
      nombre := concat_ws(tg_argv[0], nombre, tipo_de_movimiento(registro ->> columna));
    else
      nombre := concat_ws(tg_argv[0], nombre, registro ->> columna);
    end if;
  end loop;
  -- The same as anota_de, written out because calling a function here would be planned at every call.
  insert into bitacora (usuario_id, usuario, direccion, peticion, tipo, registro_id, nombre, accion, cambios, motivo)
  values ((autor ->> 'usuario_id')::int, autor ->> 'usuario', autor ->> 'direccion', autor ->> 'peticion',
    tg_table_name, new.id, trim(nombre), accion, cambios, motivo);
  return null;
end $$;

CREATE FUNCTION public.anotar_parte() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
    perform anota('editar', tg_argv[0], cual, nombre_de(tg_argv[1], cual), cambios, null);
  end if;
  return null;
end $$;

CREATE FUNCTION public.apartar(el_camion integer, el_chofer integer, el_ayudante integer) RETURNS void
    LANGUAGE plpgsql
    AS $_$
begin
  if exists (select from ajustes where modos @? '$.* ? (@ == "bloquear")') then
    perform pg_advisory_xact_lock(1, el_camion);
    perform pg_advisory_xact_lock(2, el_chofer);
    perform pg_advisory_xact_lock(3, el_ayudante) where el_ayudante is not null;
  end if;
end $_$;

CREATE FUNCTION public.cambia_incidentes(la_ruta integer, estado_nuevo text, quien integer, la_causa text, el_lugar text, la_nota text, cuando timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  if estado_nuevo = 'Incidente' then
    insert into incidentes (ruta_id, causa, lugar, desde, nota, usuario_id, por_estado)
    select la_ruta, coalesce(la_causa, 'Otro'), el_lugar, cuando, la_nota, quien, 1
    where not exists (
      select from incidentes where ruta_id = la_ruta and hasta is null and eliminado_en is null);
  else
    update incidentes
    set hasta = greatest(desde, cuando), por_estado = por_estado + 1, version = version + 1, actualizado_en = now()
    where ruta_id = la_ruta and hasta is null and eliminado_en is null;
  end if;
end $$;

CREATE TABLE public.rutas (
    id integer NOT NULL,
    no_ruta text NOT NULL,
    correlativo integer,
    cliente_id integer NOT NULL,
    servicio text NOT NULL,
    mercaderia text NOT NULL,
    camion_id integer NOT NULL,
    combustible numeric(10,2),
    origen text NOT NULL,
    destino text NOT NULL,
    chofer_id integer NOT NULL,
    ayudante_id integer,
    fecha date NOT NULL,
    hora time(0) without time zone NOT NULL,
    precio numeric(10,2) NOT NULL,
    comentario text,
    estado text NOT NULL,
    busqueda text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    eliminado_en timestamp with time zone,
    eliminado_por integer,
    gemelo integer DEFAULT 0 NOT NULL,
    duracion_min integer,
    inicio timestamp with time zone,
    fin timestamp with time zone,
    CONSTRAINT rutas_combustible_check CHECK ((combustible >= (0)::numeric)),
    CONSTRAINT rutas_duracion_min_check CHECK (((duracion_min >= 1) AND (duracion_min <= 20160))),
    CONSTRAINT rutas_estado_check CHECK ((estado = ANY (ARRAY['Pendiente'::text, 'En curso'::text, 'Entregado'::text, 'Incidente'::text]))),
    CONSTRAINT rutas_precio_check CHECK ((precio >= (0)::numeric))
);

CREATE FUNCTION public.cambio_de_ruta(antes public.rutas, despues public.rutas) RETURNS TABLE(n integer, fecha date, estado text, precio numeric, cliente_id integer)
    LANGUAGE sql IMMUTABLE
    AS $$
  select -1, antes.fecha, antes.estado, antes.precio, antes.cliente_id
  where antes.id is not null and antes.eliminado_en is null
  union all
  select 1, despues.fecha, despues.estado, despues.precio, despues.cliente_id
  where despues.id is not null and despues.eliminado_en is null
$$;

CREATE FUNCTION public.choques(el_camion integer, el_chofer integer, el_ayudante integer, el_inicio timestamp with time zone, el_fin timestamp with time zone, menos integer) RETURNS TABLE(entidad text, entidad_id integer, id integer, no_ruta text, desde timestamp with time zone, hasta timestamp with time zone)
    LANGUAGE sql STABLE
    AS $$
  select entidad, entidad_id, id, no_ruta, desde, hasta
  from ocupan(el_camion, el_chofer, el_ayudante, el_inicio, el_fin, menos, now())
$$;

CREATE FUNCTION public.sin_mayusculas(valor text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (lower((valor COLLATE "und-x-icu")) COLLATE "C");

CREATE FUNCTION public.clave(valor text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (btrim(NORMALIZE(public.sin_mayusculas(public.a_la_vista(valor)), NFKC)) COLLATE "C");

CREATE FUNCTION public.normaliza(valor text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (TRIM(BOTH FROM regexp_replace(regexp_replace(lower((NORMALIZE(valor, NFD) COLLATE "und-x-icu")), '[̀-ͯ]'::text, ''::text, 'g'::text), '\s+'::text, ' '::text, 'g'::text)) COLLATE "C");

CREATE FUNCTION public.clave_de_tarifa(el_cliente integer, el_origen text, el_destino text, el_servicio text) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((hashtextextended((((((COALESCE((el_cliente)::text, ''::text) || '
'::text) || public.normaliza(el_origen)) || '
'::text) || public.normaliza(el_destino)) || COALESCE(('
'::text || public.normaliza(el_servicio)), ''::text)), (0)::bigint))::numeric * 10000000.0);

CREATE FUNCTION public.columnas_internas() RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ARRAY['id'::text, 'version'::text, 'creado_en'::text, 'actualizado_en'::text, 'eliminado_en'::text, 'eliminado_por'::text, 'busqueda'::text, 'correlativo'::text, 'gemelo'::text, 'password_hash'::text, 'oculto'::text, 'vivo'::text, 'terminado_en'::text, 'subido_por_id'::text, 'inicio'::text, 'fin'::text, 'zona'::text, 'vigencia'::text, 'usuario_id'::text, 'por_estado'::text, 'hora_dispositivo'::text, 'hecho_en'::text, 'dudosa'::text, 'foto_desde'::text, 'firma_desde'::text, 'motivo'::text, 'liquidacion_id'::text];

CREATE FUNCTION public.contar_ruta(antes public.rutas, despues public.rutas) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  insert into resumen (nivel, periodo, estado, cajon, n, suma)
  select nivel, periodo, estado, pg_backend_pid() % 16, sum(n), sum(n * precio)
  from cambio_de_ruta(antes, despues),
    lateral (values
      ('todo', date '0001-01-01'),
      ('mes', date_trunc('month', fecha)::date),
      ('dia', fecha)) as cuenta (nivel, periodo)
  group by nivel, periodo, estado
  having sum(n) <> 0 or sum(n * precio) <> 0
  order by nivel, periodo, estado
  on conflict (nivel, periodo, estado, cajon)
  do update set n = resumen.n + excluded.n, suma = resumen.suma + excluded.suma;

  insert into resumen_clientes (cliente_id, cajon, n)
  select cliente_id, pg_backend_pid() % 16, sum(n)
  from cambio_de_ruta(antes, despues)
  group by cliente_id
  having sum(n) <> 0
  order by cliente_id
  on conflict (cliente_id, cajon) do update set n = resumen_clientes.n + excluded.n;
end $$;

CREATE FUNCTION public.cuenta_al_final() RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select coalesce(current_setting('flota.cuenta_al_final', true), '') = 'si'
$$;

CREATE FUNCTION public.cuenta_documentos() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.cuenta_nuevos_documentos() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if cuenta_al_final() then return null; end if;
  insert into documentos_cuenta (tipo_id, vivo, cajon, n)
  select tipo_id, vivo, pg_backend_pid() % 16, count(*) from despues where eliminado_en is null and not oculto
  group by tipo_id, vivo order by tipo_id, vivo
  on conflict (tipo_id, vivo, cajon) do update set n = documentos_cuenta.n + excluded.n;
  return null;
end $$;

CREATE FUNCTION public.cuenta_tarifas() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  mas int := (select count(*) from despues where eliminado_en is null);
begin
  if cuenta_al_final() then return null; end if;
  if tg_op = 'UPDATE' then
    mas := mas - (select count(*) from antes where eliminado_en is null);
  end if;
  if mas <> 0 then
    insert into tarifas_cuenta (cajon, n) values (pg_backend_pid() % 16, mas)
    on conflict (cajon) do update set n = tarifas_cuenta.n + excluded.n;
  end if;
  return null;
end $$;

CREATE FUNCTION public.deja_de_ser_gemelo() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.gemelo := 0;
  return new;
end $$;

CREATE FUNCTION public.dia_de_tarifa(clave numeric, dia date) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (clave + ((dia - '0001-01-01'::date))::numeric);

CREATE FUNCTION public.diferencias(antes jsonb, despues jsonb) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    AS $$
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

CREATE FUNCTION public.duracion_de(la_duracion integer, el_cliente integer, el_origen text, el_destino text, el_servicio text, la_fecha date) RETURNS integer
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return coalesce(la_duracion,
    -- Costs next to nothing where there are no tarifas, as in many companies.
    case when exists (select from tarifas where eliminado_en is null) then (
      select duracion_min from tarifa_de(el_cliente, el_origen, el_destino, el_servicio, la_fecha)) end,
    (select duracion_viaje_min from ajustes));
end $$;

CREATE FUNCTION public.espera_de(llegada timestamp with time zone, salida timestamp with time zone, horas_libres numeric, tarifa numeric, unidad text) RETURNS TABLE(minutos bigint, cobrable numeric, monto numeric)
    LANGUAGE sql STABLE
    AS $$
  select n, cobrados, round(cobrados * tarifa, 2)
  from (select (extract(epoch from date_trunc('minute', salida) - date_trunc('minute', llegada)) / 60)::bigint as n) espera,
    lateral (select case when horas_libres is not null then greatest(n - horas_libres * 60, 0) end as de_mas) libre,
    lateral (select case unidad when 'dia' then ceil(de_mas / 1440) else ceil(de_mas / 15) / 4 end as cobrados) cobro
  where salida >= llegada
$$;

CREATE FUNCTION public.esta_tomado(el_numero text, la_ruta integer) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
begin
  return exists (
    select from rutas where clave(no_ruta) = clave(el_numero) and id is distinct from la_ruta);
end $$;

CREATE FUNCTION public.extremo(valor timestamp with time zone, zona text, la_fecha date) RETURNS text
    LANGUAGE sql STABLE
    RETURN to_char((valor AT TIME ZONE zona), CASE WHEN (((valor AT TIME ZONE zona))::date = la_fecha) THEN 'HH24:MI'::text ELSE 'DD/MM/YYYY HH24:MI'::text END);

CREATE FUNCTION public.falta_de(la_ruta integer, el_cliente integer) RETURNS text[]
    LANGUAGE sql STABLE
    AS $$
  select coalesce((
    select array_remove(array[
      case when r.exige_foto and not hay_clase(la_ruta, 'foto') then 'foto' end,
      case when r.exige_firma and not hay_clase(la_ruta, 'firma') then 'firma' end], null)
    from reglas r
    where r.cliente_id = el_cliente and not exists (
      select from entregas e where e.ruta_id = la_ruta and e.sin_evidencia_motivo is not null)), '{}')
$$;

CREATE FUNCTION public.hay_clase(la_ruta integer, la_clase text) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select exists (
    select from archivos
    where entidad = 'rutas' and entidad_id = la_ruta and clase = la_clase
      and terminado_en is not null and eliminado_en is null)
$$;

CREATE FUNCTION public.hecho(hora timestamp with time zone, desfase integer) RETURNS TABLE(hora_dispositivo timestamp with time zone, hecho_en timestamp with time zone, dudosa boolean)
    LANGUAGE sql STABLE
    AS $$
  select hora, en, hora is not null and (en is null or abs(desfase) > 120)
  from (
    select case
      when cuando between now() - interval '30 days' and now() + interval '120 s' then least(cuando, now())
    end as en
    from (select hora - make_interval(secs => desfase) as cuando) corregida) hecho
$$;

CREATE FUNCTION public.hereda_clave() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
begin
  execute format(
    'update %1$I set gemelo = 0 where id = (
      select min(id) from (
        select id from %1$I
        where gemelo > 0 and %2$s = (select %2$s from (select ($1).*) antes) and %3$s
        for update) suyos)',
    tg_table_name, tg_argv[0], tg_argv[1]) using old;
  return null;
end $_$;

CREATE FUNCTION public.horario(la_fecha date, la_hora time without time zone, minutos integer, OUT inicio timestamp with time zone, OUT fin timestamp with time zone) RETURNS record
    LANGUAGE plpgsql STABLE
    AS $$
declare
  momento timestamptz;
  sale boolean;
begin
  select (la_fecha + la_hora) at time zone zona, hora_es = 'salida' into momento, sale from ajustes;
  inicio := case when sale then momento else momento - make_interval(mins => minutos) end;
  fin := case when sale then momento + make_interval(mins => minutos) else momento end;
end $$;

CREATE FUNCTION public.linea_de_ruta(busqueda text, campo text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN split_part(busqueda, '
'::text, CASE campo WHEN 'no_ruta'::text THEN 1 WHEN 'cliente'::text THEN 2 WHEN 'servicio'::text THEN 3 WHEN 'piloto'::text THEN 4 ELSE NULL::integer END);

CREATE FUNCTION public.llenar_horarios() RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  momento text;
  minutos text;
  sale boolean;
  lectura text := pg_get_viewdef('rutas_leer');
begin
  drop view rutas_leer;
  select format('(fecha + hora) at time zone %L', zona),
    format('make_interval(mins => coalesce(duracion_min, %s))', duracion_viaje_min), hora_es = 'salida'
  into momento, minutos, sale from ajustes;
  execute format('alter table rutas alter inicio type timestamptz using %s, alter fin type timestamptz using %s',
    case when sale then momento else momento || ' - ' || minutos end,
    case when sale then momento || ' + ' || minutos else momento end);
  execute 'create view rutas_leer as ' || lectura;
end $$;

CREATE FUNCTION public.momento(valor timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE
    RETURN to_char((valor AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text);

CREATE FUNCTION public.no_mas_de_treinta() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
declare
  cuantos int;
begin
  execute format('select from %I where id = $1 for no key update', new.entidad) using new.entidad_id;
  -- A statement of its own, so that it sees what the row's last holder has written.
  select count(*) into cuantos from archivos
    where entidad = new.entidad and entidad_id = new.entidad_id and terminado_en is not null and eliminado_en is null;
  if cuantos >= 30 then
    raise exception 'more than 30 files' using errcode = 'check_violation', constraint = 'archivos_treinta';
  end if;
  return new;
end $_$;

CREATE FUNCTION public.no_se_cambia() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '% is only added to', tg_table_name;
end $$;

CREATE FUNCTION public.nombra(texto text, palabras text[]) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    RETURN (EXISTS (SELECT FROM unnest(nombra.palabras) cada(palabra) WHERE ((public.normaliza(nombra.texto) COLLATE "und-x-icu") ~ (('(^|[^[:alnum:]])'::text || regexp_replace((public.normaliza(cada.palabra) COLLATE "und-x-icu"), '([^[:alnum:][:space:]])'::text, '\\\1'::text, 'g'::text)) || '([^[:alnum:]]|$)'::text))));

CREATE FUNCTION public.nombre_completo(busqueda text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (TRIM(BOTH FROM replace(busqueda, '
'::text, ' '::text)) COLLATE "C");

CREATE FUNCTION public.nombre_de(campo text, cual integer) RETURNS text
    LANGUAGE sql STABLE
    AS $$
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

CREATE FUNCTION public.numero_de_ruta(no_ruta text) RETURNS integer
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ("substring"(public.clave(no_ruta), '^ruta-([0-9]{1,9})$'::text))::integer;

CREATE FUNCTION public.ocupa_hasta(estado text, fin timestamp with time zone, ahora timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql IMMUTABLE
    AS $$
  select case estado when 'En curso' then greatest(fin, ahora) else fin end
$$;

CREATE FUNCTION public.ocupados_entre(el_inicio timestamp with time zone, el_fin timestamp with time zone, menos integer, ahora timestamp with time zone) RETURNS TABLE(entidad text, entidad_id integer, id integer, no_ruta text, hasta timestamp with time zone)
    LANGUAGE sql STABLE
    AS $$
  with abiertas as materialized (
    select id, no_ruta, camion_id, chofer_id, ayudante_id, ocupa_hasta(estado, fin, ahora) as hasta from rutas
    where eliminado_en is null and estado in ('Pendiente', 'En curso')
      and fin > el_inicio and fin < el_fin + interval '14 days' and inicio < el_fin and id is distinct from menos)
  select distinct on (entidad, entidad_id) entidad, entidad_id, id, no_ruta, hasta
  from (
    select cada.entidad, cada.entidad_id, id, no_ruta, hasta
    from abiertas, lateral (values
      ('camiones', camion_id), ('choferes', chofer_id), ('ayudantes', ayudante_id)) as cada (entidad, entidad_id)
    where cada.entidad_id is not null
    union all
    select 'camiones', r.camion_id, r.id, r.no_ruta, ahora
    from camiones c, lateral (
      select camion_id, id, no_ruta from rutas
      where camion_id = c.id and eliminado_en is null and estado = 'En curso'
        and inicio < el_inicio and fin <= el_inicio and el_inicio < ahora and id is distinct from menos
      order by inicio, id limit 1) r
    union all
    select 'choferes', r.chofer_id, r.id, r.no_ruta, ahora
    from choferes c, lateral (
      select chofer_id, id, no_ruta from rutas
      where chofer_id = c.id and eliminado_en is null and estado = 'En curso'
        and inicio < el_inicio and fin <= el_inicio and el_inicio < ahora and id is distinct from menos
      order by inicio, id limit 1) r
    union all
    select 'ayudantes', r.ayudante_id, r.id, r.no_ruta, ahora
    from ayudantes c, lateral (
      select ayudante_id, id, no_ruta from rutas
      where ayudante_id = c.id and eliminado_en is null and estado = 'En curso'
        and inicio < el_inicio and fin <= el_inicio and el_inicio < ahora and id is distinct from menos
      order by inicio, id limit 1) r
  ) todas
  order by entidad, entidad_id, hasta desc, id desc
$$;

CREATE FUNCTION public.ocupan(el_camion integer, el_chofer integer, el_ayudante integer, el_inicio timestamp with time zone, el_fin timestamp with time zone, menos integer, ahora timestamp with time zone) RETURNS TABLE(codigo text, entidad text, entidad_id integer, id integer, no_ruta text, desde timestamp with time zone, hasta timestamp with time zone)
    LANGUAGE sql STABLE
    AS $$
  select 'CAMION_OCUPADO' as codigo, 'camiones' as entidad, camion_id as entidad_id, id, no_ruta, inicio as desde,
    ocupa_hasta(estado, fin, ahora) as hasta
  from rutas
  where camion_id = el_camion and eliminado_en is null and estado in ('Pendiente', 'En curso')
    and fin > el_inicio and fin < el_fin + interval '14 days' and inicio < el_fin and id is distinct from menos
  union all (
    select 'CAMION_OCUPADO', 'camiones', camion_id, id, no_ruta, inicio, ahora from rutas
    where camion_id = el_camion and eliminado_en is null and estado = 'En curso'
      and inicio < el_inicio and fin <= el_inicio and el_inicio < ahora and id is distinct from menos
    order by inicio, id limit 1)
  union all
  select 'PILOTO_OCUPADO' as codigo, 'choferes' as entidad, chofer_id as entidad_id, id, no_ruta, inicio as desde,
    ocupa_hasta(estado, fin, ahora) as hasta
  from rutas
  where chofer_id = el_chofer and eliminado_en is null and estado in ('Pendiente', 'En curso')
    and fin > el_inicio and fin < el_fin + interval '14 days' and inicio < el_fin and id is distinct from menos
  union all (
    select 'PILOTO_OCUPADO', 'choferes', chofer_id, id, no_ruta, inicio, ahora from rutas
    where chofer_id = el_chofer and eliminado_en is null and estado = 'En curso'
      and inicio < el_inicio and fin <= el_inicio and el_inicio < ahora and id is distinct from menos
    order by inicio, id limit 1)
  union all
  select 'AYUDANTE_OCUPADO' as codigo, 'ayudantes' as entidad, ayudante_id as entidad_id, id, no_ruta, inicio as desde,
    ocupa_hasta(estado, fin, ahora) as hasta
  from rutas
  where ayudante_id = el_ayudante and eliminado_en is null and estado in ('Pendiente', 'En curso')
    and fin > el_inicio and fin < el_fin + interval '14 days' and inicio < el_fin and id is distinct from menos
  union all (
    select 'AYUDANTE_OCUPADO', 'ayudantes', ayudante_id, id, no_ruta, inicio, ahora from rutas
    where ayudante_id = el_ayudante and eliminado_en is null and estado = 'En curso'
      and inicio < el_inicio and fin <= el_inicio and el_inicio < ahora and id is distinct from menos
    order by inicio, id limit 1)
$$;

CREATE FUNCTION public.pares_ocupados(ahora timestamp with time zone) RETURNS TABLE(menor integer, mayor integer, que text)
    LANGUAGE sql STABLE
    AS $$
  with abiertas as materialized (
    select id, inicio, fin, camion_id, chofer_id, ayudante_id from rutas
    -- The upper bound is for the planner, which takes a range with one end for a third of the table.
    where eliminado_en is null and estado in ('Pendiente', 'En curso') and fin > ahora and fin < 'infinity'),
  seguidos as materialized (
    select *, inicio < lag(fin) over (partition by camion_id order by fin, id) as choca_camion_id,
      inicio < lag(fin) over (partition by chofer_id order by fin, id) as choca_chofer_id,
      inicio < lag(fin) over (partition by ayudante_id order by fin, id) as choca_ayudante_id
    from abiertas)
  select distinct on (menor, mayor) least(una, otra) as menor, greatest(una, otra) as mayor, que
  from (
    select 0 as orden, 'camión' as que, s.id as una, o.id as otra
    from seguidos s join abiertas o on s.choca_camion_id and o.camion_id = s.camion_id
      and o.fin > s.inicio and (o.fin, o.id) < (s.fin, s.id)
    where (select modos ->> 'CAMION_OCUPADO' <> 'callar' from ajustes)
    union all
    select 1 as orden, 'piloto' as que, s.id as una, o.id as otra
    from seguidos s join abiertas o on s.choca_chofer_id and o.chofer_id = s.chofer_id
      and o.fin > s.inicio and (o.fin, o.id) < (s.fin, s.id)
    where (select modos ->> 'PILOTO_OCUPADO' <> 'callar' from ajustes)
    union all
    select 2 as orden, 'ayudante' as que, s.id as una, o.id as otra
    from seguidos s join abiertas o on s.choca_ayudante_id and o.ayudante_id = s.ayudante_id
      and o.fin > s.inicio and (o.fin, o.id) < (s.fin, s.id)
    where (select modos ->> 'AYUDANTE_OCUPADO' <> 'callar' from ajustes)
  ) pares
  order by menor, mayor, orden
$$;

CREATE FUNCTION public.placa_clave(placa text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN regexp_replace((NORMALIZE(upper((public.a_la_vista(placa) COLLATE "und-x-icu")), NFKC) COLLATE "C"), '[\u0020\u002D\u00A0\u058A\u05BE\u1400\u1680\u1806\u2000-\u200A\u2010-\u2015\u202F\u205F\u2E17\u2E1A\u2E3A-\u2E3B\u2E40\u2E5D\u3000\u301C\u3030\u30A0\uFE31-\uFE32\uFE58\uFE63\uFF0D\U00010D6E\U00010EAD]'::text, ''::text, 'g'::text);

CREATE FUNCTION public.renombra_dinero_de_chofer() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update movimientos set busqueda = texto_de_movimiento(chofer_id, ruta_id, descripcion, nit, serie, numero)
  where chofer_id = new.id;
  update liquidaciones set busqueda = texto_de_liquidacion(numero, chofer_id) where chofer_id = new.id;
  return null;
end $$;

CREATE FUNCTION public.renombra_dinero_de_ruta() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update movimientos set busqueda = texto_de_movimiento(chofer_id, ruta_id, descripcion, nit, serie, numero)
  where ruta_id = new.id;
  return null;
end $$;

CREATE FUNCTION public.renombra_documentos() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update documentos set nombre = nombre_de(tg_argv[0], new.id), oculto = new.eliminado_en is not null
  where entidad = tg_table_name and entidad_id = new.id;
  return null;
end $$;

CREATE FUNCTION public.renombra_tipo_de_documentos() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update documentos set tipo = new.nombre where tipo_id = new.id;
  return null;
end $$;

CREATE FUNCTION public.revisar(el_camion integer, el_chofer integer, el_ayudante integer, la_fecha date, la_hora time without time zone, minutos integer, la_mercaderia text, el_estado text, la_ruta integer, OUT inicio timestamp with time zone, OUT fin timestamp with time zone, OUT hallazgos jsonb, OUT bloquea boolean) RETURNS record
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
  el_hasta timestamptz;
  a ajustes;
begin
  hallazgos := '[]';
  bloquea := false;
  select h.inicio, h.fin into inicio, fin from horario(la_fecha, la_hora, minutos) h;
  if el_estado not in ('Pendiente', 'En curso') then return; end if;
  select * into a from ajustes;
  el_hasta := ocupa_hasta(el_estado, fin, now());
  with todos (codigo, entidad, entidad_id, nombre, tipo, vence, exenta, ruta) as (
    select c.codigo,
      c.entidad, c.entidad_id,
      case c.entidad when 'camiones' then (select placa from camiones where id = el_camion)
        when 'choferes' then (select trim(nombre || ' ' || apellido) from choferes where id = el_chofer)
        else (select trim(nombre || ' ' || apellido) from ayudantes where id = el_ayudante) end,
      null, null::date, false,
      jsonb_build_object('id', c.id, 'no_ruta', c.no_ruta, 'desde', momento(c.desde), 'hasta', momento(c.hasta),
        'de', extremo(c.desde, a.zona, la_fecha), 'a', extremo(c.hasta, a.zona, la_fecha))
    from (
      select distinct on (entidad) *
      from ocupan(el_camion, el_chofer, el_ayudante, revisar.inicio, el_hasta, la_ruta, now())
      order by entidad, desde, id) c
    union all
    select 'LICENCIA_VENCIDA', 'choferes', id, trim(nombre || ' ' || apellido), null, vencimiento, false, null
    from choferes where id = el_chofer and vencimiento < la_fecha
    union all
    select 'DOCUMENTO_VENCIDO', 'documentos', d.id, d.nombre, d.tipo, d.vence, false, null
    from documentos d join documento_tipos t on t.id = d.tipo_id
    where (d.entidad, d.entidad_id) in (('camiones', el_camion), ('choferes', el_chofer), ('ayudantes', el_ayudante))
      and d.vivo and d.vence < la_fecha and d.eliminado_en is null and t.activo and t.eliminado_en is null
    union all
    select 'CAMION_EN_TALLER', 'camiones', id, placa, null, null, false, null
    from camiones where id = el_camion and exists (
      select from mantenimientos m where m.camion_id = el_camion and m.eliminado_en is null and m.estado = 'En proceso')
    union all
    select 'RESTRICCION', 'restricciones', r.id, r.nombre, null, null, nombra(la_mercaderia, r.palabras_exentas), null
    from restricciones r where r.activo and r.eliminado_en is null and toca(r, revisar.inicio, revisar.fin, a.zona))
  select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('modo', a.modos -> codigo) order by entidad_id), '[]'),
    coalesce(bool_or(a.modos ->> codigo = 'bloquear' and not exenta), false)
  into hallazgos, bloquea
  from todos t where a.modos ->> codigo <> 'callar';
end $$;

CREATE FUNCTION public.revisar_apartando(el_camion integer, el_chofer integer, el_ayudante integer, la_fecha date, la_hora time without time zone, minutos integer, la_mercaderia text, el_estado text, la_ruta integer, se_niega boolean, OUT inicio timestamp with time zone, OUT fin timestamp with time zone, OUT hallazgos jsonb, OUT bloquea boolean) RETURNS record
    LANGUAGE plpgsql
    AS $$
begin
  if el_estado in ('Pendiente', 'En curso') then
    perform apartar(el_camion, el_chofer, el_ayudante);
  end if;
  select r.* into inicio, fin, hallazgos, bloquea
  from revisar(el_camion, el_chofer, el_ayudante, la_fecha, la_hora, minutos, la_mercaderia, el_estado, la_ruta) r;
  if bloquea and se_niega then raise sqlstate 'FL409'; end if;
exception when sqlstate 'FL409' then
  -- The locks of this block are released; what it found is kept.
end $$;

CREATE FUNCTION public.sigue_siendo(token bytea, fila xid) RETURNS void
    LANGUAGE plpgsql STABLE
    AS $$
begin
  if not exists (
    select from usuarios u where u.xmin = fila and u.id = coalesce(
      (select usuario_id from sesiones where token_hash = token),
      (select usuario_id from tokens where token_hash = token))
  ) then
    raise exception 'the caller is not who was let in' using errcode = 'FL401';
  end if;
end $$;

CREATE TABLE public.tarifas (
    id integer NOT NULL,
    cliente_id integer,
    origen text NOT NULL,
    destino text NOT NULL,
    servicio text,
    precio numeric(10,2) NOT NULL,
    duracion_min integer,
    vigente_desde date NOT NULL,
    vigente_hasta date,
    vigencia numrange GENERATED ALWAYS AS (numrange(public.dia_de_tarifa(public.clave_de_tarifa(cliente_id, origen, destino, servicio), vigente_desde), public.dia_de_tarifa(public.clave_de_tarifa(cliente_id, origen, destino, servicio), COALESCE(vigente_hasta, '9999-12-31'::date)), '[]'::text)) STORED NOT NULL,
    busqueda text GENERATED ALWAYS AS (((((public.normaliza(origen) || '
'::text) || public.normaliza(destino)) || '
'::text) || public.normaliza(COALESCE(servicio, ''::text)))) STORED NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    eliminado_en timestamp with time zone,
    eliminado_por integer,
    CONSTRAINT tarifas_duracion_min_check CHECK (((duracion_min >= 1) AND (duracion_min <= 20160))),
    CONSTRAINT tarifas_precio_check CHECK ((precio >= (0)::numeric))
);

CREATE FUNCTION public.tarifa_de(el_cliente integer, el_origen text, el_destino text, el_servicio text, el_dia date) RETURNS SETOF public.tarifas
    LANGUAGE plpgsql STABLE ROWS 1
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
  dias numeric[];
begin
  dias := array[
    dia_de_tarifa(clave_de_tarifa(el_cliente, el_origen, el_destino, el_servicio), el_dia),
    dia_de_tarifa(clave_de_tarifa(el_cliente, el_origen, el_destino, null), el_dia),
    dia_de_tarifa(clave_de_tarifa(null, el_origen, el_destino, el_servicio), el_dia),
    dia_de_tarifa(clave_de_tarifa(null, el_origen, el_destino, null), el_dia)];
  return query
    select t.*
    from unnest(dias) as c (dia), lateral (
      -- No two overlap, so of those that begin before it only the last may hold.
      select * from tarifas where eliminado_en is null and lower(vigencia) <= c.dia
      order by lower(vigencia) desc limit 1) t
    where t.vigencia @> c.dia
    order by t.cliente_id is null, t.servicio is null limit 1;
end $$;

CREATE FUNCTION public.texto_de_liquidacion(numero text, el_chofer integer) RETURNS text
    LANGUAGE sql STABLE
    AS $$
  select normaliza(concat_ws(' ', numero, nombre_de('chofer_id', el_chofer)))
$$;

CREATE FUNCTION public.texto_de_movimiento(el_chofer integer, la_ruta integer, descripcion text, nit text, serie text, numero text) RETURNS text
    LANGUAGE sql STABLE
    AS $$
  select normaliza(concat_ws(' ', nombre_de('chofer_id', el_chofer), nombre_de('ruta_id', la_ruta),
    descripcion, nit, serie, numero))
$$;

CREATE FUNCTION public.texto_de_ruta(no_ruta text, cliente text, servicio text, piloto text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ((((((no_ruta || '
'::text) || cliente) || '
'::text) || servicio) || '
'::text) || piloto);

CREATE FUNCTION public.tipo_de_movimiento(tipo text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select case tipo when 'devolucion' then 'Devolución' when 'comision' then 'Comisión' else initcap(tipo) end
$$;

CREATE TABLE public.restricciones (
    id integer NOT NULL,
    nombre text NOT NULL,
    desde date,
    hasta date,
    dias_semana smallint[],
    hora_desde time(0) without time zone,
    hora_hasta time(0) without time zone,
    palabras_exentas text[],
    nota text,
    activo boolean NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    eliminado_en timestamp with time zone,
    eliminado_por integer
);

CREATE FUNCTION public.toca(r public.restricciones, el_inicio timestamp with time zone, el_fin timestamp with time zone, zona text) RETURNS boolean
    LANGUAGE plpgsql STABLE
    AS $$
begin
  if r.dias_semana is null then
    return (r.desde + coalesce(r.hora_desde, '00:00')) at time zone zona < el_fin
      and coalesce(r.hasta + r.hora_hasta, r.hasta + 1) at time zone zona > el_inicio;
  end if;
  return exists (
    select from generate_series(date_trunc('day', el_inicio at time zone zona) - interval '1 day',
      el_fin at time zone zona, interval '1 day') as cada (dia)
    where extract(isodow from dia) = any(r.dias_semana)
      and (r.desde is null or dia >= r.desde) and (r.hasta is null or dia <= r.hasta)
      and (dia + r.hora_desde) at time zone zona < el_fin
      and (dia + r.hora_hasta + case when r.hora_hasta > r.hora_desde then interval '0' else interval '1 day' end)
        at time zone zona > el_inicio);
end $$;

CREATE TABLE public.accesos (
    username text NOT NULL,
    red text NOT NULL,
    momento timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.archivos (
    id integer NOT NULL,
    entidad text NOT NULL,
    entidad_id integer NOT NULL,
    clase text NOT NULL,
    nombre text NOT NULL,
    tipo_mime text NOT NULL,
    bytes integer NOT NULL,
    sha256 text NOT NULL,
    tomado_en timestamp with time zone,
    subido_por_id integer NOT NULL,
    terminado_en timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    eliminado_en timestamp with time zone,
    eliminado_por integer,
    CONSTRAINT archivos_bytes_check CHECK ((bytes > 0)),
    CONSTRAINT archivos_clase_check CHECK ((clase = ANY (ARRAY['foto'::text, 'firma'::text, 'comprobante'::text, 'documento'::text]))),
    CONSTRAINT archivos_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

ALTER TABLE public.archivos ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.archivos_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.usuarios (
    id integer NOT NULL,
    username text NOT NULL,
    password_hash text NOT NULL,
    rol_id smallint NOT NULL,
    estado text DEFAULT 'activo'::text NOT NULL,
    permisos smallint[] DEFAULT '{}'::smallint[] NOT NULL,
    piloto_id integer,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    eliminado_en timestamp with time zone,
    eliminado_por integer,
    busqueda text NOT NULL,
    gemelo integer DEFAULT 0 NOT NULL,
    permisos_dinero smallint[] DEFAULT '{}'::smallint[] NOT NULL,
    CONSTRAINT usuarios_estado_check CHECK ((estado = ANY (ARRAY['activo'::text, 'inactivo'::text]))),
    CONSTRAINT usuarios_rol_id_check CHECK (((rol_id >= 1) AND (rol_id <= 3)))
);

CREATE VIEW public.archivos_leer AS
 SELECT a.id,
    a.entidad,
    a.entidad_id,
    a.clase,
    a.nombre,
    a.tipo_mime,
    a.bytes,
    a.sha256,
    a.tomado_en,
    a.subido_por_id,
    u.username AS subido_por,
    a.version,
    a.creado_en,
    a.actualizado_en,
    a.eliminado_en
   FROM (public.archivos a
     JOIN public.usuarios u ON ((u.id = a.subido_por_id)))
  WHERE (a.terminado_en IS NOT NULL);

CREATE TABLE public.avisos_pospuestos (
    aviso text NOT NULL,
    fecha date,
    hasta date NOT NULL,
    motivo text NOT NULL
);

CREATE TABLE public.ayudantes (
    id integer NOT NULL,
    nombre text NOT NULL,
    apellido text NOT NULL,
    telefono text NOT NULL,
    busqueda text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    eliminado_en timestamp with time zone,
    eliminado_por integer
);

ALTER TABLE public.ayudantes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ayudantes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.ayudantes_leer AS
 SELECT ayudantes.id,
    ayudantes.nombre,
    ayudantes.apellido,
    ayudantes.telefono,
    ayudantes.busqueda,
    ayudantes.version,
    ayudantes.creado_en,
    ayudantes.actualizado_en,
    ayudantes.eliminado_en,
    ayudantes.eliminado_por
   FROM public.ayudantes;

CREATE TABLE public.bitacora (
    id integer NOT NULL,
    momento timestamp with time zone DEFAULT now() NOT NULL,
    usuario_id integer,
    usuario text,
    direccion text,
    peticion text,
    tipo text NOT NULL,
    registro_id integer,
    nombre text,
    accion text NOT NULL,
    cambios jsonb DEFAULT '{}'::jsonb NOT NULL,
    motivo text,
    busqueda text GENERATED ALWAYS AS (public.normaliza(((((COALESCE(nombre, ''::text) || ' '::text) || COALESCE(usuario, ''::text)) || ' '::text) || COALESCE(motivo, ''::text)))) STORED NOT NULL
);

ALTER TABLE public.bitacora ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.bitacora_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.camiones (
    id integer NOT NULL,
    placa text NOT NULL,
    marca text NOT NULL,
    modelo text NOT NULL,
    color text NOT NULL,
    tipo text NOT NULL,
    tarjeta_circulacion text NOT NULL,
    busqueda text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    eliminado_en timestamp with time zone,
    eliminado_por integer,
    gemelo integer DEFAULT 0 NOT NULL
);

ALTER TABLE public.camiones ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.camiones_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.camiones_leer AS
 SELECT camiones.id,
    camiones.placa,
    camiones.marca,
    camiones.modelo,
    camiones.color,
    camiones.tipo,
    camiones.tarjeta_circulacion,
    camiones.busqueda,
    camiones.version,
    camiones.creado_en,
    camiones.actualizado_en,
    camiones.eliminado_en,
    camiones.eliminado_por,
    camiones.gemelo
   FROM public.camiones;

CREATE TABLE public.choferes (
    id integer NOT NULL,
    nombre text NOT NULL,
    apellido text NOT NULL,
    telefono text NOT NULL,
    tipo_licencia text NOT NULL,
    vencimiento date,
    busqueda text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    eliminado_en timestamp with time zone,
    eliminado_por integer
);

ALTER TABLE public.choferes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.choferes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.choferes_leer AS
 SELECT c.id,
    c.nombre,
    c.apellido,
    c.telefono,
    c.tipo_licencia,
    c.vencimiento,
    c.busqueda,
    c.version,
    c.creado_en,
    c.actualizado_en,
    c.eliminado_en,
    c.eliminado_por,
    u.username,
        CASE u.rol_id
            WHEN 1 THEN 'administrador'::text
            WHEN 2 THEN 'piloto'::text
            WHEN 3 THEN 'usuario'::text
            ELSE NULL::text
        END AS rol_nombre
   FROM (public.choferes c
     LEFT JOIN public.usuarios u ON (((u.piloto_id = c.id) AND (u.eliminado_en IS NULL))));

CREATE TABLE public.clientes (
    id integer NOT NULL,
    nombre text NOT NULL,
    apellido text NOT NULL,
    telefono text NOT NULL,
    busqueda text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    eliminado_en timestamp with time zone,
    eliminado_por integer
);

ALTER TABLE public.clientes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.clientes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.resumen_clientes (
    cliente_id integer NOT NULL,
    cajon smallint NOT NULL,
    n integer NOT NULL
)
WITH (fillfactor='50');

CREATE VIEW public.clientes_leer AS
 SELECT c.id,
    c.nombre,
    c.apellido,
    c.telefono,
    c.busqueda,
    c.version,
    c.creado_en,
    c.actualizado_en,
    c.eliminado_en,
    c.eliminado_por,
    ( SELECT (COALESCE(sum(r.n), (0)::bigint))::integer AS "coalesce"
           FROM public.resumen_clientes r
          WHERE (r.cliente_id = c.id)) AS rutas_asignadas
   FROM public.clientes c;

CREATE VIEW public.con_papeles AS
 SELECT 'choferes'::text AS entidad,
    choferes.id,
    TRIM(BOTH FROM concat_ws(' '::text, choferes.nombre, choferes.apellido)) AS nombre,
    public.nombre_completo(choferes.busqueda) AS busqueda
   FROM public.choferes
  WHERE (choferes.eliminado_en IS NULL)
UNION ALL
 SELECT 'ayudantes'::text AS entidad,
    ayudantes.id,
    TRIM(BOTH FROM concat_ws(' '::text, ayudantes.nombre, ayudantes.apellido)) AS nombre,
    public.nombre_completo(ayudantes.busqueda) AS busqueda
   FROM public.ayudantes
  WHERE (ayudantes.eliminado_en IS NULL)
UNION ALL
 SELECT 'camiones'::text AS entidad,
    camiones.id,
    camiones.placa AS nombre,
    split_part(camiones.busqueda, '
'::text, 1) AS busqueda
   FROM public.camiones
  WHERE (camiones.eliminado_en IS NULL);

CREATE TABLE public.correo_estado (
    id integer DEFAULT 1 NOT NULL,
    semana date,
    ultimo_envio timestamp with time zone,
    ultimo_error text,
    fallando_desde timestamp with time zone,
    CONSTRAINT correo_estado_id_check CHECK ((id = 1))
);

CREATE TABLE public.correos (
    usuario_id integer NOT NULL,
    correo text,
    avisos boolean DEFAULT true NOT NULL
);

CREATE TABLE public.documento_tipos (
    id integer NOT NULL,
    nombre text NOT NULL,
    aplica text NOT NULL,
    obligatorio boolean DEFAULT false NOT NULL,
    dias_aviso integer DEFAULT 30 NOT NULL,
    activo boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    eliminado_en timestamp with time zone,
    eliminado_por integer,
    CONSTRAINT documento_tipos_aplica_check CHECK ((aplica = ANY (ARRAY['choferes'::text, 'ayudantes'::text, 'camiones'::text]))),
    CONSTRAINT documento_tipos_dias_aviso_check CHECK (((dias_aviso >= 0) AND (dias_aviso <= 365)))
);

ALTER TABLE public.documento_tipos ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.documento_tipos_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.documento_tipos_leer AS
 SELECT documento_tipos.id,
    documento_tipos.nombre,
    documento_tipos.aplica,
    documento_tipos.obligatorio,
    documento_tipos.dias_aviso,
    documento_tipos.activo,
    documento_tipos.version,
    documento_tipos.creado_en,
    documento_tipos.actualizado_en,
    documento_tipos.eliminado_en,
    documento_tipos.eliminado_por
   FROM public.documento_tipos;

CREATE TABLE public.documentos (
    id integer NOT NULL,
    tipo_id integer NOT NULL,
    entidad text NOT NULL,
    entidad_id integer NOT NULL,
    tipo text NOT NULL,
    nombre text NOT NULL,
    oculto boolean DEFAULT false NOT NULL,
    numero text,
    emitido date,
    vence date,
    nota text,
    reemplazado_por integer,
    vivo boolean GENERATED ALWAYS AS ((reemplazado_por IS NULL)) STORED NOT NULL,
    busqueda text GENERATED ALWAYS AS (((((public.normaliza(nombre) || '
'::text) || public.normaliza(tipo)) || '
'::text) || public.normaliza(COALESCE(numero, ''::text)))) STORED NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    eliminado_en timestamp with time zone,
    eliminado_por integer,
    CONSTRAINT documentos_entidad_check CHECK ((entidad = ANY (ARRAY['choferes'::text, 'ayudantes'::text, 'camiones'::text])))
);

CREATE TABLE public.documentos_cuenta (
    tipo_id integer NOT NULL,
    vivo boolean NOT NULL,
    cajon smallint NOT NULL,
    n integer NOT NULL
)
WITH (fillfactor='50');

CREATE VIEW public.documentos_faltan AS
 SELECT t.id AS tipo_id,
    t.aplica AS entidad,
    (
        CASE t.aplica
            WHEN 'choferes'::text THEN ( SELECT count(*) AS count
               FROM public.choferes
              WHERE (choferes.eliminado_en IS NULL))
            WHEN 'ayudantes'::text THEN ( SELECT count(*) AS count
               FROM public.ayudantes
              WHERE (ayudantes.eliminado_en IS NULL))
            ELSE ( SELECT count(*) AS count
               FROM public.camiones
              WHERE (camiones.eliminado_en IS NULL))
        END - COALESCE(( SELECT sum(c.n) AS sum
           FROM public.documentos_cuenta c
          WHERE ((c.tipo_id = t.id) AND c.vivo)), (0)::bigint)) AS n
   FROM public.documento_tipos t
  WHERE (t.obligatorio AND t.activo AND (t.eliminado_en IS NULL));

ALTER TABLE public.documentos ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.documentos_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.documentos_leer AS
 SELECT d.id,
    d.tipo_id,
    d.tipo,
    d.entidad,
    d.entidad_id,
    d.nombre,
    d.numero,
    d.emitido,
    d.vence,
    d.nota,
    d.reemplazado_por,
    d.version,
    d.creado_en,
    d.actualizado_en,
    t.dias_aviso,
    d.oculto,
    d.eliminado_en
   FROM (public.documentos d
     JOIN public.documento_tipos t ON ((t.id = d.tipo_id)));

CREATE TABLE public.entregas (
    ruta_id integer NOT NULL,
    recibio text,
    documento text,
    nota text,
    sin_evidencia_motivo text,
    usuario_id integer NOT NULL,
    hora_dispositivo timestamp with time zone,
    hecho_en timestamp with time zone,
    dudosa boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL
);

CREATE VIEW public.entregas_leer AS
 SELECT e.ruta_id,
    e.recibio,
    e.documento,
    e.nota,
    e.sin_evidencia_motivo,
    u.username AS usuario,
    e.hora_dispositivo,
    e.hecho_en,
    e.dudosa,
    e.version,
    e.creado_en,
    e.actualizado_en
   FROM (public.entregas e
     JOIN public.usuarios u ON ((u.id = e.usuario_id)));

CREATE TABLE public.envios (
    id integer NOT NULL,
    dia date NOT NULL,
    usuario_id integer NOT NULL,
    clase text NOT NULL,
    asunto text,
    texto text,
    estado text DEFAULT 'pendiente'::text NOT NULL,
    intentos integer DEFAULT 0 NOT NULL,
    proximo timestamp with time zone NOT NULL,
    CONSTRAINT envios_estado_check CHECK ((estado = ANY (ARRAY['pendiente'::text, 'enviando'::text, 'enviado'::text, 'callado'::text, 'fallido'::text])))
);

ALTER TABLE public.envios ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.envios_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.idempotencia (
    usuario_id integer NOT NULL,
    clave text NOT NULL,
    huella text NOT NULL,
    respuesta json,
    llamada text NOT NULL,
    vence_en timestamp with time zone NOT NULL
);

CREATE TABLE public.importaciones (
    id integer NOT NULL,
    tipo text NOT NULL,
    nombre text NOT NULL,
    filas integer NOT NULL,
    nuevas integer NOT NULL,
    cambiadas integer NOT NULL,
    iguales integer NOT NULL,
    saltadas integer NOT NULL,
    usuario_id integer NOT NULL,
    deshecha_en timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT importaciones_tipo_check CHECK ((tipo = ANY (ARRAY['choferes'::text, 'ayudantes'::text, 'camiones'::text, 'clientes'::text, 'tarifas'::text, 'documentos'::text, 'rutas'::text])))
);

ALTER TABLE public.importaciones ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.importaciones_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.importaciones_leer AS
 SELECT i.id,
    i.tipo,
    i.nombre,
    i.filas,
    i.nuevas,
    i.cambiadas,
    i.iguales,
    i.saltadas,
    u.username AS usuario,
    (i.creado_en + '24:00:00'::interval) AS deshacer_hasta,
    i.deshecha_en,
    i.version,
    i.creado_en,
    i.actualizado_en
   FROM (public.importaciones i
     JOIN public.usuarios u ON ((u.id = i.usuario_id)));

CREATE TABLE public.importaciones_registros (
    importacion_id integer NOT NULL,
    registro_id integer NOT NULL,
    version integer NOT NULL,
    antes jsonb
);

CREATE TABLE public.incidentes (
    id integer NOT NULL,
    ruta_id integer NOT NULL,
    causa text NOT NULL,
    lugar text,
    desde timestamp with time zone NOT NULL,
    hasta timestamp with time zone,
    nota text,
    usuario_id integer NOT NULL,
    por_estado integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    eliminado_en timestamp with time zone,
    eliminado_por integer,
    CONSTRAINT incidentes_causa_check CHECK ((causa = ANY (ARRAY['Bloqueo'::text, 'Mecánico'::text, 'Accidente'::text, 'Robo'::text, 'Cliente'::text, 'Clima'::text, 'Aduana o puerto'::text, 'Otro'::text])))
);

ALTER TABLE public.incidentes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.incidentes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.incidentes_leer AS
 SELECT i.id,
    i.ruta_id,
    i.causa,
    i.lugar,
    i.desde,
    i.hasta,
    i.nota,
    u.username AS usuario,
    i.version,
    i.creado_en,
    i.actualizado_en,
    i.eliminado_en
   FROM (public.incidentes i
     JOIN public.usuarios u ON ((u.id = i.usuario_id)));

CREATE TABLE public.intentos (
    id bigint NOT NULL,
    username text NOT NULL,
    direccion text NOT NULL,
    momento timestamp with time zone DEFAULT now() NOT NULL,
    en_curso boolean DEFAULT true NOT NULL,
    perdonado boolean DEFAULT false NOT NULL
);

ALTER TABLE public.intentos ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.intentos_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.liquidaciones (
    id integer NOT NULL,
    correlativo integer NOT NULL,
    numero text NOT NULL,
    chofer_id integer NOT NULL,
    saldo_anterior numeric(14,2) NOT NULL,
    anticipos numeric(14,2) NOT NULL,
    pagos numeric(14,2) NOT NULL,
    cargos numeric(14,2) NOT NULL,
    gastos numeric(14,2) NOT NULL,
    devoluciones numeric(14,2) NOT NULL,
    abonos numeric(14,2) NOT NULL,
    saldo numeric(14,2) NOT NULL,
    comisiones numeric(14,2) NOT NULL,
    estado text DEFAULT 'cerrada'::text NOT NULL,
    motivo text,
    usuario_id integer NOT NULL,
    busqueda text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT liquidaciones_check CHECK ((saldo = ((((((saldo_anterior + anticipos) + pagos) + cargos) - gastos) - devoluciones) - abonos))),
    CONSTRAINT liquidaciones_estado_check CHECK ((estado = ANY (ARRAY['cerrada'::text, 'anulada'::text])))
);

ALTER TABLE public.liquidaciones ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.liquidaciones_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.liquidaciones_leer AS
 SELECT l.id,
    l.numero,
    l.chofer_id,
    TRIM(BOTH FROM concat_ws(' '::text, ch.nombre, ch.apellido)) AS piloto,
    l.saldo_anterior,
    l.anticipos,
    l.pagos,
    l.cargos,
    l.gastos,
    l.devoluciones,
    l.abonos,
    l.saldo,
    l.comisiones,
    l.estado,
    l.motivo,
    u.username AS cerrada_por,
    l.version,
    l.creado_en,
    l.actualizado_en
   FROM ((public.liquidaciones l
     JOIN public.choferes ch ON ((ch.id = l.chofer_id)))
     JOIN public.usuarios u ON ((u.id = l.usuario_id)));

CREATE TABLE public.mantenimientos (
    id integer NOT NULL,
    camion_id integer NOT NULL,
    tipo text NOT NULL,
    descripcion text NOT NULL,
    fecha_programada date NOT NULL,
    fecha_realizada date,
    kilometraje integer,
    costo numeric(10,2),
    taller text,
    estado text NOT NULL,
    busqueda text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    eliminado_en timestamp with time zone,
    eliminado_por integer,
    CONSTRAINT mantenimientos_costo_check CHECK ((costo >= (0)::numeric)),
    CONSTRAINT mantenimientos_estado_check CHECK ((estado = ANY (ARRAY['Programado'::text, 'En proceso'::text, 'Completado'::text, 'Cancelado'::text]))),
    CONSTRAINT mantenimientos_kilometraje_check CHECK ((kilometraje >= 0)),
    CONSTRAINT mantenimientos_tipo_check CHECK ((tipo = ANY (ARRAY['Preventivo'::text, 'Correctivo'::text])))
);

ALTER TABLE public.mantenimientos ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.mantenimientos_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.mantenimientos_leer AS
 SELECT m.id,
    m.camion_id,
    c.placa AS camion,
    m.tipo,
    m.descripcion,
    m.fecha_programada,
    m.fecha_realizada,
    m.kilometraje,
    m.costo,
    m.taller,
    m.estado,
    m.version,
    m.creado_en,
    m.actualizado_en,
    m.eliminado_en,
    ((m.busqueda || '
'::text) || split_part(c.busqueda, '
'::text, 1)) AS busqueda
   FROM (public.mantenimientos m
     JOIN public.camiones c ON ((c.id = m.camion_id)));

CREATE TABLE public.migraciones (
    version integer NOT NULL,
    nombre text NOT NULL,
    aplicada_en timestamp with time zone DEFAULT now() NOT NULL,
    ahora text
);

CREATE TABLE public.movimientos (
    id integer NOT NULL,
    tipo text NOT NULL,
    chofer_id integer,
    ruta_id integer,
    concepto text,
    paga text,
    monto numeric(10,2) NOT NULL,
    fecha date NOT NULL,
    forma text,
    comprobante text,
    nit text,
    serie text,
    numero text,
    uuid text,
    compartida boolean DEFAULT false NOT NULL,
    descripcion text,
    estado text NOT NULL,
    motivo text,
    liquidacion_id integer,
    del_piloto boolean DEFAULT false NOT NULL,
    hora_dispositivo timestamp with time zone,
    hecho_en timestamp with time zone,
    dudosa boolean DEFAULT false NOT NULL,
    usuario_id integer NOT NULL,
    busqueda text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT movimientos_check CHECK (((chofer_id IS NOT NULL) OR (ruta_id IS NOT NULL))),
    CONSTRAINT movimientos_check1 CHECK (((tipo = 'gasto'::text) = ((concepto IS NOT NULL) AND (paga IS NOT NULL) AND (comprobante IS NOT NULL)))),
    CONSTRAINT movimientos_check2 CHECK (((liquidacion_id IS NULL) OR ((estado = 'aprobado'::text) AND (chofer_id IS NOT NULL) AND (paga IS DISTINCT FROM 'empresa'::text)))),
    CONSTRAINT movimientos_comprobante_check CHECK ((comprobante = ANY (ARRAY['factura'::text, 'recibo'::text, 'ninguno'::text]))),
    CONSTRAINT movimientos_estado_check CHECK ((estado = ANY (ARRAY['registrado'::text, 'aprobado'::text, 'anulado'::text]))),
    CONSTRAINT movimientos_monto_check CHECK ((monto > (0)::numeric)),
    CONSTRAINT movimientos_paga_check CHECK ((paga = ANY (ARRAY['piloto'::text, 'empresa'::text]))),
    CONSTRAINT movimientos_tipo_check CHECK ((tipo = ANY (ARRAY['anticipo'::text, 'reanticipo'::text, 'pago'::text, 'cargo'::text, 'gasto'::text, 'devolucion'::text, 'abono'::text, 'comision'::text])))
);

ALTER TABLE public.movimientos ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.movimientos_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.movimientos_leer AS
 SELECT m.id,
    m.tipo,
    m.chofer_id,
    NULLIF(TRIM(BOTH FROM concat_ws(' '::text, ch.nombre, ch.apellido)), ''::text) AS piloto,
    m.ruta_id,
    r.no_ruta,
    m.concepto,
    m.paga,
    m.monto,
    m.fecha,
    m.forma,
    m.comprobante,
    m.nit,
    m.serie,
    m.numero,
    m.uuid,
    m.compartida,
    m.descripcion,
    m.estado,
    m.motivo,
    m.liquidacion_id,
    l.numero AS liquidacion,
    m.del_piloto,
    m.hora_dispositivo,
    m.hecho_en,
    m.dudosa,
    (( SELECT count(*) AS count
           FROM public.archivos a
          WHERE ((a.entidad = 'movimientos'::text) AND (a.entidad_id = m.id) AND (a.terminado_en IS NOT NULL) AND (a.eliminado_en IS NULL))))::integer AS archivos,
    u.username AS registrado_por,
    m.version,
    m.creado_en,
    m.actualizado_en
   FROM ((((public.movimientos m
     JOIN public.usuarios u ON ((u.id = m.usuario_id)))
     LEFT JOIN public.choferes ch ON ((ch.id = m.chofer_id)))
     LEFT JOIN public.rutas r ON ((r.id = m.ruta_id)))
     LEFT JOIN public.liquidaciones l ON ((l.id = m.liquidacion_id)));

CREATE TABLE public.reglas (
    cliente_id integer NOT NULL,
    exige_foto boolean NOT NULL,
    exige_firma boolean NOT NULL,
    instrucciones text,
    horas_libres numeric(5,2),
    tarifa_demora numeric(10,2),
    unidad text NOT NULL,
    foto_desde date,
    firma_desde date,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT reglas_unidad_check CHECK ((unidad = ANY (ARRAY['hora'::text, 'dia'::text])))
);

CREATE VIEW public.reglas_leer AS
 SELECT reglas.cliente_id,
    reglas.exige_foto,
    reglas.exige_firma,
    reglas.instrucciones,
    reglas.horas_libres,
    reglas.tarifa_demora,
    reglas.unidad,
    reglas.foto_desde,
    reglas.firma_desde,
    reglas.version,
    reglas.creado_en,
    reglas.actualizado_en
   FROM public.reglas;

ALTER TABLE public.restricciones ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.restricciones_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.restricciones_leer AS
 SELECT restricciones.id,
    restricciones.nombre,
    restricciones.desde,
    restricciones.hasta,
    restricciones.dias_semana,
    restricciones.hora_desde,
    restricciones.hora_hasta,
    restricciones.palabras_exentas,
    restricciones.nota,
    restricciones.activo,
    restricciones.version,
    restricciones.creado_en,
    restricciones.actualizado_en,
    restricciones.eliminado_en,
    restricciones.eliminado_por
   FROM public.restricciones;

CREATE TABLE public.resumen (
    nivel text NOT NULL,
    periodo date NOT NULL,
    estado text NOT NULL,
    cajon smallint NOT NULL,
    n integer NOT NULL,
    suma numeric(20,2) NOT NULL,
    CONSTRAINT resumen_nivel_check CHECK ((nivel = ANY (ARRAY['todo'::text, 'mes'::text, 'dia'::text])))
)
WITH (fillfactor='50');

CREATE TABLE public.rutas_historial (
    id integer NOT NULL,
    ruta_id integer NOT NULL,
    estado_anterior text,
    estado_nuevo text NOT NULL,
    comentario text,
    usuario_id integer NOT NULL,
    fecha timestamp with time zone DEFAULT now() NOT NULL,
    hora_dispositivo timestamp with time zone,
    hecho_en timestamp with time zone,
    dudosa boolean DEFAULT false NOT NULL
);

ALTER TABLE public.rutas_historial ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.rutas_historial_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.rutas ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.rutas_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.rutas_leer AS
 SELECT r.id,
    r.no_ruta,
    r.cliente_id,
    r.servicio,
    r.mercaderia,
    r.camion_id,
    r.combustible,
    r.origen,
    r.destino,
    r.chofer_id,
    r.ayudante_id,
    r.fecha,
    r.hora,
    r.precio,
    r.comentario,
    r.estado,
    cl.nombre AS cliente_nombre,
    cl.apellido AS cliente_apellido,
    ca.placa AS camion_placa,
    ca.marca AS camion_marca,
    ca.modelo AS camion_modelo,
    ch.nombre AS piloto_nombre,
    ch.apellido AS piloto_apellido,
    ay.nombre AS ayudante_nombre,
    ay.apellido AS ayudante_apellido,
    r.version,
    r.creado_en,
    r.actualizado_en,
    r.eliminado_en,
    r.duracion_min,
    r.inicio,
    r.fin,
    ( SELECT b.usuario
           FROM public.bitacora b
          WHERE ((b.registro_id = r.id) AND (b.tipo = 'rutas'::text))
          ORDER BY b.momento DESC, b.id DESC
         LIMIT 1) AS modificado_por
   FROM ((((public.rutas r
     JOIN public.clientes cl ON ((cl.id = r.cliente_id)))
     JOIN public.camiones ca ON ((ca.id = r.camion_id)))
     JOIN public.choferes ch ON ((ch.id = r.chofer_id)))
     LEFT JOIN public.ayudantes ay ON ((ay.id = r.ayudante_id)));

CREATE VIEW public.saldos_leer AS
 SELECT c.id AS chofer_id,
    TRIM(BOTH FROM concat_ws(' '::text, c.nombre, c.apellido)) AS piloto,
    c.nombre,
    c.apellido,
    public.nombre_completo(c.busqueda) AS busqueda,
    COALESCE(l.saldo, (0)::numeric) AS saldo_anterior,
    (COALESCE(l.saldo, (0)::numeric) + m.suma) AS saldo,
    m.comisiones,
    m.por_revisar,
    m.abiertos,
    m.desde
   FROM ((public.choferes c
     LEFT JOIN LATERAL ( SELECT liquidaciones.saldo
           FROM public.liquidaciones
          WHERE ((liquidaciones.chofer_id = c.id) AND (liquidaciones.estado = 'cerrada'::text))
          ORDER BY liquidaciones.id DESC
         LIMIT 1) l ON (true))
     CROSS JOIN LATERAL ( SELECT COALESCE(sum(
                CASE
                    WHEN (movimientos.tipo = ANY (ARRAY['anticipo'::text, 'reanticipo'::text, 'pago'::text, 'cargo'::text])) THEN movimientos.monto
                    ELSE (- movimientos.monto)
                END) FILTER (WHERE ((movimientos.estado = 'aprobado'::text) AND (movimientos.tipo <> 'comision'::text))), (0)::numeric) AS suma,
            COALESCE(sum(movimientos.monto) FILTER (WHERE ((movimientos.estado = 'aprobado'::text) AND (movimientos.tipo = 'comision'::text))), (0)::numeric) AS comisiones,
            (count(*) FILTER (WHERE (movimientos.estado = 'registrado'::text)))::integer AS por_revisar,
            (count(*) FILTER (WHERE (movimientos.estado = 'aprobado'::text)))::integer AS abiertos,
            min(movimientos.fecha) AS desde
           FROM public.movimientos
          WHERE ((movimientos.chofer_id = c.id) AND (movimientos.liquidacion_id IS NULL) AND ((movimientos.estado = 'registrado'::text) OR ((movimientos.estado = 'aprobado'::text) AND (movimientos.paga IS DISTINCT FROM 'empresa'::text))))) m);

CREATE TABLE public.segundos_factores (
    usuario_id integer NOT NULL,
    secreto bytea NOT NULL,
    pedido_en timestamp with time zone DEFAULT now() NOT NULL,
    desde timestamp with time zone,
    paso integer DEFAULT 0 NOT NULL,
    sal bytea NOT NULL,
    recuperacion bytea[] DEFAULT '{}'::bytea[] NOT NULL
);

CREATE TABLE public.sesiones (
    token_hash bytea NOT NULL,
    usuario_id integer NOT NULL,
    creada_en timestamp with time zone DEFAULT now() NOT NULL,
    usada_en timestamp with time zone DEFAULT now() NOT NULL,
    id integer NOT NULL,
    direccion text,
    navegador text DEFAULT 'Otro'::text NOT NULL
);

ALTER TABLE public.sesiones ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sesiones_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.subidas (
    id bigint NOT NULL,
    usuario_id integer NOT NULL,
    bytes integer NOT NULL,
    clave text,
    vence_en timestamp with time zone NOT NULL,
    CONSTRAINT subidas_bytes_check CHECK ((bytes >= 0))
);

ALTER TABLE public.subidas ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.subidas_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tarifas_cuenta (
    cajon smallint NOT NULL,
    n integer NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE public.tarifas ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tarifas_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.tarifas_leer AS
 SELECT t.id,
    t.cliente_id,
    t.origen,
    t.destino,
    t.servicio,
    t.precio,
    t.duracion_min,
    t.vigente_desde,
    t.vigente_hasta,
    cl.nombre AS cliente_nombre,
    cl.apellido AS cliente_apellido,
    t.version,
    t.creado_en,
    t.actualizado_en,
    t.eliminado_en,
    t.busqueda
   FROM (public.tarifas t
     LEFT JOIN public.clientes cl ON ((cl.id = t.cliente_id)));

CREATE TABLE public.tiempos (
    ruta_id integer NOT NULL,
    llegada_carga timestamp with time zone,
    salida_carga timestamp with time zone,
    llegada_descarga timestamp with time zone,
    salida_descarga timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    actualizado_en timestamp with time zone DEFAULT now() NOT NULL
);

CREATE VIEW public.tiempos_leer AS
 SELECT t.ruta_id,
    t.llegada_carga,
    t.salida_carga,
    t.llegada_descarga,
    t.salida_descarga,
    t.version,
    t.creado_en,
    t.actualizado_en,
    (COALESCE((GREATEST(t.llegada_carga, t.salida_carga, t.llegada_descarga, t.salida_descarga) > (t.actualizado_en + '00:02:00'::interval)), false) OR COALESCE((t.salida_carga < t.llegada_carga), false) OR COALESCE((t.llegada_descarga < GREATEST(t.llegada_carga, t.salida_carga)), false) OR COALESCE((t.salida_descarga < GREATEST(t.llegada_carga, t.salida_carga, t.llegada_descarga)), false)) AS dudosa
   FROM public.tiempos t;

CREATE TABLE public.tokens (
    id integer NOT NULL,
    usuario_id integer NOT NULL,
    nombre text NOT NULL,
    token_hash bytea NOT NULL,
    creado_en timestamp with time zone DEFAULT now() NOT NULL,
    vence date NOT NULL,
    usado_en timestamp with time zone
);

ALTER TABLE public.tokens ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tokens_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.usuarios ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.usuarios_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.usuarios_leer AS
 SELECT usuarios.id,
    usuarios.username,
    usuarios.rol_id,
        CASE usuarios.rol_id
            WHEN 1 THEN 'administrador'::text
            WHEN 2 THEN 'piloto'::text
            WHEN 3 THEN 'usuario'::text
            ELSE NULL::text
        END AS rol_nombre,
    usuarios.estado,
    usuarios.piloto_id,
    ARRAY( SELECT (p.p)::integer AS p
           FROM unnest(usuarios.permisos) p(p)
          ORDER BY ((p.p)::integer)) AS permisos,
    ARRAY( SELECT (p.p)::integer AS p
           FROM unnest(usuarios.permisos_dinero) p(p)
          ORDER BY ((p.p)::integer)) AS permisos_dinero,
    (EXISTS ( SELECT
           FROM public.segundos_factores f
          WHERE ((f.usuario_id = usuarios.id) AND (f.desde IS NOT NULL)))) AS segundo_factor,
    usuarios.version,
    usuarios.creado_en,
    usuarios.actualizado_en,
    usuarios.eliminado_en,
    usuarios.busqueda
   FROM public.usuarios;

INSERT INTO public.ajustes VALUES (1, NULL, NULL, NULL, 480, 'salida', '{"RESTRICCION": "avisar", "CAMION_OCUPADO": "avisar", "PILOTO_OCUPADO": "avisar", "AYUDANTE_OCUPADO": "avisar", "CAMION_EN_TALLER": "avisar", "LICENCIA_VENCIDA": "avisar", "DOCUMENTO_VENCIDO": "avisar"}', 1, '2026-11-27 12:00:00+00', '2026-11-27 12:00:00+00', 'America/Guatemala', 500, 'nadie');

INSERT INTO public.correo_estado VALUES (1, NULL, NULL, NULL, NULL);

INSERT INTO public.documento_tipos OVERRIDING SYSTEM VALUE VALUES (1, 'Tarjeta de circulación', 'camiones', false, 30, true, 1, '2026-11-27 12:00:00+00', '2026-11-27 12:00:00+00', NULL, NULL);
INSERT INTO public.documento_tipos OVERRIDING SYSTEM VALUE VALUES (2, 'Seguro', 'camiones', false, 30, true, 1, '2026-11-27 12:00:00+00', '2026-11-27 12:00:00+00', NULL, NULL);
INSERT INTO public.documento_tipos OVERRIDING SYSTEM VALUE VALUES (3, 'Certificado de limitador de velocidad', 'camiones', false, 30, true, 1, '2026-11-27 12:00:00+00', '2026-11-27 12:00:00+00', NULL, NULL);
INSERT INTO public.documento_tipos OVERRIDING SYSTEM VALUE VALUES (4, 'Revisión mecánica', 'camiones', false, 30, true, 1, '2026-11-27 12:00:00+00', '2026-11-27 12:00:00+00', NULL, NULL);
INSERT INTO public.documento_tipos OVERRIDING SYSTEM VALUE VALUES (5, 'Permiso de pesos y dimensiones', 'camiones', false, 30, true, 1, '2026-11-27 12:00:00+00', '2026-11-27 12:00:00+00', NULL, NULL);
INSERT INTO public.documento_tipos OVERRIDING SYSTEM VALUE VALUES (6, 'Antecedentes penales', 'choferes', false, 30, true, 1, '2026-11-27 12:00:00+00', '2026-11-27 12:00:00+00', NULL, NULL);
INSERT INTO public.documento_tipos OVERRIDING SYSTEM VALUE VALUES (7, 'Antecedentes policíacos', 'choferes', false, 30, true, 1, '2026-11-27 12:00:00+00', '2026-11-27 12:00:00+00', NULL, NULL);
INSERT INTO public.documento_tipos OVERRIDING SYSTEM VALUE VALUES (8, 'Antecedentes penales', 'ayudantes', false, 30, true, 1, '2026-11-27 12:00:00+00', '2026-11-27 12:00:00+00', NULL, NULL);
INSERT INTO public.documento_tipos OVERRIDING SYSTEM VALUE VALUES (9, 'Antecedentes policíacos', 'ayudantes', false, 30, true, 1, '2026-11-27 12:00:00+00', '2026-11-27 12:00:00+00', NULL, NULL);

INSERT INTO public.migraciones VALUES (1, '0001_base.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (2, '0002_oficina.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (3, '0003_usuarios.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (4, '0004_papelera.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (5, '0005_orden_numero.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (6, '0006_texto_de_ruta.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (7, '0007_idempotencia.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (8, '0008_claves.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (9, '0009_busqueda_pendiente.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (10, '0010_bitacora.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (11, '0011_archivos.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (12, '0012_documentos.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (13, '0013_ajustes.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (14, '0014_tarifas.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (15, '0015_planear.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (16, '0016_duracion.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (17, '0017_tablero.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (18, '0018_tarifas_lista.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (19, '0019_revisar.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (20, '0020_archivos_entidad.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (21, '0021_accesos.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (22, '0022_ayudante.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (23, '0023_ahora.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (24, '0024_archivos_nombre.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (25, '0025_subidas.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (26, '0026_horas.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (27, '0027_ocupan.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (28, '0028_hecho.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (29, '0029_ocupado.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (30, '0030_calle.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (31, '0031_espera.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (32, '0032_sesiones.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (33, '0033_sesiones_propias.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (34, '0034_dinero.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (35, '0035_tokens.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (36, '0036_liquidaciones.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (37, '0037_importaciones.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (38, '0038_comentarios.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (39, '0039_correo.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (40, '0040_segundo_factor.sql', '2026-11-27 12:00:00+00', NULL);
INSERT INTO public.migraciones VALUES (41, '0041_indices.sql', '2026-11-27 12:00:00+00', '7c6184a4442f932d6be6f484fe19a85b41554eb0cd0a0b0e45c991d4fa3f8172');

SELECT pg_catalog.setval('public.documento_tipos_id_seq', 9, true);

ALTER TABLE ONLY public.accesos
    ADD CONSTRAINT accesos_pkey PRIMARY KEY (username, red);

ALTER TABLE ONLY public.ajustes
    ADD CONSTRAINT ajustes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.archivos
    ADD CONSTRAINT archivos_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.avisos_pospuestos
    ADD CONSTRAINT avisos_pospuestos_pkey PRIMARY KEY (aviso);

ALTER TABLE ONLY public.ayudantes
    ADD CONSTRAINT ayudantes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bitacora
    ADD CONSTRAINT bitacora_pkey PRIMARY KEY (momento, id);

ALTER TABLE ONLY public.camiones
    ADD CONSTRAINT camiones_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.choferes
    ADD CONSTRAINT choferes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.clientes
    ADD CONSTRAINT clientes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.correo_estado
    ADD CONSTRAINT correo_estado_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.correos
    ADD CONSTRAINT correos_pkey PRIMARY KEY (usuario_id);

ALTER TABLE ONLY public.documento_tipos
    ADD CONSTRAINT documento_tipos_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.documentos_cuenta
    ADD CONSTRAINT documentos_cuenta_pkey PRIMARY KEY (tipo_id, vivo, cajon);

ALTER TABLE ONLY public.documentos
    ADD CONSTRAINT documentos_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.entregas
    ADD CONSTRAINT entregas_pkey PRIMARY KEY (ruta_id);

ALTER TABLE ONLY public.envios
    ADD CONSTRAINT envios_dia_usuario_id_clase_key UNIQUE (dia, usuario_id, clase);

ALTER TABLE ONLY public.envios
    ADD CONSTRAINT envios_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.idempotencia
    ADD CONSTRAINT idempotencia_pkey PRIMARY KEY (usuario_id, llamada, clave);

ALTER TABLE ONLY public.importaciones
    ADD CONSTRAINT importaciones_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.importaciones_registros
    ADD CONSTRAINT importaciones_registros_pkey PRIMARY KEY (importacion_id, registro_id);

ALTER TABLE ONLY public.incidentes
    ADD CONSTRAINT incidentes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.intentos
    ADD CONSTRAINT intentos_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.liquidaciones
    ADD CONSTRAINT liquidaciones_correlativo_key UNIQUE (correlativo);

ALTER TABLE ONLY public.liquidaciones
    ADD CONSTRAINT liquidaciones_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mantenimientos
    ADD CONSTRAINT mantenimientos_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.migraciones
    ADD CONSTRAINT migraciones_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.movimientos
    ADD CONSTRAINT movimientos_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.reglas
    ADD CONSTRAINT reglas_pkey PRIMARY KEY (cliente_id);

ALTER TABLE ONLY public.restricciones
    ADD CONSTRAINT restricciones_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.resumen_clientes
    ADD CONSTRAINT resumen_clientes_pkey PRIMARY KEY (cliente_id, cajon);

ALTER TABLE ONLY public.resumen
    ADD CONSTRAINT resumen_pkey PRIMARY KEY (nivel, periodo, estado, cajon);

ALTER TABLE ONLY public.rutas_historial
    ADD CONSTRAINT rutas_historial_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.rutas
    ADD CONSTRAINT rutas_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.segundos_factores
    ADD CONSTRAINT segundos_factores_pkey PRIMARY KEY (usuario_id);

ALTER TABLE ONLY public.sesiones
    ADD CONSTRAINT sesiones_id_key UNIQUE (id);

ALTER TABLE ONLY public.sesiones
    ADD CONSTRAINT sesiones_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.subidas
    ADD CONSTRAINT subidas_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tarifas_cuenta
    ADD CONSTRAINT tarifas_cuenta_pkey PRIMARY KEY (cajon);

ALTER TABLE ONLY public.tarifas
    ADD CONSTRAINT tarifas_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tarifas
    ADD CONSTRAINT tarifas_sin_traslape EXCLUDE USING gist (vigencia WITH &&) WHERE ((eliminado_en IS NULL));

ALTER TABLE ONLY public.tiempos
    ADD CONSTRAINT tiempos_pkey PRIMARY KEY (ruta_id);

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.usuarios
    ADD CONSTRAINT usuarios_pkey PRIMARY KEY (id);

CREATE INDEX accesos_por_momento ON public.accesos USING btree (momento);

CREATE INDEX archivos_eliminados ON public.archivos USING btree (eliminado_en, id) WHERE (eliminado_en IS NOT NULL);

CREATE INDEX archivos_por_dia ON public.archivos USING btree (subido_por_id, terminado_en) INCLUDE (bytes) WHERE (terminado_en IS NOT NULL);

CREATE INDEX archivos_por_registro ON public.archivos USING btree (entidad, entidad_id, id) WHERE ((terminado_en IS NOT NULL) AND (eliminado_en IS NULL));

CREATE INDEX archivos_por_sha256 ON public.archivos USING btree (sha256);

CREATE INDEX archivos_sin_terminar ON public.archivos USING btree (creado_en) WHERE (terminado_en IS NULL);

CREATE INDEX ayudantes_eliminados ON public.ayudantes USING btree (eliminado_en, id) WHERE (eliminado_en IS NOT NULL);

CREATE INDEX ayudantes_por_nombre ON public.ayudantes USING btree (nombre COLLATE public.es_nombre, apellido COLLATE public.es_nombre, id) WHERE (eliminado_en IS NULL);

CREATE INDEX bitacora_por_accion ON public.bitacora USING btree (accion, momento, id);

CREATE INDEX bitacora_por_busqueda ON public.bitacora USING gin (busqueda public.gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='64');

CREATE INDEX bitacora_por_registro ON public.bitacora USING btree (registro_id, momento, id) WHERE (registro_id IS NOT NULL);

CREATE INDEX bitacora_por_tipo ON public.bitacora USING btree (tipo, momento, id);

CREATE INDEX bitacora_por_tipo_y_accion ON public.bitacora USING btree (tipo, accion, momento, id);

CREATE INDEX bitacora_por_usuario ON public.bitacora USING btree (usuario_id, momento, id);

CREATE INDEX camiones_eliminados ON public.camiones USING btree (eliminado_en, id) WHERE (eliminado_en IS NOT NULL);

CREATE UNIQUE INDEX camiones_placa_unica ON public.camiones USING btree (public.placa_clave(placa), gemelo) WHERE (eliminado_en IS NULL);

CREATE INDEX camiones_por_nombre ON public.camiones USING btree (placa COLLATE public.es_nombre, id) WHERE (eliminado_en IS NULL);

CREATE INDEX choferes_eliminados ON public.choferes USING btree (eliminado_en, id) WHERE (eliminado_en IS NOT NULL);

CREATE INDEX choferes_por_nombre ON public.choferes USING btree (nombre COLLATE public.es_nombre, apellido COLLATE public.es_nombre, id) WHERE (eliminado_en IS NULL);

CREATE INDEX choferes_por_vencimiento ON public.choferes USING btree (vencimiento) WHERE ((eliminado_en IS NULL) AND (vencimiento IS NOT NULL));

CREATE INDEX choferes_por_vencimiento_desc ON public.choferes USING btree (vencimiento DESC NULLS LAST) WHERE ((eliminado_en IS NULL) AND (vencimiento IS NOT NULL));

CREATE INDEX clientes_eliminados ON public.clientes USING btree (eliminado_en, id) WHERE (eliminado_en IS NOT NULL);

CREATE INDEX clientes_por_nombre ON public.clientes USING btree (nombre COLLATE public.es_nombre, apellido COLLATE public.es_nombre, id) WHERE (eliminado_en IS NULL);

CREATE INDEX clientes_por_nombre_completo ON public.clientes USING btree (public.nombre_completo(busqueda)) WHERE (eliminado_en IS NULL);

CREATE INDEX documento_tipos_eliminados ON public.documento_tipos USING btree (eliminado_en, id) WHERE (eliminado_en IS NOT NULL);

CREATE UNIQUE INDEX documento_tipos_unico ON public.documento_tipos USING btree (public.normaliza(public.a_la_vista(nombre)), aplica) WHERE (eliminado_en IS NULL);

CREATE INDEX documentos_eliminados ON public.documentos USING btree (eliminado_en, id) WHERE (eliminado_en IS NOT NULL);

CREATE INDEX documentos_por_busqueda ON public.documentos USING gin (busqueda public.gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='64') WHERE ((eliminado_en IS NULL) AND (NOT oculto));

CREATE INDEX documentos_por_registro ON public.documentos USING btree (entidad, entidad_id, vivo, vence);

CREATE INDEX documentos_por_tipo ON public.documentos USING btree (tipo_id, vivo, vence);

CREATE INDEX documentos_por_vence ON public.documentos USING btree (vivo, vence, nombre COLLATE public.es_nombre, tipo COLLATE public.es_nombre, id, entidad_id) INCLUDE (tipo_id) WHERE ((eliminado_en IS NULL) AND (NOT oculto));

CREATE INDEX documentos_por_vence_desc ON public.documentos USING btree (vivo, vence DESC NULLS LAST, nombre COLLATE public.es_nombre, tipo COLLATE public.es_nombre, id, entidad_id) INCLUDE (tipo_id) WHERE ((eliminado_en IS NULL) AND (NOT oculto));

CREATE INDEX documentos_reemplazados_por ON public.documentos USING btree (reemplazado_por) WHERE (reemplazado_por IS NOT NULL);

CREATE UNIQUE INDEX documentos_vivo_unico ON public.documentos USING btree (tipo_id, entidad_id) WHERE ((eliminado_en IS NULL) AND (reemplazado_por IS NULL));

CREATE INDEX envios_pendientes ON public.envios USING btree (proximo) WHERE (estado = 'pendiente'::text);

CREATE INDEX envios_por_usuario ON public.envios USING btree (usuario_id);

CREATE INDEX idempotencia_por_vence ON public.idempotencia USING btree (vence_en);

CREATE INDEX importaciones_registros_por_registro ON public.importaciones_registros USING btree (registro_id);

CREATE INDEX incidentes_abiertos ON public.incidentes USING btree (ruta_id) WHERE ((eliminado_en IS NULL) AND (hasta IS NULL));

CREATE INDEX incidentes_de_ruta ON public.incidentes USING btree (ruta_id);

CREATE INDEX incidentes_eliminados ON public.incidentes USING btree (eliminado_en, id) WHERE (eliminado_en IS NOT NULL);

CREATE INDEX incidentes_por_ruta ON public.incidentes USING btree (ruta_id, desde, id) WHERE (eliminado_en IS NULL);

CREATE INDEX intentos_por_direccion ON public.intentos USING btree (direccion, momento);

CREATE INDEX intentos_por_momento ON public.intentos USING btree (momento);

CREATE INDEX intentos_por_username ON public.intentos USING btree (username, momento);

CREATE INDEX liquidaciones_cerradas ON public.liquidaciones USING btree (chofer_id, id) INCLUDE (saldo) WHERE (estado = 'cerrada'::text);

CREATE INDEX liquidaciones_por_busqueda ON public.liquidaciones USING gin (busqueda public.gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='64');

CREATE INDEX liquidaciones_por_chofer ON public.liquidaciones USING btree (chofer_id, id);

CREATE INDEX liquidaciones_por_dia ON public.liquidaciones USING btree (creado_en, id);

CREATE INDEX liquidaciones_por_estado ON public.liquidaciones USING btree (estado, id);

CREATE INDEX mantenimientos_de_camion ON public.mantenimientos USING btree (camion_id);

CREATE INDEX mantenimientos_eliminados ON public.mantenimientos USING btree (eliminado_en, id) WHERE (eliminado_en IS NOT NULL);

CREATE INDEX mantenimientos_por_camion ON public.mantenimientos USING btree (camion_id, fecha_programada, id) WHERE (eliminado_en IS NULL);

CREATE INDEX mantenimientos_por_fecha ON public.mantenimientos USING btree (fecha_programada, id) WHERE (eliminado_en IS NULL);

CREATE INDEX movimientos_abiertos ON public.movimientos USING btree (fecha, id) WHERE ((chofer_id IS NOT NULL) AND (liquidacion_id IS NULL) AND (estado <> 'anulado'::text) AND (paga IS DISTINCT FROM 'empresa'::text));

CREATE UNIQUE INDEX movimientos_factura_unica ON public.movimientos USING btree (nit, serie, numero) WHERE ((nit IS NOT NULL) AND (serie IS NOT NULL) AND (numero IS NOT NULL) AND (estado <> 'anulado'::text) AND (NOT compartida));

CREATE INDEX movimientos_pendientes ON public.movimientos USING btree (chofer_id, fecha, id) INCLUDE (tipo, paga, estado, monto) WHERE ((chofer_id IS NOT NULL) AND (liquidacion_id IS NULL) AND ((estado = 'registrado'::text) OR ((estado = 'aprobado'::text) AND (paga IS DISTINCT FROM 'empresa'::text))));

CREATE INDEX movimientos_por_busqueda ON public.movimientos USING gin (busqueda public.gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='64');

CREATE INDEX movimientos_por_chofer ON public.movimientos USING btree (chofer_id, fecha, id) WHERE (chofer_id IS NOT NULL);

CREATE INDEX movimientos_por_comprobante ON public.movimientos USING btree (comprobante, fecha, id) WHERE (comprobante IS NOT NULL);

CREATE INDEX movimientos_por_concepto ON public.movimientos USING btree (concepto, fecha, id) WHERE (concepto IS NOT NULL);

CREATE INDEX movimientos_por_estado ON public.movimientos USING btree (estado, fecha, id);

CREATE INDEX movimientos_por_fecha ON public.movimientos USING btree (fecha, id);

CREATE INDEX movimientos_por_liquidacion ON public.movimientos USING btree (liquidacion_id, fecha, id) WHERE (liquidacion_id IS NOT NULL);

CREATE INDEX movimientos_por_ruta ON public.movimientos USING btree (ruta_id, fecha, id) WHERE (ruta_id IS NOT NULL);

CREATE INDEX movimientos_por_tipo ON public.movimientos USING btree (tipo, fecha, id);

CREATE UNIQUE INDEX movimientos_uuid_unico ON public.movimientos USING btree (uuid) WHERE ((uuid IS NOT NULL) AND (estado <> 'anulado'::text) AND (NOT compartida));

CREATE INDEX restricciones_eliminadas ON public.restricciones USING btree (eliminado_en) WHERE (eliminado_en IS NOT NULL);

CREATE INDEX rutas_abiertas ON public.rutas USING btree (fin, inicio) WHERE ((eliminado_en IS NULL) AND (estado = ANY (ARRAY['Pendiente'::text, 'En curso'::text])));

CREATE INDEX rutas_de_ayudante ON public.rutas USING btree (ayudante_id) WHERE (ayudante_id IS NOT NULL);

CREATE INDEX rutas_de_camion ON public.rutas USING btree (camion_id);

CREATE INDEX rutas_de_chofer ON public.rutas USING btree (chofer_id);

CREATE INDEX rutas_de_cliente ON public.rutas USING btree (cliente_id);

CREATE INDEX rutas_eliminadas ON public.rutas USING btree (eliminado_en) WHERE (eliminado_en IS NOT NULL);

CREATE INDEX rutas_en_curso_ayudante ON public.rutas USING btree (ayudante_id, inicio, id) WHERE ((eliminado_en IS NULL) AND (estado = 'En curso'::text));

CREATE INDEX rutas_en_curso_camion ON public.rutas USING btree (camion_id, inicio, id) WHERE ((eliminado_en IS NULL) AND (estado = 'En curso'::text));

CREATE INDEX rutas_en_curso_chofer ON public.rutas USING btree (chofer_id, inicio, id) WHERE ((eliminado_en IS NULL) AND (estado = 'En curso'::text));

CREATE INDEX rutas_gemelas ON public.rutas USING btree (gemelo) WHERE (gemelo > 0);

CREATE INDEX rutas_historial_por_ruta ON public.rutas_historial USING btree (ruta_id, id);

CREATE UNIQUE INDEX rutas_no_ruta_unica ON public.rutas USING btree (public.clave(no_ruta), gemelo);

CREATE INDEX rutas_ocupa_ayudante ON public.rutas USING btree (ayudante_id, fin) WHERE ((eliminado_en IS NULL) AND (estado = ANY (ARRAY['Pendiente'::text, 'En curso'::text])));

CREATE INDEX rutas_ocupa_camion ON public.rutas USING btree (camion_id, fin) WHERE ((eliminado_en IS NULL) AND (estado = ANY (ARRAY['Pendiente'::text, 'En curso'::text])));

CREATE INDEX rutas_ocupa_chofer ON public.rutas USING btree (chofer_id, fin) WHERE ((eliminado_en IS NULL) AND (estado = ANY (ARRAY['Pendiente'::text, 'En curso'::text])));

CREATE INDEX rutas_por_ayudante ON public.rutas USING btree (ayudante_id, fecha, hora, id) WHERE ((eliminado_en IS NULL) AND (ayudante_id IS NOT NULL));

CREATE INDEX rutas_por_busqueda ON public.rutas USING gin (busqueda public.gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='64') WHERE (eliminado_en IS NULL);

CREATE INDEX rutas_por_camion ON public.rutas USING btree (camion_id, fecha, hora, id) WHERE (eliminado_en IS NULL);

CREATE INDEX rutas_por_chofer ON public.rutas USING btree (chofer_id, fecha, hora, id) WHERE (eliminado_en IS NULL);

CREATE INDEX rutas_por_cliente ON public.rutas USING btree (cliente_id, fecha, hora, id) WHERE (eliminado_en IS NULL);

CREATE INDEX rutas_por_estado ON public.rutas USING btree (estado, fecha, hora, id) WHERE (eliminado_en IS NULL);

CREATE INDEX rutas_por_fecha ON public.rutas USING btree (fecha, hora, id) WHERE (eliminado_en IS NULL);

CREATE INDEX rutas_por_lugares ON public.rutas USING btree (cliente_id, public.normaliza(origen), public.normaliza(destino), fecha, hora, id) WHERE (eliminado_en IS NULL);

CREATE INDEX rutas_por_no_ruta_id ON public.rutas USING btree (no_ruta COLLATE public.es_numero_igual, id) WHERE (eliminado_en IS NULL);

CREATE INDEX rutas_por_numero ON public.rutas USING btree (correlativo) WHERE (correlativo IS NOT NULL);

CREATE INDEX sesiones_por_usuario ON public.sesiones USING btree (usuario_id);

CREATE INDEX tarifas_de_cliente ON public.tarifas USING btree (cliente_id) WHERE (cliente_id IS NOT NULL);

CREATE INDEX tarifas_eliminadas ON public.tarifas USING btree (eliminado_en, id) WHERE (eliminado_en IS NOT NULL);

CREATE INDEX tarifas_por_busqueda ON public.tarifas USING gin (busqueda public.gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='64') WHERE (eliminado_en IS NULL);

CREATE INDEX tarifas_por_cliente ON public.tarifas USING btree (cliente_id, origen COLLATE public.es_nombre, destino COLLATE public.es_nombre, id) WHERE (eliminado_en IS NULL);

CREATE INDEX tarifas_por_creado ON public.tarifas USING btree (creado_en, id) WHERE (eliminado_en IS NULL);

CREATE INDEX tarifas_por_lugar ON public.tarifas USING btree (origen COLLATE public.es_nombre, destino COLLATE public.es_nombre, id) WHERE (eliminado_en IS NULL);

CREATE INDEX tarifas_por_vigencia ON public.tarifas USING btree (lower(vigencia)) WHERE (eliminado_en IS NULL);

CREATE INDEX tokens_por_usuario ON public.tokens USING btree (usuario_id);

CREATE INDEX usuarios_de_piloto ON public.usuarios USING btree (piloto_id) WHERE (piloto_id IS NOT NULL);

CREATE INDEX usuarios_eliminados ON public.usuarios USING btree (eliminado_en, id) WHERE (eliminado_en IS NOT NULL);

CREATE UNIQUE INDEX usuarios_piloto_unico ON public.usuarios USING btree (piloto_id) WHERE (eliminado_en IS NULL);

CREATE INDEX usuarios_por_nombre ON public.usuarios USING btree (username COLLATE public.es_nombre, id) WHERE (eliminado_en IS NULL);

CREATE UNIQUE INDEX usuarios_username_unico ON public.usuarios USING btree (public.clave(username), gemelo) WHERE (eliminado_en IS NULL);

CREATE TRIGGER anotada_parte AFTER INSERT OR UPDATE ON public.entregas FOR EACH ROW EXECUTE FUNCTION public.anotar_parte('rutas', 'ruta_id', 'entrega', '{}');

CREATE TRIGGER anotada_parte AFTER INSERT OR UPDATE ON public.reglas FOR EACH ROW EXECUTE FUNCTION public.anotar_parte('clientes', 'cliente_id', 'reglas', '{"exige_foto": false, "exige_firma": false, "unidad": "hora"}');

CREATE TRIGGER anotada_parte AFTER INSERT OR UPDATE ON public.tiempos FOR EACH ROW EXECUTE FUNCTION public.anotar_parte('rutas', 'ruta_id', 'tiempos', '{}');

CREATE TRIGGER anotado AFTER UPDATE ON public.archivos FOR EACH ROW EXECUTE FUNCTION public.anotar('', 'nombre');

CREATE TRIGGER anotado AFTER INSERT OR UPDATE ON public.ayudantes FOR EACH ROW EXECUTE FUNCTION public.anotar(' ', 'nombre', 'apellido');

CREATE TRIGGER anotado AFTER INSERT OR UPDATE ON public.camiones FOR EACH ROW EXECUTE FUNCTION public.anotar('', 'placa');

CREATE TRIGGER anotado AFTER INSERT OR UPDATE ON public.choferes FOR EACH ROW EXECUTE FUNCTION public.anotar(' ', 'nombre', 'apellido');

CREATE TRIGGER anotado AFTER INSERT OR UPDATE ON public.clientes FOR EACH ROW EXECUTE FUNCTION public.anotar(' ', 'nombre', 'apellido');

CREATE TRIGGER anotado AFTER INSERT OR UPDATE ON public.documento_tipos FOR EACH ROW EXECUTE FUNCTION public.anotar('', 'nombre');

CREATE TRIGGER anotado AFTER INSERT OR UPDATE ON public.documentos FOR EACH ROW EXECUTE FUNCTION public.anotar(' · ', 'tipo', 'nombre');

CREATE TRIGGER anotado AFTER UPDATE ON public.incidentes FOR EACH ROW WHEN ((old.por_estado = new.por_estado)) EXECUTE FUNCTION public.anotar(' · ', 'ruta_id', 'causa');

CREATE TRIGGER anotado AFTER INSERT OR UPDATE ON public.liquidaciones FOR EACH ROW EXECUTE FUNCTION public.anotar('', 'numero');

CREATE TRIGGER anotado AFTER INSERT OR UPDATE ON public.mantenimientos FOR EACH ROW EXECUTE FUNCTION public.anotar('', 'camion_id');

CREATE TRIGGER anotado AFTER INSERT OR UPDATE ON public.movimientos FOR EACH ROW EXECUTE FUNCTION public.anotar(' · ', 'tipo', 'chofer_id', 'ruta_id');

CREATE TRIGGER anotado AFTER INSERT OR UPDATE ON public.restricciones FOR EACH ROW EXECUTE FUNCTION public.anotar('', 'nombre');

CREATE TRIGGER anotado AFTER INSERT OR UPDATE ON public.rutas FOR EACH ROW EXECUTE FUNCTION public.anotar('', 'no_ruta');

CREATE TRIGGER anotado AFTER INSERT OR UPDATE ON public.tarifas FOR EACH ROW EXECUTE FUNCTION public.anotar(' → ', 'origen', 'destino');

CREATE TRIGGER anotado AFTER INSERT OR UPDATE ON public.usuarios FOR EACH ROW EXECUTE FUNCTION public.anotar('', 'username');

CREATE TRIGGER anotado_nuevo AFTER INSERT ON public.incidentes FOR EACH ROW WHEN ((new.por_estado = 0)) EXECUTE FUNCTION public.anotar(' · ', 'ruta_id', 'causa');

CREATE TRIGGER clave_heredada AFTER UPDATE ON public.camiones FOR EACH ROW WHEN (((old.gemelo = 0) AND (old.eliminado_en IS NULL) AND ((new.eliminado_en IS NOT NULL) OR ((old.placa <> new.placa) AND (public.placa_clave(old.placa) <> public.placa_clave(new.placa)))))) EXECUTE FUNCTION public.hereda_clave('placa_clave(placa)', 'eliminado_en is null');

CREATE TRIGGER clave_heredada AFTER UPDATE ON public.rutas FOR EACH ROW WHEN (((old.gemelo = 0) AND (old.no_ruta <> new.no_ruta) AND (public.clave(old.no_ruta) <> public.clave(new.no_ruta)))) EXECUTE FUNCTION public.hereda_clave('clave(no_ruta)', 'true');

CREATE TRIGGER clave_heredada AFTER UPDATE ON public.usuarios FOR EACH ROW WHEN (((old.gemelo = 0) AND (old.eliminado_en IS NULL) AND ((new.eliminado_en IS NOT NULL) OR ((old.username <> new.username) AND (public.clave(old.username) <> public.clave(new.username)))))) EXECUTE FUNCTION public.hereda_clave('clave(username)', 'eliminado_en is null');

CREATE TRIGGER contadas AFTER INSERT ON public.tarifas REFERENCING NEW TABLE AS despues FOR EACH STATEMENT EXECUTE FUNCTION public.cuenta_tarifas();

CREATE TRIGGER contados AFTER INSERT ON public.documentos REFERENCING NEW TABLE AS despues FOR EACH STATEMENT EXECUTE FUNCTION public.cuenta_nuevos_documentos();

CREATE TRIGGER dinero_renombrado AFTER UPDATE OF nombre, apellido ON public.choferes FOR EACH ROW WHEN (((old.nombre <> new.nombre) OR (old.apellido <> new.apellido))) EXECUTE FUNCTION public.renombra_dinero_de_chofer();

CREATE TRIGGER dinero_renombrado AFTER UPDATE OF no_ruta ON public.rutas FOR EACH ROW WHEN ((old.no_ruta <> new.no_ruta)) EXECUTE FUNCTION public.renombra_dinero_de_ruta();

CREATE TRIGGER documentos_renombrados AFTER UPDATE ON public.ayudantes FOR EACH ROW WHEN ((((old.nombre IS DISTINCT FROM new.nombre) OR (old.apellido IS DISTINCT FROM new.apellido)) OR ((old.eliminado_en IS NULL) IS DISTINCT FROM (new.eliminado_en IS NULL)))) EXECUTE FUNCTION public.renombra_documentos('ayudante_id');

CREATE TRIGGER documentos_renombrados AFTER UPDATE ON public.camiones FOR EACH ROW WHEN (((old.placa IS DISTINCT FROM new.placa) OR ((old.eliminado_en IS NULL) IS DISTINCT FROM (new.eliminado_en IS NULL)))) EXECUTE FUNCTION public.renombra_documentos('camion_id');

CREATE TRIGGER documentos_renombrados AFTER UPDATE ON public.choferes FOR EACH ROW WHEN ((((old.nombre IS DISTINCT FROM new.nombre) OR (old.apellido IS DISTINCT FROM new.apellido)) OR ((old.eliminado_en IS NULL) IS DISTINCT FROM (new.eliminado_en IS NULL)))) EXECUTE FUNCTION public.renombra_documentos('chofer_id');

CREATE TRIGGER documentos_renombrados AFTER UPDATE ON public.documento_tipos FOR EACH ROW WHEN ((old.nombre IS DISTINCT FROM new.nombre)) EXECUTE FUNCTION public.renombra_tipo_de_documentos();

CREATE TRIGGER gemelo_cambia BEFORE UPDATE ON public.camiones FOR EACH ROW WHEN (((old.gemelo > 0) AND ((old.placa <> new.placa) OR (old.eliminado_en IS DISTINCT FROM new.eliminado_en)))) EXECUTE FUNCTION public.deja_de_ser_gemelo();

CREATE TRIGGER gemelo_cambia BEFORE UPDATE ON public.rutas FOR EACH ROW WHEN (((old.gemelo > 0) AND (old.no_ruta <> new.no_ruta))) EXECUTE FUNCTION public.deja_de_ser_gemelo();

CREATE TRIGGER gemelo_cambia BEFORE UPDATE ON public.usuarios FOR EACH ROW WHEN (((old.gemelo > 0) AND ((old.username <> new.username) OR (old.eliminado_en IS DISTINCT FROM new.eliminado_en)))) EXECUTE FUNCTION public.deja_de_ser_gemelo();

CREATE TRIGGER recontadas AFTER UPDATE ON public.tarifas REFERENCING OLD TABLE AS antes NEW TABLE AS despues FOR EACH STATEMENT EXECUTE FUNCTION public.cuenta_tarifas();

CREATE TRIGGER recontados AFTER UPDATE ON public.documentos REFERENCING OLD TABLE AS antes NEW TABLE AS despues FOR EACH STATEMENT EXECUTE FUNCTION public.cuenta_documentos();

CREATE TRIGGER solo_crece BEFORE UPDATE OR TRUNCATE ON public.bitacora FOR EACH STATEMENT EXECUTE FUNCTION public.no_se_cambia();

CREATE TRIGGER solo_se_vacia BEFORE DELETE ON public.bitacora FOR EACH ROW WHEN (((old.accion <> 'rechazado'::text) OR (old.momento > (now() - '90 days'::interval)))) EXECUTE FUNCTION public.no_se_cambia();

CREATE TRIGGER treinta BEFORE UPDATE ON public.archivos FOR EACH ROW WHEN (((new.terminado_en IS NOT NULL) AND (new.eliminado_en IS NULL) AND ((old.terminado_en IS NULL) OR (old.eliminado_en IS NOT NULL)))) EXECUTE FUNCTION public.no_mas_de_treinta();

ALTER TABLE ONLY public.archivos
    ADD CONSTRAINT archivos_eliminado_por_fkey FOREIGN KEY (eliminado_por) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.archivos
    ADD CONSTRAINT archivos_subido_por_id_fkey FOREIGN KEY (subido_por_id) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.ayudantes
    ADD CONSTRAINT ayudantes_eliminado_por_fkey FOREIGN KEY (eliminado_por) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.camiones
    ADD CONSTRAINT camiones_eliminado_por_fkey FOREIGN KEY (eliminado_por) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.choferes
    ADD CONSTRAINT choferes_eliminado_por_fkey FOREIGN KEY (eliminado_por) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.clientes
    ADD CONSTRAINT clientes_eliminado_por_fkey FOREIGN KEY (eliminado_por) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.correos
    ADD CONSTRAINT correos_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.documento_tipos
    ADD CONSTRAINT documento_tipos_eliminado_por_fkey FOREIGN KEY (eliminado_por) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.documentos_cuenta
    ADD CONSTRAINT documentos_cuenta_tipo_id_fkey FOREIGN KEY (tipo_id) REFERENCES public.documento_tipos(id);

ALTER TABLE ONLY public.documentos
    ADD CONSTRAINT documentos_eliminado_por_fkey FOREIGN KEY (eliminado_por) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.documentos
    ADD CONSTRAINT documentos_reemplazado_por_fkey FOREIGN KEY (reemplazado_por) REFERENCES public.documentos(id);

ALTER TABLE ONLY public.documentos
    ADD CONSTRAINT documentos_tipo_id_fkey FOREIGN KEY (tipo_id) REFERENCES public.documento_tipos(id);

ALTER TABLE ONLY public.entregas
    ADD CONSTRAINT entregas_ruta_id_fkey FOREIGN KEY (ruta_id) REFERENCES public.rutas(id);

ALTER TABLE ONLY public.entregas
    ADD CONSTRAINT entregas_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.envios
    ADD CONSTRAINT envios_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.idempotencia
    ADD CONSTRAINT idempotencia_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.importaciones_registros
    ADD CONSTRAINT importaciones_registros_importacion_id_fkey FOREIGN KEY (importacion_id) REFERENCES public.importaciones(id);

ALTER TABLE ONLY public.importaciones
    ADD CONSTRAINT importaciones_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.incidentes
    ADD CONSTRAINT incidentes_eliminado_por_fkey FOREIGN KEY (eliminado_por) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.incidentes
    ADD CONSTRAINT incidentes_ruta_id_fkey FOREIGN KEY (ruta_id) REFERENCES public.rutas(id);

ALTER TABLE ONLY public.incidentes
    ADD CONSTRAINT incidentes_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.liquidaciones
    ADD CONSTRAINT liquidaciones_chofer_id_fkey FOREIGN KEY (chofer_id) REFERENCES public.choferes(id);

ALTER TABLE ONLY public.liquidaciones
    ADD CONSTRAINT liquidaciones_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.mantenimientos
    ADD CONSTRAINT mantenimientos_camion_id_fkey FOREIGN KEY (camion_id) REFERENCES public.camiones(id);

ALTER TABLE ONLY public.mantenimientos
    ADD CONSTRAINT mantenimientos_eliminado_por_fkey FOREIGN KEY (eliminado_por) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.movimientos
    ADD CONSTRAINT movimientos_chofer_id_fkey FOREIGN KEY (chofer_id) REFERENCES public.choferes(id);

ALTER TABLE ONLY public.movimientos
    ADD CONSTRAINT movimientos_liquidacion_id_fkey FOREIGN KEY (liquidacion_id) REFERENCES public.liquidaciones(id);

ALTER TABLE ONLY public.movimientos
    ADD CONSTRAINT movimientos_ruta_id_fkey FOREIGN KEY (ruta_id) REFERENCES public.rutas(id);

ALTER TABLE ONLY public.movimientos
    ADD CONSTRAINT movimientos_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.reglas
    ADD CONSTRAINT reglas_cliente_id_fkey FOREIGN KEY (cliente_id) REFERENCES public.clientes(id);

ALTER TABLE ONLY public.restricciones
    ADD CONSTRAINT restricciones_eliminado_por_fkey FOREIGN KEY (eliminado_por) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.resumen_clientes
    ADD CONSTRAINT resumen_clientes_cliente_id_fkey FOREIGN KEY (cliente_id) REFERENCES public.clientes(id);

ALTER TABLE ONLY public.rutas
    ADD CONSTRAINT rutas_ayudante_id_fkey FOREIGN KEY (ayudante_id) REFERENCES public.ayudantes(id);

ALTER TABLE ONLY public.rutas
    ADD CONSTRAINT rutas_camion_id_fkey FOREIGN KEY (camion_id) REFERENCES public.camiones(id);

ALTER TABLE ONLY public.rutas
    ADD CONSTRAINT rutas_chofer_id_fkey FOREIGN KEY (chofer_id) REFERENCES public.choferes(id);

ALTER TABLE ONLY public.rutas
    ADD CONSTRAINT rutas_cliente_id_fkey FOREIGN KEY (cliente_id) REFERENCES public.clientes(id);

ALTER TABLE ONLY public.rutas
    ADD CONSTRAINT rutas_eliminado_por_fkey FOREIGN KEY (eliminado_por) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.rutas_historial
    ADD CONSTRAINT rutas_historial_ruta_id_fkey FOREIGN KEY (ruta_id) REFERENCES public.rutas(id);

ALTER TABLE ONLY public.rutas_historial
    ADD CONSTRAINT rutas_historial_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.segundos_factores
    ADD CONSTRAINT segundos_factores_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.sesiones
    ADD CONSTRAINT sesiones_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.subidas
    ADD CONSTRAINT subidas_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.tarifas
    ADD CONSTRAINT tarifas_cliente_id_fkey FOREIGN KEY (cliente_id) REFERENCES public.clientes(id);

ALTER TABLE ONLY public.tarifas
    ADD CONSTRAINT tarifas_eliminado_por_fkey FOREIGN KEY (eliminado_por) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.tiempos
    ADD CONSTRAINT tiempos_ruta_id_fkey FOREIGN KEY (ruta_id) REFERENCES public.rutas(id);

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_usuario_id_fkey FOREIGN KEY (usuario_id) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.usuarios
    ADD CONSTRAINT usuarios_eliminado_por_fkey FOREIGN KEY (eliminado_por) REFERENCES public.usuarios(id);

ALTER TABLE ONLY public.usuarios
    ADD CONSTRAINT usuarios_piloto_id_fkey FOREIGN KEY (piloto_id) REFERENCES public.choferes(id);
