-- Trip numbers: the count in RUTA-<count>, and whether a number is taken.

create or replace function numero_de_ruta(no_ruta text) returns int
  language sql immutable strict parallel safe
  return substring(clave(no_ruta) from '^ruta-([0-9]{1,9})$')::int;

-- Returns whether another trip has the number. Volatile: it sees rows that were committed while its statement waited.
create or replace function esta_tomado(el_numero text, la_ruta int) returns boolean language plpgsql volatile as $$
begin
  return exists (
    select from rutas where clave(no_ruta) = clave(el_numero) and id is distinct from la_ruta);
end $$;
