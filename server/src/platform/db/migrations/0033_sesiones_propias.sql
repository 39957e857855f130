-- A user sees where the own sessions are open, and ends one by its number.
alter table sesiones
  add column id int generated always as identity unique,
  -- Of the login; of an older session nothing is known.
  add column direccion text,
  add column navegador text not null default 'Otro';
