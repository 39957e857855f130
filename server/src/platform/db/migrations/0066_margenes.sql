-- What a trip earned and cost, kept by the statements that write trips (schema/totales.sql) and movimientos (schema/dinero.sql):
-- a page of the margin of 20,000 trips reads no movimientos.
create table margenes (
  ruta_id int primary key references rutas on delete cascade,
  -- Null while the trip is not Entregado or is in the bin.
  fecha date,
  ingreso numeric not null default 0,
  combustible numeric not null default 0,
  gastos numeric not null default 0,
  comisiones numeric not null default 0,
  -- Expenses to review.
  por_revisar int not null default 0,
  margen numeric not null generated always as (ingreso - combustible - gastos - comisiones) stored
);
insert into margenes (ruta_id, fecha, ingreso, combustible, gastos, comisiones, por_revisar)
select ruta_id, fecha, coalesce(precio, 0), coalesce(combustible, 0), coalesce(gastos, 0), coalesce(comisiones, 0), coalesce(por_revisar, 0)
from (select id as ruta_id, fecha, precio from rutas where estado = 'Entregado' and eliminado_en is null) viajes
  full join (
    select ruta_id,
      sum(monto) filter (where estado = 'aprobado' and concepto = 'Combustible') as combustible,
      sum(monto) filter (where estado = 'aprobado' and concepto <> 'Combustible') as gastos,
      sum(monto) filter (where estado = 'aprobado' and tipo = 'comision') as comisiones,
      count(*) filter (where estado = 'registrado' and tipo = 'gasto') as por_revisar
    from movimientos where ruta_id is not null and estado <> 'anulado' and tipo in ('gasto', 'comision')
    group by ruta_id) costos using (ruta_id)
order by ruta_id;
create index margenes_por_fecha on margenes (fecha) where fecha is not null;
