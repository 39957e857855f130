-- Usernames, plates and numbers as keys (clave, placa_clave), and twins: who has a key, and who takes it next.

create or replace function numero_de_ruta(no_ruta text) returns int
  language sql immutable strict parallel safe
  return substring(clave(no_ruta) from '^ruta-([0-9]{1,9})$')::int;

-- Whether another route has the number: volatile, so that it sees what was committed while its statement waited.
create or replace function esta_tomado(el_numero text, la_ruta int) returns boolean language plpgsql volatile as $$
begin
  return exists (
    select from rutas where clave(no_ruta) = clave(el_numero) and id is distinct from la_ruta);
end $$;

-- A twin that is renamed or leaves the bin becomes a record like any other.
create or replace function deja_de_ser_gemelo() returns trigger language plpgsql as $$
begin
  new.gemelo := 0;
  return new;
end $$;
create or replace trigger gemelo_cambia before update on usuarios for each row
  when (old.gemelo > 0 and (old.username <> new.username or old.eliminado_en is distinct from new.eliminado_en))
  execute function deja_de_ser_gemelo();
create or replace trigger gemelo_cambia before update on camiones for each row
  when (old.gemelo > 0 and (old.placa <> new.placa or old.eliminado_en is distinct from new.eliminado_en))
  execute function deja_de_ser_gemelo();
create or replace trigger gemelo_cambia before update on rutas for each row
  when (old.gemelo > 0 and old.no_ruta <> new.no_ruta)
  execute function deja_de_ser_gemelo();

/*
 * When the record that has a key gives it up, the first of its twins takes it, in the same transaction, so that nobody else
 * can. Arguments: the key as SQL over the table, and which rows count.
 */
create or replace function hereda_clave() returns trigger language plpgsql as $$
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
create or replace trigger clave_heredada after update on usuarios for each row
  when (old.gemelo = 0 and old.eliminado_en is null and (new.eliminado_en is not null
    or (old.username <> new.username and clave(old.username) <> clave(new.username))))
  execute function hereda_clave('clave(username)', 'eliminado_en is null');
create or replace trigger clave_heredada after update on camiones for each row
  when (old.gemelo = 0 and old.eliminado_en is null and (new.eliminado_en is not null
    or (old.placa <> new.placa and placa_clave(old.placa) <> placa_clave(new.placa))))
  execute function hereda_clave('placa_clave(placa)', 'eliminado_en is null');
create or replace trigger clave_heredada after update on rutas for each row
  when (old.gemelo = 0 and old.no_ruta <> new.no_ruta and clave(old.no_ruta) <> clave(new.no_ruta))
  execute function hereda_clave('clave(no_ruta)', 'true');
