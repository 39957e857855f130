-- The last request of the session before its latest pause of at least one hour; null before the first pause.
alter table sesiones add column oida_antes timestamptz;

-- Names of the times that a phone reported and that are doubtful.
alter table tiempos add column dudosas text[] not null default '{}';
