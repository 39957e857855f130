-- Who writes a trip in spite of what blocks it goes on holding its truck, pilot and helper.
drop function revisar(int, int, int, date, time, int, text, text, int, boolean);

/*
 * When a trip occupies and what speaks against it: `hallazgos` is a list for viajes/avisos.ts. Volatile, so that each of
 * its statements sees what was committed before it.
 */
create function revisar(el_camion int, el_chofer int, el_ayudante int, la_fecha date, la_hora time, minutos int,
    la_mercaderia text, el_estado text, la_ruta int,
    out inicio timestamptz, out fin timestamptz, out hallazgos jsonb, out bloquea boolean)
  -- Planned for each trip anew it would take as long again.
  language plpgsql volatile set plan_cache_mode to force_generic_plan as $$
declare
  el_hasta timestamptz;
  a ajustes;
begin
  hallazgos := '[]';
  bloquea := false;
  select h.inicio, h.fin into inicio, fin from horario(la_fecha, la_hora, minutos) h;
  if el_estado not in ('Pendiente', 'En curso') then return; end if;
  select * into a from ajustes;
  el_hasta := case el_estado when 'En curso' then greatest(fin, now()) else fin end;
  with todos (codigo, entidad, entidad_id, nombre, tipo, vence, exenta, ruta) as (
    select case c.entidad when 'camiones' then 'CAMION_OCUPADO' when 'choferes' then 'PILOTO_OCUPADO'
        else 'AYUDANTE_OCUPADO' end,
      c.entidad, c.entidad_id,
      case c.entidad when 'camiones' then (select placa from camiones where id = el_camion)
        when 'choferes' then (select trim(nombre || ' ' || apellido) from choferes where id = el_chofer)
        else (select trim(nombre || ' ' || apellido) from ayudantes where id = el_ayudante) end,
      null, null::date, false,
      jsonb_build_object('id', c.id, 'no_ruta', c.no_ruta, 'desde', momento(c.desde), 'hasta', momento(c.hasta),
        'de', extremo(c.desde, a.zona, la_fecha), 'a', extremo(c.hasta, a.zona, la_fecha))
    from (
      select distinct on (entidad) *
      from choques(el_camion, el_chofer, el_ayudante, revisar.inicio, el_hasta, la_ruta)
      order by entidad, desde, id) c
    union all
    select 'LICENCIA_VENCIDA', 'choferes', id, trim(nombre || ' ' || apellido), null, vencimiento, false, null
    from choferes where id = el_chofer and vencimiento < la_fecha
    union all
    select 'DOCUMENTO_VENCIDO', 'documentos', d.id, d.nombre, d.tipo, d.vence, false, null
    from documentos d join documento_tipos t on t.id = d.tipo_id
    where (d.entidad, d.entidad_id) in (('camiones', el_camion), ('choferes', el_chofer), ('ayudantes', el_ayudante))
      and d.vivo and d.vence < la_fecha and d.eliminado_en is null and t.activo and t.eliminado_en is null
    union all
    select 'CAMION_EN_TALLER', 'camiones', id, placa, null, null, false, null
    from camiones where id = el_camion and exists (
      select from mantenimientos m where m.camion_id = el_camion and m.eliminado_en is null and m.estado = 'En proceso')
    union all
    select 'RESTRICCION', 'restricciones', r.id, r.nombre, null, null, nombra(la_mercaderia, r.palabras_exentas), null
    from restricciones r where r.activo and r.eliminado_en is null and toca(r, revisar.inicio, revisar.fin, a.zona))
  select coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('modo', a.modos -> codigo) order by entidad_id), '[]'),
    coalesce(bool_or(a.modos ->> codigo = 'bloquear' and not exenta), false)
  into hallazgos, bloquea
  from todos t where a.modos ->> codigo <> 'callar';
end $$;

/*
 * As `revisar`, for who is about to write the trip: holds truck, pilot and helper, where something is refused, and looks
 * afterwards. With `se_niega` what is blocked is not written: then they are free again at once, as many may wait for them.
 */
create function revisar_apartando(el_camion int, el_chofer int, el_ayudante int, la_fecha date, la_hora time,
    minutos int, la_mercaderia text, el_estado text, la_ruta int, se_niega boolean,
    out inicio timestamptz, out fin timestamptz, out hallazgos jsonb, out bloquea boolean)
  language plpgsql volatile as $$
begin
  if el_estado in ('Pendiente', 'En curso') then
    perform apartar(el_camion, el_chofer, el_ayudante);
  end if;
  select r.* into inicio, fin, hallazgos, bloquea
  from revisar(el_camion, el_chofer, el_ayudante, la_fecha, la_hora, minutos, la_mercaderia, el_estado, la_ruta) r;
  if bloquea and se_niega then raise sqlstate 'FL409'; end if;
exception when sqlstate 'FL409' then
  -- The block's locks are gone; what it found stays.
end $$;
