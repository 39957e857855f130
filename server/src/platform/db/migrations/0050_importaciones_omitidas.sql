-- Rows that an import left out, as an .xlsx file, for 24 hours.
create table importaciones_omitidas (
  importacion_id int primary key references importaciones,
  archivo bytea not null
);
