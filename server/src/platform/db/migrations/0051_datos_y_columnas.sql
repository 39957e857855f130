-- Facts that an imported record may lack. A company has no apellido.
alter table choferes alter column telefono drop not null, alter column tipo_licencia drop not null;
alter table clientes alter column apellido drop not null;
alter table camiones alter column modelo drop not null, alter column color drop not null,
  alter column tarjeta_circulacion drop not null;
create index choferes_incompletos on choferes (id)
  where eliminado_en is null and (vencimiento is null or tipo_licencia is null or telefono is null);
create index camiones_incompletos on camiones (id)
  where eliminado_en is null and (tarjeta_circulacion is null or modelo is null or color is null);

-- The number that the company paints on a truck, compared without case, spaces and hyphens.
alter table camiones add column numero_unidad text;
-- The search text has a line per field.
update camiones set busqueda = busqueda || E'\n';
create function unidad_clave(numero text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(lower(numero collate "und-x-icu"), '[[:space:]-]', '', 'g') collate "C";
create unique index camiones_numero_unidad_unico on camiones (unidad_clave(numero_unidad)) where eliminado_en is null;

-- Fields that a user chose for the columns of a sheet, for the next sheet with the same headings.
create table importaciones_columnas (
  usuario_id int not null references usuarios,
  tipo text not null,
  -- SHA-256 of the headings.
  titulos text not null,
  columnas text not null,
  usada_en timestamptz not null default now(),
  primary key (usuario_id, tipo, titulos)
);
