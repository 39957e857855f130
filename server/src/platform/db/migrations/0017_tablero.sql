-- The open trips of a day, and those that are still to come, whosever they are.
create index rutas_abiertas on rutas (fin, inicio) where eliminado_en is null and estado in ('Pendiente', 'En curso');
