-- The triggers of new trips and changed states are part of bitacora_registrar (schema/bitacora.sql): their conditions took longer.
drop trigger if exists bitacora_registrar_alta on rutas;
drop trigger if exists bitacora_registrar_estado on rutas;
drop function if exists bitacora_registrar_ruta();
