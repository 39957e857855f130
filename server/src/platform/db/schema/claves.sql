-- Keys: the count in RUTA-<count>, whether a number is taken, numbers and names that are compared, and records that shared a
-- key before 0045_parecidos.sql.

create or replace function numero_de_ruta(no_ruta text) returns int
  language sql immutable strict parallel safe
  return substring(sin_signos(clave(no_ruta)) from '^ruta([0-9]{1,9})$')::int;

-- Returns whether another trip has the number. Volatile: it sees rows that were committed while its statement waited.
create or replace function esta_tomado(el_numero text, la_ruta int) returns boolean language plpgsql volatile as $$
begin
  return exists (
    select from rutas where sin_signos(clave(no_ruta)) = sin_signos(clave(el_numero)) and id is distinct from la_ruta);
end $$;

-- A record with `gemelo` that gets another key or leaves the bin is compared as any other.
create or replace function gemelo_soltar() returns trigger language plpgsql as $$
begin
  new.gemelo := 0;
  return new;
end $$;

-- Gives the key of a record that gives it up to the next one that has it.
-- Arguments: the key as an expression, and which records have one.
create or replace function gemelo_heredar() returns trigger language plpgsql as $$
begin
  execute format(
    'update %1$I set gemelo = 0 where id = (select min(id) from %1$I
      where gemelo > 0 and %2$s = (select %2$s from (select ($1).*) antes) and %3$s)',
    tg_table_name, tg_argv[0], tg_argv[1]) using old;
  return null;
end $$;

create or replace trigger gemelo_soltar before update on usuarios for each row
  when (old.gemelo > 0 and (old.username <> new.username or (old.eliminado_en is not null and new.eliminado_en is null)))
  execute function gemelo_soltar();
create or replace trigger gemelo_soltar before update on camiones for each row
  when (old.gemelo > 0 and (old.placa <> new.placa or (old.eliminado_en is not null and new.eliminado_en is null)))
  execute function gemelo_soltar();
create or replace trigger gemelo_soltar before update on rutas for each row
  when (old.gemelo > 0 and old.no_ruta <> new.no_ruta) execute function gemelo_soltar();

create or replace trigger gemelo_heredar after update on usuarios for each row
  when (old.gemelo = 0 and old.eliminado_en is null and (new.eliminado_en is not null or (old.username <> new.username
    and sin_signos(clave(old.username)) <> sin_signos(clave(new.username)))))
  execute function gemelo_heredar('sin_signos(clave(username))', 'eliminado_en is null');
create or replace trigger gemelo_heredar after update on camiones for each row
  when (old.gemelo = 0 and old.eliminado_en is null and (new.eliminado_en is not null or (old.placa <> new.placa
    and sin_signos(placa_clave(old.placa)) <> sin_signos(placa_clave(new.placa)))))
  execute function gemelo_heredar('sin_signos(placa_clave(placa))', 'eliminado_en is null');
create or replace trigger gemelo_heredar after update on rutas for each row
  when (old.gemelo = 0 and old.no_ruta <> new.no_ruta
    and sin_signos(clave(old.no_ruta)) <> sin_signos(clave(new.no_ruta)))
  execute function gemelo_heredar('sin_signos(clave(no_ruta))', 'true');

-- 'RUTA-9001', 'ruta 9001' and '9001' are one number. The unique key of rutas still tells them apart.
create or replace function numero_igual(no_ruta text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(sin_signos(clave(no_ruta)), '^ruta([0-9]+)$', '\1');

-- Returns the keys of rutas_no_ruta_unica that such a number may have.
create or replace function numeros_iguales(no_ruta text) returns text[]
  language sql immutable strict parallel safe
  return case when numero_igual(no_ruta) ~ '^[0-9]+$'
    then array[numero_igual(no_ruta), 'ruta' || numero_igual(no_ruta)] else array[numero_igual(no_ruta)] end;

-- Joins the lines of a person's search text (nombre, apellido), because users type the whole name.
create or replace function nombre_completo(busqueda text) returns text
  language sql immutable strict parallel safe
  return trim(replace(busqueda, E'\n', ' ')) collate "C";
