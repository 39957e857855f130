-- Each record as GET gives it; columns for queries alone (eliminado_en, busqueda) never leave the server.

-- The search text of a trip: number, client, service and pilot, normalised, a line each. Only these two functions know
-- which line is which.
create or replace function texto_de_ruta(no_ruta text, cliente text, servicio text, piloto text) returns text
  language sql immutable strict parallel safe
  return no_ruta || E'\n' || cliente || E'\n' || servicio || E'\n' || piloto;

create or replace function linea_de_ruta(busqueda text, campo text) returns text
  language sql immutable strict parallel safe
  return split_part(busqueda, E'\n', case campo when 'no_ruta' then 1 when 'cliente' then 2 when 'servicio' then 3 when 'piloto' then 4 end);

create view camiones_leer as select * from camiones;

create view choferes_leer as
  select c.*, u.username, case u.rol_id when 1 then 'administrador' when 2 then 'piloto' when 3 then 'usuario' end as rol_nombre
  from choferes c left join usuarios u on u.piloto_id = c.id and u.eliminado_en is null;

create view ayudantes_leer as select * from ayudantes;

create view clientes_leer as
  select c.*, (select coalesce(sum(r.n), 0)::int from resumen_clientes r where r.cliente_id = c.id) as rutas_asignadas
  from clientes c;

create view rutas_leer as
  select r.id, r.no_ruta, r.cliente_id, r.servicio, r.mercaderia, r.camion_id, r.combustible, r.origen, r.destino,
    r.chofer_id, r.ayudante_id, r.fecha, r.hora, r.precio, r.comentario, r.estado,
    cl.nombre as cliente_nombre, cl.apellido as cliente_apellido,
    ca.placa as camion_placa, ca.marca as camion_marca, ca.modelo as camion_modelo,
    ch.nombre as piloto_nombre, ch.apellido as piloto_apellido,
    ay.nombre as ayudante_nombre, ay.apellido as ayudante_apellido,
    r.version, r.creado_en, r.actualizado_en, r.eliminado_en, r.duracion_min, r.inicio, r.fin,
    (select b.usuario from bitacora b where b.registro_id = r.id and b.tipo = 'rutas'
      order by b.momento desc, b.id desc limit 1) as modificado_por
  from rutas r
    join clientes cl on cl.id = r.cliente_id
    join camiones ca on ca.id = r.camion_id
    join choferes ch on ch.id = r.chofer_id
    left join ayudantes ay on ay.id = r.ayudante_id;

create view mantenimientos_leer as
  select m.id, m.camion_id, c.placa as camion, m.tipo, m.descripcion, m.fecha_programada, m.fecha_realizada,
    m.kilometraje, m.costo, m.taller, m.estado, m.plan_id, m.lineas, m.version, m.creado_en, m.actualizado_en, m.eliminado_en,
    m.busqueda || E'\n' || split_part(c.busqueda, E'\n', 1) as busqueda
  from mantenimientos m join camiones c on c.id = m.camion_id;

create view usuarios_leer as
  select id, username, rol_id,
    case rol_id when 1 then 'administrador' when 2 then 'piloto' when 3 then 'usuario' end as rol_nombre,
    estado, piloto_id, array(select p::int from unnest(permisos) p order by p) as permisos,
    array(select p::int from unnest(permisos_dinero) p order by p) as permisos_dinero,
    exists (select from segundos_factores f where f.usuario_id = usuarios.id and f.desde is not null) as segundo_factor,
    version, creado_en, actualizado_en, eliminado_en, busqueda
  from usuarios;

create view archivos_leer as
  select a.id, a.entidad, a.entidad_id, a.clase, a.nombre, a.tipo_mime, a.bytes, a.sha256, a.tomado_en,
    a.subido_por_id, u.username as subido_por, a.version, a.creado_en, a.actualizado_en, a.eliminado_en
  from archivos a join usuarios u on u.id = a.subido_por_id
  -- The logo belongs to no record.
  where a.terminado_en is not null and a.entidad <> 'ajustes';

create view documento_tipos_leer as select * from documento_tipos;

create view documentos_leer as
  select d.id, d.tipo_id, d.tipo, d.entidad, d.entidad_id, d.nombre, d.numero, d.emitido, d.vence, d.nota,
    d.reemplazado_por, d.version, d.creado_en, d.actualizado_en, t.dias_aviso, d.oculto, d.eliminado_en
  from documentos d join documento_tipos t on t.id = d.tipo_id;

