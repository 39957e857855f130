-- A write puts a route's 60 trigrams into a list instead of into 60 places of the index; at 64 kB, about 50 routes,
-- it is emptied. A search reads its few pages too.
alter index rutas_por_busqueda set (fastupdate = on, gin_pending_list_limit = 64);
