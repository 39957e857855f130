-- Writes per day: of a pilot, and of any other user or API token.
alter table ajustes
  add column cambios_diarios_piloto int not null default 2000 check (cambios_diarios_piloto between 100 and 1000000),
  add column cambios_diarios int not null default 20000 check (cambios_diarios between 100 and 1000000);

-- Writes of each caller on its newest day, sharded so that a caller's parallel writes rarely wait for each other.
create table cambios_diarios (
  usuario_id int not null references usuarios,
  -- 0 for the user's sessions.
  token_id int not null,
  parte int not null,
  dia date not null,
  cambios int not null,
  primary key (usuario_id, token_id, parte)
) with (fillfactor = 50);

-- The /48 of an IPv6 address; null for IPv4.
alter table intentos add column sitio text;
create index intentos_por_sitio on intentos (sitio, momento) where sitio is not null;

-- Counts of a clock hour, over all processes: rejected logins, test mails.
create table conteos_por_hora (
  que text not null,
  hora timestamptz not null,
  n int not null,
  primary key (que, hora)
) with (fillfactor = 50);
