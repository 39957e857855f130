-- The money of a trip: what is given to pilots, paid for and settled. Nobody deletes any of it.
create table liquidaciones (
  id int generated always as identity primary key,
  -- Given in their order, without gaps, under a lock: never by a sequence.
  correlativo int not null unique,
  numero text not null,
  chofer_id int not null references choferes,
  saldo_anterior numeric(14, 2) not null,
  anticipos numeric(14, 2) not null,
  pagos numeric(14, 2) not null,
  cargos numeric(14, 2) not null,
  gastos numeric(14, 2) not null,
  devoluciones numeric(14, 2) not null,
  abonos numeric(14, 2) not null,
  saldo numeric(14, 2) not null,
  comisiones numeric(14, 2) not null,
  estado text not null default 'cerrada' check (estado in ('cerrada', 'anulada')),
  motivo text,
  -- Who settled.
  usuario_id int not null references usuarios,
  busqueda text not null,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  check (saldo = saldo_anterior + anticipos + pagos + cargos - gastos - devoluciones - abonos)
);
create index liquidaciones_por_chofer on liquidaciones (chofer_id, id);
create index liquidaciones_cerradas on liquidaciones (chofer_id, id) include (saldo) where estado = 'cerrada';
create index liquidaciones_por_estado on liquidaciones (estado, id);
create index liquidaciones_por_dia on liquidaciones (creado_en, id);
create index liquidaciones_por_busqueda on liquidaciones using gin (busqueda gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64);

create table movimientos (
  id int generated always as identity primary key,
  tipo text not null check (
    tipo in ('anticipo', 'reanticipo', 'pago', 'cargo', 'gasto', 'devolucion', 'abono', 'comision')),
  chofer_id int references choferes,
  ruta_id int references rutas,
  concepto text,
  paga text check (paga in ('piloto', 'empresa')),
  monto numeric(10, 2) not null check (monto > 0),
  fecha date not null,
  forma text,
  comprobante text check (comprobante in ('factura', 'recibo', 'ninguno')),
  nit text,
  serie text,
  numero text,
  uuid text,
  compartida boolean not null default false,
  descripcion text,
  estado text not null check (estado in ('registrado', 'aprobado', 'anulado')),
  motivo text,
  -- Of the settlement that is not annulled.
  liquidacion_id int references liquidaciones,
  del_piloto boolean not null default false,
  hora_dispositivo timestamptz,
  hecho_en timestamptz,
  dudosa boolean not null default false,
  -- Who told it.
  usuario_id int not null references usuarios,
  busqueda text not null,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  check (chofer_id is not null or ruta_id is not null),
  check ((tipo = 'gasto') = (concepto is not null and paga is not null and comprobante is not null)),
  check (liquidacion_id is null or (estado = 'aprobado' and chofer_id is not null and paga is distinct from 'empresa'))
);
-- Each filter of the list in the list's order: a page and a count are each a walk.
create index movimientos_por_fecha on movimientos (fecha, id);
create index movimientos_por_chofer on movimientos (chofer_id, fecha, id) where chofer_id is not null;
create index movimientos_por_ruta on movimientos (ruta_id, fecha, id) where ruta_id is not null;
create index movimientos_por_liquidacion on movimientos (liquidacion_id, fecha, id) where liquidacion_id is not null;
create index movimientos_por_tipo on movimientos (tipo, fecha, id);
create index movimientos_por_estado on movimientos (estado, fecha, id);
create index movimientos_por_concepto on movimientos (concepto, fecha, id) where concepto is not null;
create index movimientos_por_comprobante on movimientos (comprobante, fecha, id) where comprobante is not null;
create index movimientos_abiertos on movimientos (fecha, id)
  where chofer_id is not null and liquidacion_id is null and estado <> 'anulado' and paga is distinct from 'empresa';
-- What a pilot's saldo is made of, and what is to be reviewed, without reading the rows.
create index movimientos_pendientes on movimientos (chofer_id, fecha, id) include (tipo, paga, estado, monto)
  where chofer_id is not null and liquidacion_id is null
    and (estado = 'registrado' or (estado = 'aprobado' and paga is distinct from 'empresa'));
-- Of two of one invoice at once one gets through.
create unique index movimientos_uuid_unico on movimientos (uuid)
  where uuid is not null and estado <> 'anulado' and not compartida;
create unique index movimientos_factura_unica on movimientos (nit, serie, numero)
  where nit is not null and serie is not null and numero is not null and estado <> 'anulado' and not compartida;
create index movimientos_por_busqueda on movimientos using gin (busqueda gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64);

alter table usuarios add column permisos_dinero smallint[] not null default '{}';
