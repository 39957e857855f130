-- Removes dashes, dots and spaces from a key of clave() or placa_clave(): 'C.123-BCD' and 'C123BCD' are one plate.
create function sin_signos(llave text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(llave collate "C",
    '[\u0020\u002D\u002E\u00A0\u00B7\u02D7\u058A\u05BE\u1400\u1680\u1806\u2000-\u200A\u2010-\u2015\u2022\u2027-\u2029\u202F\u2043\u205F\u2212\u2219\u22C5\u2796\u2800\u2E17\u2E1A\u2E3A-\u2E3B\u2E40\u2E5D\u3000\u3002\u301C\u3030\u30A0\u30FB\uFE31-\uFE32\uFE58\uFE63\uFF0D\U00010D6E\U00010EAD]',
    '', 'g');

-- Records that share such a key stay: all but the first get their id as `gemelo`, until they or the first change.
alter table usuarios disable trigger user;
alter table camiones disable trigger user;
alter table rutas disable trigger user;
update usuarios set gemelo = id where id in (
  select id from (select id, row_number() over (partition by sin_signos(clave(username)) order by id) as n
    from usuarios where eliminado_en is null) iguales where n > 1);
update camiones set gemelo = id where id in (
  select id from (select id, row_number() over (partition by sin_signos(placa_clave(placa)) order by id) as n
    from camiones where eliminado_en is null) iguales where n > 1);
update rutas set gemelo = id where id in (
  select id from (select id, row_number() over (partition by sin_signos(clave(no_ruta)) order by id) as n
    from rutas) iguales where n > 1);
-- 'RUTA 12' counts as RUTA-12.
update rutas set correlativo = substring(sin_signos(clave(no_ruta)) from '^ruta([0-9]{1,9})$')::int
  where correlativo is distinct from substring(sin_signos(clave(no_ruta)) from '^ruta([0-9]{1,9})$')::int;
alter table usuarios enable trigger user;
alter table camiones enable trigger user;
alter table rutas enable trigger user;

drop index usuarios_username_unico, camiones_placa_unica, rutas_no_ruta_unica;
create unique index usuarios_username_unico on usuarios (sin_signos(clave(username)), gemelo) where eliminado_en is null;
create unique index camiones_placa_unica on camiones (sin_signos(placa_clave(placa)), gemelo) where eliminado_en is null;
create unique index rutas_no_ruta_unica on rutas (sin_signos(clave(no_ruta)), gemelo);
