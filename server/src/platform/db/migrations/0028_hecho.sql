-- When a change of state was done, beside when it was received (now/calle.sql).
alter table rutas_historial
  add column hora_dispositivo timestamptz,
  add column hecho_en timestamptz,
  add column dudosa boolean not null default false;
