-- A program's way in. One that is revoked is taken away.
create table tokens (
  id int generated always as identity primary key,
  usuario_id int not null references usuarios,
  nombre text not null,
  token_hash bytea not null unique,
  creado_en timestamptz not null default now(),
  -- Good to the end of this day.
  vence date not null,
  usado_en timestamptz
);
create index tokens_por_usuario on tokens (usuario_id);
