-- RUTA-7 and RUTA-007 are one number as people count: their order is that of their ids, not of their bytes.
create collation es_numero_igual (provider = icu, locale = 'es-u-kn-true-ks-level1', deterministic = false);
create index rutas_por_no_ruta_id on rutas (no_ruta collate es_numero_igual, id) where eliminado_en is null;
drop index rutas_por_no_ruta;
drop collation es_numero;
