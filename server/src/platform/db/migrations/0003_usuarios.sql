-- What a search of users looks in. No default: an insert that forgets it fails.
alter table usuarios add column busqueda text;
-- Once, for who is there already: the program writes it from now on (db/search.ts).
update usuarios set busqueda = trim(regexp_replace(
  regexp_replace(lower(normalize(username, NFD) collate "und-x-icu"), U&'[\0300-\036F]', '', 'g'), '\s+', ' ', 'g'));
alter table usuarios alter column busqueda set not null;

create index usuarios_por_nombre on usuarios (username collate es_nombre, id) where eliminado_en is null;

-- As GET gives them; eliminado_en and busqueda are for the queries and never leave the server.
create view usuarios_leer as
  select id, username, rol_id,
    case rol_id when 1 then 'administrador' when 2 then 'piloto' when 3 then 'usuario' end as rol_nombre,
    estado, piloto_id, array(select p::int from unnest(permisos) p order by p) as permisos,
    version, creado_en, actualizado_en, eliminado_en, busqueda
  from usuarios;
