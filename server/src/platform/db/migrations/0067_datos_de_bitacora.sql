-- The fields of each change, for the log's filter 'Dato'. Rows without changes, as of a new trip, are not in the index.
create function bitacora_datos(cambios jsonb) returns text[] language sql immutable parallel safe
  as $$ select array(select jsonb_object_keys(cambios)) $$;
create index bitacora_por_dato on bitacora using gin (bitacora_datos(cambios))
  with (fastupdate = on, gin_pending_list_limit = 64) where cambios <> '{}';
