-- What usernames, numbers and plates are compared by: nothing that cannot be seen makes another of one.
drop index usuarios_username_unico;
drop index camiones_placa_unica;
drop index rutas_no_ruta_unica;

-- NFKC without control and default-ignorable characters (Unicode 17), listed so that every server takes the same ones.
create function a_la_vista(valor text) returns text
  language sql immutable strict parallel safe
  return normalize(regexp_replace(valor collate "C",
    '[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F-\u1160\u17B4-\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
    '', 'g'), NFKC);

-- Of a username or a number. Letters in lower case may compose anew.
create function clave(valor text) returns text
  language sql immutable strict parallel safe
  return btrim(normalize(sin_mayusculas(a_la_vista(valor)), NFKC)) collate "C";

-- Of a plate: upper case, without any \p{Pd} and \p{Zs}.
create or replace function placa_clave(placa text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(normalize(upper(a_la_vista(placa) collate "und-x-icu"), NFKC) collate "C",
    '[\u0020\u002D\u00A0\u058A\u05BE\u1400\u1680\u1806\u2000-\u200A\u2010-\u2015\u202F\u205F\u2E17\u2E1A\u2E3A-\u2E3B\u2E40\u2E5D\u3000\u301C\u3030\u30A0\uFE31-\uFE32\uFE58\uFE63\uFF0D\U00010D6E\U00010EAD]',
    '', 'g');

create function numero_de_ruta(no_ruta text) returns int
  language sql immutable strict parallel safe
  return substring(clave(no_ruta) from '^ruta-([0-9]{1,9})$')::int;
update rutas set numero = numero_de_ruta(no_ruta) where numero is null and numero_de_ruta(no_ruta) is not null;

-- 0, or the own id of a record whose key another one had already when keys came to be compared so: a twin. The
-- first of them has the key, so that nobody else gets it.
alter table usuarios add column gemelo int not null default 0;
alter table camiones add column gemelo int not null default 0;
alter table rutas add column gemelo int not null default 0;
update usuarios t set gemelo = t.id
  from (select id, row_number() over (partition by clave(username) order by id) as n
    from usuarios where eliminado_en is null) cual
  where cual.id = t.id and cual.n > 1;
update camiones t set gemelo = t.id
  from (select id, row_number() over (partition by placa_clave(placa) order by id) as n
    from camiones where eliminado_en is null) cual
  where cual.id = t.id and cual.n > 1;
update rutas t set gemelo = t.id
  from (select id, row_number() over (partition by clave(no_ruta) order by id) as n from rutas) cual
  where cual.id = t.id and cual.n > 1;

create unique index usuarios_username_unico on usuarios (clave(username), gemelo) where eliminado_en is null;
create unique index camiones_placa_unica on camiones (placa_clave(placa), gemelo) where eliminado_en is null;
-- Unique for ever: the bin counts too.
create unique index rutas_no_ruta_unica on rutas (clave(no_ruta), gemelo);
create index rutas_gemelas on rutas (gemelo) where gemelo > 0;

-- A twin that is written otherwise, or leaves the bin, is a record like any other.
create function deja_de_ser_gemelo() returns trigger language plpgsql as $$
begin
  new.gemelo := 0;
  return new;
end $$;
create trigger gemelo_cambia before update on usuarios for each row
  when (old.gemelo > 0 and (old.username <> new.username or old.eliminado_en is distinct from new.eliminado_en))
  execute function deja_de_ser_gemelo();
create trigger gemelo_cambia before update on camiones for each row
  when (old.gemelo > 0 and (old.placa <> new.placa or old.eliminado_en is distinct from new.eliminado_en))
  execute function deja_de_ser_gemelo();
create trigger gemelo_cambia before update on rutas for each row
  when (old.gemelo > 0 and old.no_ruta <> new.no_ruta)
  execute function deja_de_ser_gemelo();

/*
 * Where the record that has a key gives it up, the first of its twins takes it, in the same transaction: nobody
 * else can. Arguments: the key as SQL over the table, and which rows count.
 */
create function hereda_clave() returns trigger language plpgsql as $$
begin
  execute format(
    'update %1$I set gemelo = 0 where id = (
      select min(id) from (
        select id from %1$I
        where gemelo > 0 and %2$s = (select %2$s from (select ($1).*) antes) and %3$s
        for update) suyos)',
    tg_table_name, tg_argv[0], tg_argv[1]) using old;
  return null;
end $$;
create trigger clave_heredada after update on usuarios for each row
  when (old.gemelo = 0 and old.eliminado_en is null and (new.eliminado_en is not null
    or (old.username <> new.username and clave(old.username) <> clave(new.username))))
  execute function hereda_clave('clave(username)', 'eliminado_en is null');
create trigger clave_heredada after update on camiones for each row
  when (old.gemelo = 0 and old.eliminado_en is null and (new.eliminado_en is not null
    or (old.placa <> new.placa and placa_clave(old.placa) <> placa_clave(new.placa))))
  execute function hereda_clave('placa_clave(placa)', 'eliminado_en is null');
create trigger clave_heredada after update on rutas for each row
  when (old.gemelo = 0 and old.no_ruta <> new.no_ruta and clave(old.no_ruta) <> clave(new.no_ruta))
  execute function hereda_clave('clave(no_ruta)', 'true');
