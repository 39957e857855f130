-- What clients owe: tax data, invoices, payments.

alter table ajustes
  -- First trip date that is to be invoiced; null counts all.
  add column facturar_desde date,
  add column regimen_isr text not null default 'utilidades' check (regimen_isr in ('utilidades', 'simplificado'));

-- Whether a valid invoice has the trip. The statements that write facturas_rutas keep it. No version, log or total counts it.
alter table rutas add column facturada boolean not null default false;
create index rutas_por_facturar on rutas (cliente_id, fecha) include (precio)
  where estado = 'Entregado' and not facturada and precio > 0 and eliminado_en is null;

alter table importaciones drop constraint importaciones_tipo_check;
alter table importaciones add constraint importaciones_tipo_check check (
  tipo in ('choferes', 'ayudantes', 'camiones', 'clientes', 'tarifas', 'documentos', 'rutas', 'facturas'));

create table clientes_fiscal (
  cliente_id int primary key references clientes,
  nit text,
  nombre_fiscal text,
  direccion text,
  correo text,
  dias_credito int not null default 0 check (dias_credito between 0 and 365),
  -- The client withholds this tax.
  retiene_iva boolean not null default false,
  retiene_isr boolean not null default false,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);
create index clientes_fiscal_por_nit on clientes_fiscal (nit) where nit is not null;

create table facturas (
  id int generated always as identity primary key,
  cliente_id int not null references clientes,
  tipo text not null default 'FACT' check (tipo in ('FACT', 'FCAM')),
  uuid text,
  serie text not null,
  numero text not null,
  fecha date not null,
  vence date not null,
  monto numeric(10, 2) not null check (monto > 0),
  nota text,
  -- Ids of the trips, ascending, for the log. The lines are in facturas_rutas.
  rutas int[] not null default '{}',
  -- Sums of its valid payments. The statements that write cobros keep them and raise no version.
  cobrado numeric(10, 2) not null default 0,
  retencion_iva numeric(10, 2) not null default 0,
  retencion_isr numeric(10, 2) not null default 0,
  saldo numeric(10, 2) not null generated always as (
    case when estado = 'vigente' then monto - cobrado - retencion_iva - retencion_isr else 0 end) stored,
  estado text not null default 'vigente' check (estado in ('vigente', 'anulada')),
  motivo text,
  busqueda text not null,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  check (vence >= fecha),
  constraint facturas_saldo check (saldo >= 0)
);
-- Of two concurrent writes of one invoice only one succeeds.
create unique index facturas_numero_unico on facturas (serie, numero) where estado = 'vigente';
-- Each filter in both orders of the list.
create index facturas_por_fecha on facturas (fecha, id);
create index facturas_por_vence on facturas (vence, id);
create index facturas_por_cliente on facturas (cliente_id, fecha, id);
create index facturas_por_cliente_vence on facturas (cliente_id, vence, id);
create index facturas_por_estado on facturas (estado, fecha, id);
create index facturas_abiertas on facturas (fecha, id) where saldo > 0;
create index facturas_abiertas_por_vence on facturas (vence, id) where saldo > 0;
create index facturas_abiertas_por_cliente on facturas (cliente_id, vence, id) include (fecha, saldo) where saldo > 0;
create index facturas_por_busqueda on facturas using gin (busqueda gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64);

create table facturas_rutas (
  factura_id int not null references facturas,
  ruta_id int not null references rutas,
  monto numeric(10, 2) not null check (monto >= 0),
  -- Whether its invoice is valid.
  vigente boolean not null default true,
  primary key (factura_id, ruta_id)
);
-- A trip is in one valid invoice.
create unique index facturas_rutas_unica on facturas_rutas (ruta_id) where vigente;
create index facturas_rutas_por_ruta on facturas_rutas (ruta_id);

create table cobros (
  id int generated always as identity primary key,
  cliente_id int not null references clientes,
  fecha date not null,
  forma text,
  referencia text,
  -- Sums of its allocations.
  monto numeric(12, 2) not null default 0,
  retencion_iva numeric(12, 2) not null default 0,
  retencion_isr numeric(12, 2) not null default 0,
  estado text not null default 'vigente' check (estado in ('vigente', 'anulado')),
  motivo text,
  busqueda text not null,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);
create index cobros_por_fecha on cobros (fecha, id);
create index cobros_por_cliente on cobros (cliente_id, fecha, id);
create index cobros_por_estado on cobros (estado, fecha, id);
create index cobros_por_busqueda on cobros using gin (busqueda gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64);

create table cobros_aplicaciones (
  cobro_id int not null references cobros,
  factura_id int not null references facturas,
  monto numeric(10, 2) not null default 0 check (monto >= 0),
  retencion_iva numeric(10, 2) not null default 0 check (retencion_iva >= 0),
  constancia_iva text,
  retencion_isr numeric(10, 2) not null default 0 check (retencion_isr >= 0),
  constancia_isr text,
  primary key (cobro_id, factura_id)
);
create index cobros_aplicaciones_por_factura on cobros_aplicaciones (factura_id, cobro_id);
