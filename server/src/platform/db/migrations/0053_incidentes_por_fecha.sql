-- The fecha of an incident's trip, kept by triggers (schema/calle.sql), so that an index finds the open ones of the last days.
alter table incidentes add column fecha_ruta date;
update incidentes i set fecha_ruta = r.fecha from rutas r where r.id = i.ruta_id;
alter table incidentes alter column fecha_ruta set not null;
create index incidentes_abiertos_por_fecha on incidentes (fecha_ruta) where eliminado_en is null and hasta is null;
