create index rutas_por_precio on rutas (precio, id) where eliminado_en is null;
