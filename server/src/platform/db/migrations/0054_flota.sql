-- Fuel, odometer readings and maintenance plans.

-- A fuel fill-up (carga) is a gasto Combustible with a truck. Its columns are null in any other movimiento.
alter table movimientos
  add column camion_id int references camiones,
  add column galones numeric(7, 3) check (galones > 0),
  add column km int check (km between 0 and 9999999),
  add column lleno boolean,
  -- A fill-up before this one was never recorded.
  add column falta_anterior boolean,
  add column estacion text,
  -- Number of the station's voucher.
  add column vale text,
  add column busqueda_carga text,
  drop constraint movimientos_check,
  -- Who pays the company's fuel needs neither pilot nor trip; the bodies of other movimientos require one of them.
  add constraint movimientos_check check (chofer_id is not null or ruta_id is not null
    or (concepto is not distinct from 'Combustible' and paga is not distinct from 'empresa')),
  add constraint movimientos_carga check (case when camion_id is null
    then num_nonnulls(galones, km, lleno, falta_anterior, estacion, vale, busqueda_carga) = 0
    else concepto is not distinct from 'Combustible' and num_nulls(galones, lleno, falta_anterior, busqueda_carga) = 0 end);
create index cargas_por_fecha on movimientos (fecha, id) include (galones, monto) where camion_id is not null;
create index cargas_por_camion on movimientos (camion_id, fecha, id) include (galones, monto) where camion_id is not null;
create index cargas_por_estacion on movimientos (normaliza(estacion), fecha, id) where camion_id is not null;
create index cargas_por_busqueda on movimientos using gin (busqueda_carga gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 64) where camion_id is not null;
create index movimientos_sin_galones on movimientos (fecha, id)
  where concepto = 'Combustible' and camion_id is null and estado <> 'anulado';

-- What the office adds to a truck.
create table camiones_ficha (
  camion_id int primary key references camiones,
  tanque_gal numeric(7, 3) check (tanque_gal > 0),
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);

-- Odometer readings entered by themselves.
create table lecturas (
  id int generated always as identity primary key,
  camion_id int not null references camiones,
  fecha date not null,
  km int not null check (km between 0 and 9999999),
  -- The odometer was replaced: this reading starts a new count.
  reinicia boolean not null default false,
  nota text,
  -- '100,500 km', for the record's name.
  odometro text not null generated always as (
    regexp_replace(km::text, '(\d)(?=(\d{3})+$)', '\1,', 'g') || ' km') stored,
  -- Whether its truck is in the bin. A trigger keeps it.
  oculto boolean not null default false,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios
);
create index lecturas_por_camion on lecturas (camion_id, fecha, id);
create index lecturas_eliminadas on lecturas (eliminado_en, id) where eliminado_en is not null;

-- Recurring services of a truck.
create table planes (
  id int generated always as identity primary key,
  camion_id int not null references camiones,
  nombre text not null,
  cada_km int check (cada_km between 1 and 1000000),
  cada_dias int check (cada_dias between 1 and 3650),
  aviso_km int not null default 500 check (aviso_km between 0 and 100000),
  aviso_dias int not null default 15 check (aviso_dias between 0 and 365),
  -- When the work was last done before the plan existed, and the odometer then.
  desde_fecha date not null,
  desde_km int check (desde_km between 0 and 9999999),
  activo boolean not null default true,
  busqueda text not null generated always as (normaliza(nombre)) stored,
  oculto boolean not null default false,
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  eliminado_en timestamptz,
  eliminado_por int references usuarios,
  check (cada_km is not null or cada_dias is not null)
);
create unique index planes_nombre_unico on planes (camion_id, normaliza(nombre)) where eliminado_en is null;
create index planes_por_camion on planes (camion_id);
create index planes_eliminados on planes (eliminado_en, id) where eliminado_en is not null;

alter table mantenimientos
  -- The plan that made it.
  add column plan_id int references planes,
  -- [{ descripcion, cantidad, precio, total }]
  add column lineas jsonb not null default '[]';
