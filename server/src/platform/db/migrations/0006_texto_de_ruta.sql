-- What a search of trips looks in: number, client, service and pilot, normalised, a line each. Who writes it,
-- renames in it or looks at one line asks these two: nobody else knows which line is which.
create function texto_de_ruta(no_ruta text, cliente text, servicio text, piloto text) returns text
  language sql immutable strict parallel safe
  return no_ruta || E'\n' || cliente || E'\n' || servicio || E'\n' || piloto;

create function linea_de_ruta(busqueda text, campo text) returns text
  language sql immutable strict parallel safe
  return split_part(busqueda, E'\n', case campo when 'no_ruta' then 1 when 'cliente' then 2 when 'servicio' then 3 when 'piloto' then 4 end);
