-- What came in from a sheet, and for a day what it was before.
create table importaciones (
  id int generated always as identity primary key,
  tipo text not null check (
    tipo in ('choferes', 'ayudantes', 'camiones', 'clientes', 'tarifas', 'documentos', 'rutas')),
  nombre text not null,
  filas int not null,
  nuevas int not null,
  cambiadas int not null,
  iguales int not null,
  saltadas int not null,
  usuario_id int not null references usuarios,
  deshecha_en timestamptz,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);

-- The version that it gave each record, and of one that was there what that was.
create table importaciones_registros (
  importacion_id int not null references importaciones,
  registro_id int not null,
  version int not null,
  antes jsonb,
  primary key (importacion_id, registro_id)
);
create index importaciones_registros_por_registro on importaciones_registros (registro_id);

-- Whoever takes a record away for good asks each table that names it, and of each all its rows: those in the bin too.
create index rutas_de_cliente on rutas (cliente_id);
create index rutas_de_camion on rutas (camion_id);
create index rutas_de_chofer on rutas (chofer_id);
create index rutas_de_ayudante on rutas (ayudante_id) where ayudante_id is not null;
create index mantenimientos_de_camion on mantenimientos (camion_id);
create index tarifas_de_cliente on tarifas (cliente_id) where cliente_id is not null;
create index incidentes_de_ruta on incidentes (ruta_id);
create index documentos_reemplazados_por on documentos (reemplazado_por) where reemplazado_por is not null;
create index usuarios_de_piloto on usuarios (piloto_id) where piloto_id is not null;
