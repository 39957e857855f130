-- Drops what release 1.0.0 had in db/schema/ (then db/now/) under other names, or had only for databases older than itself.
-- An empty database has none of it. schema/release_1_0_0.sql keeps the names that its program calls.
do $$
declare
  viejo record;
begin
  for viejo in
    select tgname, tgrelid::regclass as tabla
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and not tgisinternal and tgname in (
      'anotado', 'anotado_nuevo', 'anotada_parte', 'solo_crece', 'solo_se_vacia', 'treinta', 'contados', 'recontados',
      'contadas', 'recontadas', 'gemelo_cambia', 'clave_heredada')
  loop
    execute format('drop trigger %I on %s', viejo.tgname, viejo.tabla);
  end loop;
  for viejo in
    select oid::regprocedure as funcion from pg_proc
    where pronamespace = current_schema()::regnamespace and proname in (
      'anotar', 'anotar_parte', 'anota_de', 'no_se_cambia', 'no_mas_de_treinta', 'cuenta_documentos',
      'cuenta_nuevos_documentos', 'cuenta_tarifas', 'deja_de_ser_gemelo', 'hereda_clave', 'hay_clase', 'choques',
      'llenar_horarios', 'toca', 'nombra', 'momento', 'extremo')
  loop
    execute format('drop function %s', viejo.funcion);
  end loop;
end $$;
