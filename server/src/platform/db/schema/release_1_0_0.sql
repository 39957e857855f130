-- Old names of the functions that the program of release 1.0.0 calls: its processes run until an upgrade has replaced them.
-- The release after this one deletes this file and drops these functions in a migration.

create or replace function anota(accion text, tipo text, registro_id int, nombre text, cambios jsonb, motivo text)
  returns void language sql as $$
  select bitacora_agregar(accion, tipo, registro_id, nombre, cambios, motivo)
$$;

create or replace function apartar(el_camion int, el_chofer int, el_ayudante int) returns void language sql volatile as $$
  select bloquear_tripulacion(el_camion, el_chofer, el_ayudante)
$$;

create or replace function falta_de(la_ruta int, el_cliente int) returns text[] language sql stable as $$
  select evidencias_faltantes(la_ruta, el_cliente)
$$;

create or replace function hecho(hora timestamptz, desfase int)
  returns table (hora_dispositivo timestamptz, hecho_en timestamptz, dudosa boolean) language sql stable as $$
  select * from hora_del_hecho(hora, desfase)
$$;

create or replace function ocupan(el_camion int, el_chofer int, el_ayudante int, el_inicio timestamptz,
    el_fin timestamptz, menos int, ahora timestamptz)
  returns table (codigo text, entidad text, entidad_id int, id int, no_ruta text, desde timestamptz, hasta timestamptz)
  language sql stable as $$
  select codigo, entidad, entidad_id, id, no_ruta, desde, hasta
  from viajes_que_ocupan(el_camion, el_chofer, el_ayudante, el_inicio, el_fin, menos, ahora)
$$;

create or replace function revisar_apartando(el_camion int, el_chofer int, el_ayudante int, la_fecha date, la_hora time,
    minutos int, la_mercaderia text, el_estado text, la_ruta int, se_niega boolean,
    out inicio timestamptz, out fin timestamptz, out hallazgos jsonb, out bloquea boolean)
  language sql volatile as $$
  select * from revisar_bloqueando(el_camion, el_chofer, el_ayudante, la_fecha, la_hora, minutos, la_mercaderia, el_estado,
    la_ruta, se_niega)
$$;

-- Its name sorts before sesiones.sql, and a string body in plpgsql is not checked when it is created.
create or replace function sigue_siendo(token bytea, fila xid) returns void language plpgsql stable as $$
begin
  perform exigir_sesion_vigente(token, fila);
end $$;

create or replace function ocupados_entre(el_inicio timestamptz, el_fin timestamptz, menos int, ahora timestamptz)
  returns table (entidad text, entidad_id int, id int, no_ruta text, hasta timestamptz) language sql stable as $$
  select distinct on (entidad, entidad_id) entidad, entidad_id, id, no_ruta, hasta
  from (
    select cada.entidad, cada.entidad_id, id, no_ruta, hasta
    from viajes_entre(el_inicio, el_fin, menos, ahora), lateral (values
      ('camiones', camion_id), ('choferes', chofer_id), ('ayudantes', ayudante_id)) as cada (entidad, entidad_id)
    where cada.entidad_id is not null
    union all
    select 'camiones', c.id, a.id, a.no_ruta, ahora from camiones c, viaje_atrasado('camiones', c.id, el_inicio, menos, ahora) a
    union all
    select 'choferes', c.id, a.id, a.no_ruta, ahora from choferes c, viaje_atrasado('choferes', c.id, el_inicio, menos, ahora) a
    union all
    select 'ayudantes', c.id, a.id, a.no_ruta, ahora from ayudantes c, viaje_atrasado('ayudantes', c.id, el_inicio, menos, ahora) a
  ) todas
  order by entidad, entidad_id, hasta desc, id desc
$$;
