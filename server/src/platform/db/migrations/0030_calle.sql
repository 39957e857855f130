-- What the road tells of a trip, and what its client asks for. Of these one stands for each route or client.
create table entregas (
  ruta_id int primary key references rutas,
  recibio text,
  documento text,
  nota text,
  sin_evidencia_motivo text,
  -- Who wrote it last, and when that was done.
  usuario_id int not null references usuarios,
  hora_dispositivo timestamptz,
  hecho_en timestamptz,
  dudosa boolean not null default false,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);

create table tiempos (
  ruta_id int primary key references rutas,
  llegada_carga timestamptz,
  salida_carga timestamptz,
  llegada_descarga timestamptz,
  salida_descarga timestamptz,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);

create table reglas (
  cliente_id int primary key references clientes,
  exige_foto boolean not null,
  exige_firma boolean not null,
  instrucciones text,
  horas_libres numeric(5, 2),
  tarifa_demora numeric(10, 2),
  unidad text not null check (unidad in ('hora', 'dia')),
  -- The day on which each was switched on; null while it is off.
  foto_desde date,
  firma_desde date,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);

create table incidentes (
  id int generated always as identity primary key,
  ruta_id int not null references rutas,
  causa text not null check (
    causa in ('Bloqueo', 'Mecánico', 'Accidente', 'Robo', 'Cliente', 'Clima', 'Aduana o puerto', 'Otro')),
  lugar text,
  desde timestamptz not null,
  hasta timestamptz,
  nota text,
  -- Who opened it.
  usuario_id int not null references usuarios,
  -- How often a change of the route's state has opened or closed it: of these the log has the route's row alone.
  por_estado int not null default 0,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios
);
create index incidentes_por_ruta on incidentes (ruta_id, desde, id) where eliminado_en is null;
create index incidentes_abiertos on incidentes (ruta_id) where eliminado_en is null and hasta is null;
create index incidentes_eliminados on incidentes (eliminado_en, id) where eliminado_en is not null;
