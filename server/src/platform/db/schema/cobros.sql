-- What clients owe.

/*
 * Returns the withholdings to suggest for an invoice; contract/src/money/retenciones.ts has the same rates and limits. Each
 * is rounded once, half away from zero. One that the invoice has already is 0. Both together are at most the balance.
 */
create or replace function retenciones_sugeridas(
  monto numeric, saldo numeric, retencion_iva numeric, retencion_isr numeric,
  retiene_iva boolean, retiene_isr boolean, regimen_isr text)
  -- As a table, so that PostgreSQL inlines it.
  returns table (iva numeric, isr numeric) language sql immutable parallel safe as $$
  select iva, least(isr, saldo - iva)
  from (
    select
      least(saldo, case when retiene_iva and retencion_iva = 0 and monto >= 2500
        then round(monto * 12 * 15 / (112 * 100), 2) else 0 end) as iva,
      -- The limits of the base, 2,500 and 30,000, with IVA.
      case when retiene_isr and retencion_isr = 0 and regimen_isr = 'simplificado' and monto >= 2800
        then round((least(monto, 33600) * 5 + greatest(monto - 33600, 0) * 7) / 112, 2) else 0 end as isr) sin_tope
$$;

-- What a search of facturas and cobros looks in: with the names of today.
create or replace function texto_de_factura(el_cliente int, uuid text, serie text, numero text, las_rutas int[]) returns text
  language sql stable as $$
  select normaliza(concat_ws(' ', nombre_de('cliente_id', el_cliente), serie || '-' || numero, numero, uuid, replace(uuid, '-', ''),
    (select string_agg(no_ruta, ' ' order by id) from rutas where id = any(las_rutas))))
$$;
create or replace function texto_de_cobro(el_cliente int, referencia text) returns text language sql stable as $$
  select normaliza(concat_ws(' ', nombre_de('cliente_id', el_cliente), referencia))
$$;

-- A user who renames a client or a route holds it: no factura of it is being written.
create or replace function renombra_cobros_de_cliente() returns trigger language plpgsql as $$
begin
  update facturas set busqueda = texto_de_factura(cliente_id, uuid, serie, numero, rutas) where cliente_id = new.id;
  update cobros set busqueda = texto_de_cobro(cliente_id, referencia) where cliente_id = new.id;
  return null;
end $$;
create or replace trigger cobros_renombrados after update of nombre, apellido on clientes for each row
  when ((old.nombre, old.apellido) is distinct from (new.nombre, new.apellido)) execute function renombra_cobros_de_cliente();

create or replace function renombra_cobros_de_ruta() returns trigger language plpgsql as $$
begin
  update facturas set busqueda = texto_de_factura(cliente_id, uuid, serie, numero, rutas)
  where id in (select factura_id from facturas_rutas where ruta_id = new.id);
  return null;
end $$;
create or replace trigger cobros_renombrados after update of no_ruta on rutas for each row
  when (old.no_ruta <> new.no_ruta) execute function renombra_cobros_de_ruta();

create view clientes_fiscal_leer as select * from clientes_fiscal;

-- `dias` depends on today, so queries add it.
create view facturas_leer as
  select f.id, f.cliente_id, trim(concat_ws(' ', c.nombre, c.apellido)) as cliente, f.tipo, f.uuid, f.serie, f.numero,
    f.fecha, f.vence, f.monto, f.nota, f.cobrado, f.retencion_iva, f.retencion_isr,
    f.retencion_iva + f.retencion_isr as retenido, f.saldo,
    coalesce(f.monto - (select sum(monto) from facturas_rutas where factura_id = f.id), 0) as diferencia,
    s.iva as retencion_iva_sugerida, s.isr as retencion_isr_sugerida, f.estado, f.motivo,
    (select count(*) from archivos a
      where a.entidad = 'facturas' and a.entidad_id = f.id and a.terminado_en is not null
        and a.eliminado_en is null)::int as archivos,
    f.version, f.creado_en, f.actualizado_en
  from facturas f
    join clientes c on c.id = f.cliente_id
    cross join ajustes a
    left join clientes_fiscal d on d.cliente_id = f.cliente_id
    cross join lateral retenciones_sugeridas(f.monto, f.saldo, f.retencion_iva, f.retencion_isr,
      coalesce(d.retiene_iva, false), coalesce(d.retiene_isr, false), a.regimen_isr) s;

-- The lines of an invoice, by fecha and ruta_id.
create view facturas_rutas_leer as
  select l.factura_id, l.ruta_id, r.no_ruta, r.fecha, l.monto, l.vigente
  from facturas_rutas l join rutas r on r.id = l.ruta_id;

create view cobros_leer as
  select b.id, b.cliente_id, trim(concat_ws(' ', c.nombre, c.apellido)) as cliente, b.fecha, b.forma, b.referencia,
    b.monto, b.retencion_iva, b.retencion_isr, b.retencion_iva + b.retencion_isr as retenido, b.estado, b.motivo,
    b.version, b.creado_en, b.actualizado_en
  from cobros b join clientes c on c.id = b.cliente_id;

-- The allocations of a payment, by factura_id.
create view cobros_aplicaciones_leer as
  select a.cobro_id, a.factura_id, f.serie, f.numero, a.monto, a.retencion_iva, a.constancia_iva, a.retencion_isr,
    a.constancia_isr
  from cobros_aplicaciones a join facturas f on f.id = a.factura_id;
