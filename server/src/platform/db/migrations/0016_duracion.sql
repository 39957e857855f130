-- How many minutes a trip takes: as it says, as the price list says, as the company says.
create or replace function duracion_de(la_duracion int, el_cliente int, el_origen text, el_destino text,
  el_servicio text, la_fecha date) returns int language plpgsql stable as $$
begin
  return coalesce(la_duracion,
    -- Without any tarifa, as in many a company, it costs next to nothing.
    case when exists (select from tarifas where eliminado_en is null) then (
      select duracion_min from tarifa_de(el_cliente, el_origen, el_destino, el_servicio, la_fecha)) end,
    (select duracion_viaje_min from ajustes));
end $$;

-- Holds truck, pilot and helper against others where something may be refused, as `revisar` does: before any row.
create function apartar(el_camion int, el_chofer int, el_ayudante int) returns void language plpgsql volatile as $$
begin
  if exists (select from ajustes where modos @? '$.* ? (@ == "bloquear")') then
    perform pg_advisory_xact_lock(1, el_camion);
    perform pg_advisory_xact_lock(2, el_chofer);
    perform pg_advisory_xact_lock(3, el_ayudante) where el_ayudante is not null;
  end if;
end $$;

create or replace function columnas_internas() returns text[]
  language sql immutable parallel safe
  return array['id', 'version', 'creado_en', 'actualizado_en', 'eliminado_en', 'eliminado_por',
    'busqueda', 'correlativo', 'gemelo', 'password_hash', 'oculto', 'vivo', 'terminado_en', 'subido_por_id',
    'inicio', 'fin', 'zona', 'vigencia'];
