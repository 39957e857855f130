-- Rows in every table of a database of release 1.0.0, written as its program writes them.
set local flota.autor = '{"usuario_id": 1, "usuario": "Jefa", "direccion": "192.0.2.1", "peticion": "p-1", "cambio": "editar"}';

insert into choferes (nombre, apellido, telefono, tipo_licencia, vencimiento, busqueda) values
  ('José', 'López', '5555-1234', 'A', '2027-01-31', E'jose\nlopez');
insert into ayudantes (nombre, apellido, telefono, busqueda) values ('Rosa', 'Xicará', '5555-0000', E'rosa\nxicara');
insert into clientes (nombre, apellido, telefono, busqueda) values ('Ñuflo', 'Díaz', '5555-1111', E'nuflo\ndiaz');
insert into camiones (placa, marca, modelo, color, tipo, tarjeta_circulacion, busqueda, eliminado_en, version) values
  ('C-7', 'Kenworth', 'T680', 'Rojo', 'Cabezal', 'TC-1', E'c-7\nkenworth\nt680', null, 3),
  ('C 7', 'Kenworth', 'T680', 'Rojo', 'Cabezal', 'TC-2', E'c 7\nkenworth\nt680', now(), 2);

-- Users: each test sets the password that it needs.
insert into usuarios (username, password_hash, rol_id, permisos, piloto_id, busqueda) values
  ('Jefa', 'ninguna', 1, '{}', null, 'jefa'), ('Julio', 'ninguna', 2, '{4,5}', 1, 'julio');
update usuarios set permisos_dinero = '{1}', version = version + 1 where id = 1;
insert into sesiones (token_hash, usuario_id, direccion) values ('\x01', 1, '192.0.2.1');
insert into tokens (usuario_id, nombre, token_hash, vence) values (1, 'Hoja de cálculo', '\x02', '2030-01-01');
insert into segundos_factores (usuario_id, secreto, sal, recuperacion) values (2, '\x03', '\x04', '{"\\x05"}');
insert into intentos (username, direccion, en_curso) values ('jefa', '192.0.2.1', false);
insert into accesos (username, red) values ('jefa', '192.0.2.1');
insert into idempotencia (usuario_id, clave, huella, respuesta, llamada, vence_en) values
  (2, 'vieja', 'huella', '{"success": true}', 'PUT /api/piloto/ruta/1/estado', now() + interval '30 days');
update ajustes set nit = '123456-7', version = version + 1;

with nuevas as (
  insert into rutas (no_ruta, correlativo, cliente_id, servicio, mercaderia, camion_id, origen, destino, chofer_id, ayudante_id,
    fecha, hora, precio, estado, busqueda, inicio, fin)
  select 'RUTA-00' || n, n, 1, 'Flete', 'Cemento', 1, 'Guatemala', 'Cobán', 1, 1, '2026-11-20', '08:30', precio, estado,
    'ruta-00' || n || E'\nnuflo diaz\nflete\njose lopez', h.inicio, h.fin
  from (values (1, 1250.50, 'Entregado'), (2, 99.99, 'Incidente')) as t (n, precio, estado),
    lateral horario('2026-11-20', '08:30', 480) h
  returning *)
select contar_ruta(null, n) from nuevas n;
insert into rutas_historial (ruta_id, estado_nuevo, usuario_id, hora_dispositivo, hecho_en)
select id, estado, 2, now(), now() from rutas order by id;
insert into reglas (cliente_id, exige_foto, exige_firma, unidad, foto_desde) values (1, true, false, 'hora', '2026-11-01');
insert into entregas (ruta_id, recibio, usuario_id) values (1, 'Bodega', 2);
insert into tiempos (ruta_id, llegada_carga, salida_carga) values (1, '2026-11-20 15:00Z', '2026-11-20 16:10Z');
insert into incidentes (ruta_id, causa, desde, usuario_id, por_estado) values (2, 'Bloqueo', now(), 2, 1);
insert into restricciones (nombre, dias_semana, hora_desde, hora_hasta, activo) values ('Hora pico', '{1,2}', '06:00', '09:00', true);
insert into mantenimientos (camion_id, tipo, descripcion, fecha_programada, estado, busqueda) values
  (1, 'Preventivo', 'Aceite', '2026-12-01', 'Programado', E'aceite\n');
insert into tarifas (cliente_id, origen, destino, precio, vigente_desde) values (1, 'Guatemala', 'Cobán', 1250, '2026-01-01');

insert into documentos (tipo_id, entidad, entidad_id, tipo, nombre, vence) values
  (1, 'camiones', 1, 'Tarjeta de circulación', 'C-7', '2027-06-30');
insert into avisos_pospuestos (aviso, fecha, hasta, motivo) values ('documento-1', '2027-06-30', '2027-06-01', 'En trámite');
insert into archivos (entidad, entidad_id, clase, nombre, tipo_mime, bytes, sha256, subido_por_id) values
  ('rutas', 1, 'foto', 'carga.jpg', 'image/jpeg', 10, repeat('a', 64), 2);
insert into subidas (usuario_id, bytes, vence_en) values (2, 10, now() + interval '1 hour');

insert into liquidaciones (correlativo, numero, chofer_id, saldo_anterior, anticipos, pagos, cargos, gastos, devoluciones, abonos,
  saldo, comisiones, usuario_id, busqueda)
values (1, 'L-0001', 1, 0, 500, 0, 0, 0, 0, 0, 500, 0, 1, texto_de_liquidacion('L-0001', 1));
insert into movimientos (tipo, chofer_id, ruta_id, monto, fecha, forma, estado, liquidacion_id, usuario_id, busqueda) values
  ('anticipo', 1, 1, 500, '2026-11-20', 'efectivo', 'aprobado', 1, 1, texto_de_movimiento(1, 1, null, null, null, null));

insert into importaciones (tipo, nombre, filas, nuevas, cambiadas, iguales, saltadas, usuario_id) values
  ('clientes', 'clientes.xlsx', 1, 1, 0, 0, 0, 1);
insert into importaciones_registros (importacion_id, registro_id, version) values (1, 1, 1);
insert into correos (usuario_id, correo) values (1, 'jefa@example.com');
insert into envios (dia, usuario_id, clase, proximo) values ('2026-11-23', 1, 'semana', now());
