create index tarifas_por_precio on tarifas (precio, id) where eliminado_en is null;
