-- Lists in from a sheet.

-- It can be undone for 24 hours.
create view importaciones_leer as
  select i.id, i.tipo, i.nombre, i.filas, i.nuevas, i.cambiadas, i.iguales, i.saltadas, i.omitidas, i.creados, u.username as usuario,
    i.creado_en + interval '24 hours' as deshacer_hasta, i.deshecha_en, i.version, i.creado_en, i.actualizado_en
  from importaciones i join usuarios u on u.id = i.usuario_id;

-- Whether the totals of this transaction are written at its end, for all of it at once (importar/totals.ts).
create or replace function cuenta_al_final() returns boolean language sql stable as $$
  select coalesce(current_setting('flota.cuenta_al_final', true), '') = 'si'
$$;