-- The records that have papers, without those in the bin.
create view con_papeles as
  select 'choferes' as entidad, id, trim(concat_ws(' ', nombre, apellido)) as nombre, nombre_completo(busqueda) as busqueda
  from choferes where eliminado_en is null
  union all
  select 'ayudantes', id, trim(concat_ws(' ', nombre, apellido)), nombre_completo(busqueda)
  from ayudantes where eliminado_en is null
  union all
  select 'camiones', id, placa, split_part(busqueda, E'\n', 1)
  from camiones where eliminado_en is null;

-- Facts that pilots and trucks lack because a sheet came in without them.
create view datos_faltan as
  select 'choferes' as entidad, c.id, trim(concat_ws(' ', nombre, apellido)) as nombre, nombre_completo(busqueda) as busqueda, dato
  from choferes c, lateral (values
    ('Licencia', vencimiento is null), ('Tipo de Licencia', tipo_licencia is null), ('Teléfono', telefono is null)) d (dato, falta)
  where eliminado_en is null and (vencimiento is null or tipo_licencia is null or telefono is null) and falta
  union all
  select 'camiones', c.id, placa, split_part(busqueda, E'\n', 1), dato
  from camiones c, lateral (values
    ('Tarjeta de circulación', tarjeta_circulacion is null), ('Modelo', modelo is null), ('Color', color is null)) d (dato, falta)
  where eliminado_en is null and (tarjeta_circulacion is null or modelo is null or color is null) and falta;

-- How many records lack a paper of a type that they must have.
create view documentos_faltan as
  select t.id as tipo_id, t.aplica as entidad,
    case t.aplica
      when 'choferes' then (select count(*) from choferes where eliminado_en is null)
      when 'ayudantes' then (select count(*) from ayudantes where eliminado_en is null)
      else (select count(*) from camiones where eliminado_en is null) end
    - coalesce((select sum(n) from documentos_cuenta c where c.tipo_id = t.id and c.vivo), 0) as n
  from documento_tipos t where t.obligatorio and t.activo and t.eliminado_en is null;

-- A search looks up the client's name in clientes, because no index has a text of both.
create view tarifas_leer as
  select t.id, t.cliente_id, t.origen, t.destino, t.servicio, t.precio, t.duracion_min, t.vigente_desde, t.vigente_hasta,
    cl.nombre as cliente_nombre, cl.apellido as cliente_apellido, t.version, t.creado_en, t.actualizado_en,
    t.eliminado_en, t.busqueda
  from tarifas t left join clientes cl on cl.id = t.cliente_id;

create view restricciones_leer as select * from restricciones;

create view entregas_leer as
  select e.ruta_id, e.recibio, e.documento, e.nota, e.sin_evidencia_motivo, u.username as usuario,
    e.hora_dispositivo, e.hecho_en, e.dudosa, e.version, e.creado_en, e.actualizado_en
  from entregas e join usuarios u on u.id = e.usuario_id;

-- Doubtful: marked when it was received, later than that, or earlier than the step before it.
create view tiempos_leer as
  select *, carga_dudosa or descarga_dudosa as dudosa
  from (
    select t.*,
      dudosas && '{llegada_carga, salida_carga}'
        or coalesce(greatest(llegada_carga, salida_carga) > actualizado_en + interval '120 s', false)
        or coalesce(salida_carga < llegada_carga, false) as carga_dudosa,
      dudosas && '{llegada_descarga, salida_descarga}'
        or coalesce(greatest(llegada_descarga, salida_descarga) > actualizado_en + interval '120 s', false)
        or coalesce(least(llegada_descarga, salida_descarga) < greatest(llegada_carga, salida_carga), false)
        or coalesce(salida_descarga < llegada_descarga, false) as descarga_dudosa
    from tiempos t) paradas;

create view reglas_leer as select * from reglas;

create view incidentes_leer as
  select i.id, i.ruta_id, i.causa, i.lugar, i.desde, i.hasta, i.nota, u.username as usuario, i.version,
    i.creado_en, i.actualizado_en, i.eliminado_en
  from incidentes i join usuarios u on u.id = i.usuario_id;
