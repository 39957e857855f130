-- The order 'actualizado' of lists, which have the bin's rows too.
create index rutas_actualizadas on rutas (actualizado_en, id);
create index camiones_actualizados on camiones (actualizado_en, id);
create index choferes_actualizados on choferes (actualizado_en, id);
create index ayudantes_actualizados on ayudantes (actualizado_en, id);
create index clientes_actualizados on clientes (actualizado_en, id);
