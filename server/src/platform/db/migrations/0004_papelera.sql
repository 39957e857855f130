-- The bin shows the newest first: each table gives its own newest without reading what is not in the bin.
create index choferes_eliminados on choferes (eliminado_en, id) where eliminado_en is not null;
create index ayudantes_eliminados on ayudantes (eliminado_en, id) where eliminado_en is not null;
create index clientes_eliminados on clientes (eliminado_en, id) where eliminado_en is not null;
create index camiones_eliminados on camiones (eliminado_en, id) where eliminado_en is not null;
create index mantenimientos_eliminados on mantenimientos (eliminado_en, id) where eliminado_en is not null;
create index usuarios_eliminados on usuarios (eliminado_en, id) where eliminado_en is not null;
