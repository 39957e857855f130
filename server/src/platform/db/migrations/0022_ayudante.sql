-- The trips of a helper, in the list's own order.
drop index rutas_por_ayudante;
create index rutas_por_ayudante on rutas (ayudante_id, fecha, hora, id) where eliminado_en is null and ayudante_id is not null;
