-- Trips in state Incidente: those with an open incident occupy their truck, pilot and helper.
create index rutas_incidente on rutas (fin) where eliminado_en is null and estado = 'Incidente';
create index rutas_incidente_camion on rutas (camion_id, fin) where eliminado_en is null and estado = 'Incidente';
create index rutas_incidente_chofer on rutas (chofer_id, fin) where eliminado_en is null and estado = 'Incidente';
create index rutas_incidente_ayudante on rutas (ayudante_id, fin) where eliminado_en is null and estado = 'Incidente';

-- It gains a column, which `create or replace` can't add.
drop function if exists viajes_que_ocupan(int, int, int, timestamptz, timestamptz, int, timestamptz);
