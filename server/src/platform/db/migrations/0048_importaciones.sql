-- Counts of an import: rows that it left out, and records that it created for names in its rows.
alter table importaciones add column omitidas int not null default 0;
alter table importaciones add column creados jsonb not null default '{}';