create index mantenimientos_de_plan on mantenimientos (plan_id, fecha_programada, id) where plan_id is not null;

/*
 * Kept by recalcular_camion, the only writer of the tables below. No version, log or backup mark counts them as changes of a
 * record. A transaction that writes rows of a truck holds the truck's row in odometros.
 */
create table odometros (
  camion_id int primary key references camiones,
  -- The last good reading; null without any.
  km int,
  fecha date
);

create table kilometrajes (
  camion_id int not null references camiones,
  origen text not null check (origen in ('carga', 'mantenimiento', 'lectura')),
  origen_id int not null,
  fecha date not null,
  km int not null,
  reinicia boolean not null,
  falta text check (falta in ('KM_MENOR', 'KM_SALTO')),
  -- The last good reading before it; null for the first.
  contra_km int,
  contra_fecha date,
  -- Kilometres since that reading: 0 for the first and for one that restarts the count, null for one with a falta.
  recorrido int,
  primary key (camion_id, origen, origen_id)
);
create index kilometrajes_por_camion on kilometrajes (camion_id, fecha) include (recorrido);
create index kilometrajes_con_falta on kilometrajes (fecha) where falta is not null;

-- Distances between two full fills, named after the carga that ends it.
create table tramos (
  camion_id int not null references camiones,
  carga_id int not null references movimientos,
  -- The pilot of that carga; movimientos has the foreign key.
  chofer_id int,
  desde date not null,
  hasta date not null,
  km int not null check (km > 0),
  galones numeric(12, 3) not null,
  -- Median of km / galones of the 10 tramos before it, with 15 decimals; null with fewer than 4.
  usual numeric,
  km_galon numeric not null generated always as (round(km / galones, 2)) stored,
  primary key (camion_id, carga_id)
);
create index tramos_por_camion on tramos (camion_id, hasta) include (km, galones);
create index tramos_por_fecha on tramos (hasta) include (camion_id, chofer_id, km, galones);

-- Warnings of the cargas that have any.
create table cargas_faltas (
  camion_id int not null references camiones,
  carga_id int not null references movimientos,
  fecha date not null,
  faltas text[] not null,
  primary key (camion_id, carga_id)
);
create index cargas_faltas_por_fecha on cargas_faltas (fecha);

-- When the next service of each plan is due.
create table planes_proximos (
  plan_id int primary key references planes,
  -- The service; null for the plan's desde_fecha.
  ultimo_id int references mantenimientos,
  ultimo_fecha date not null,
  ultimo_km int,
  proximo_km int,
  proxima_fecha date
);

-- The readings of the maintenance done so far.
do $$
declare
  fila record;
  camion int;
  bueno record;
  falla text;
begin
  for fila in
    select camion_id, id, coalesce(fecha_realizada, fecha_programada) as fecha, kilometraje as km from mantenimientos
    where estado = 'Completado' and eliminado_en is null and kilometraje <= 9999999
    order by camion_id, coalesce(fecha_realizada, fecha_programada), kilometraje, id
  loop
    if fila.camion_id is distinct from camion then
      camion := fila.camion_id;
      select null::int as km, null::date as fecha into bueno;
    end if;
    falla := case when fila.km < bueno.km then 'KM_MENOR'
      when fila.km - bueno.km > 1500::bigint * (fila.fecha - bueno.fecha + 1) then 'KM_SALTO' end;
    insert into kilometrajes values (camion, 'mantenimiento', fila.id, fila.fecha, fila.km, false, falla, bueno.km,
      bueno.fecha, case when falla is null then coalesce(fila.km - bueno.km, 0) end);
    if falla is null then
      select fila.km as km, fila.fecha as fecha into bueno;
      insert into odometros values (camion, fila.km, fila.fecha)
      on conflict (camion_id) do update set km = excluded.km, fecha = excluded.fecha;
    end if;
  end loop;
end $$;
