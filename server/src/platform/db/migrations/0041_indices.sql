-- The check before assigning asks for what has expired: not for every paper that a truck or a person ever had.
drop index documentos_por_registro;
create index documentos_por_registro on documentos (entidad, entidad_id, vivo, vence);

-- Where the price list's days begin: the exclusion's own index takes a hundred comparisons a page.
create index tarifas_por_vigencia on tarifas (lower(vigencia)) where eliminado_en is null;
