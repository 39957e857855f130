-- What a user's app makes its codes of, and what is good in place of one.
create table segundos_factores (
  usuario_id int primary key references usuarios,
  secreto bytea not null,
  pedido_en timestamptz not null default now(),
  -- Null until a code has confirmed it.
  desde timestamptz,
  -- Of the last code that was taken: steps of 30 s since 1970.
  paso int not null default 0,
  -- Of the recovery codes that are left, what they are hashed with and the hashes.
  sal bytea not null,
  recuperacion bytea[] not null default '{}'
);

-- Of whom the company demands one; of a pilot never.
alter table ajustes add column segundo_factor text not null default 'nadie'
  check (segundo_factor in ('nadie', 'administradores', 'todos'));
