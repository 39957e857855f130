-- Keys by which names and trip numbers are compared (contract/src/records/comparison.ts has the same functions).

-- Lower case without accents and invisible characters.
create function sin_acentos(valor text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(
    lower(normalize(a_la_vista(regexp_replace(valor collate "C", '[\u0009-\u000D]', ' ', 'g')), NFD) collate "und-x-icu"),
    U&'[\0300-\036F]', '', 'g') collate "C";

create function palabras_en_orden(valor text, separador text) returns text
  language sql immutable strict parallel safe
  return (select coalesce(string_agg(palabra, ' ' order by palabra collate "C"), '') collate "C"
    from regexp_split_to_table(valor collate "C", separador) as p (palabra) where palabra <> '');

-- 'Pérez, Juan' and 'Juan Perez' are one person.
create function persona_clave(nombre text) returns text
  language sql immutable strict parallel safe
  return palabras_en_orden(sin_acentos(nombre), '[\s,.\u1680\u2028\u2029]+');

-- 'Maya, S. A.' and 'Maya Sociedad Anónima' are one client, 'A.B.C.' and 'ABC' too.
create function cliente_clave(nombre text) returns text
  language sql immutable strict parallel safe
  return palabras_en_orden(
    regexp_replace(
      regexp_replace(
        btrim(regexp_replace(
          regexp_replace(sin_acentos(nombre), '[''’´`]', '', 'g') collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g')),
        '( (s a|sa|sociedad anonima|(y )?cia|y compania|compania limitada|ltda|limitada)(?= |$))+$', '') collate "und-x-icu",
      '\m([[:alnum:]]) (?=[[:alnum:]]\M)', '\1', 'g'),
    ' +');

create index choferes_por_clave on choferes (persona_clave(busqueda)) where eliminado_en is null;
create index ayudantes_por_clave on ayudantes (persona_clave(busqueda)) where eliminado_en is null;
create index clientes_por_clave on clientes (cliente_clave(busqueda)) where eliminado_en is null;
drop index clientes_por_nombre_completo;

-- Other names of a record, remembered when a user chose it for a name in a sheet.
create table alias (
  id int generated always as identity primary key,
  -- Table of the record.
  tipo text not null,
  -- Key of the text, by which names of that table are compared.
  clave text not null,
  texto text not null,
  registro_id int not null,
  usuario_id int not null references usuarios,
  importacion_id int not null references importaciones,
  creado_en timestamptz not null default now()
);
create unique index alias_clave_unica on alias (tipo, clave);
create index alias_por_registro on alias (tipo, registro_id);
create index alias_por_importacion on alias (importacion_id);

-- Records that an import created for names in its rows.
create table importaciones_creados (
  importacion_id int not null references importaciones,
  tipo text not null,
  registro_id int not null,
  version int not null,
  primary key (importacion_id, tipo, registro_id)
);

-- A truck that an import creates for a plate has nothing else.
alter table camiones alter column marca drop not null, alter column tipo drop not null;
