-- Where mail goes to a user: who has no row has no address.
create table correos (
  usuario_id int primary key references usuarios,
  correo text,
  -- Whether the notices come by mail.
  avisos boolean not null default true
);

-- The mails that the program sends of itself: one a day, user and kind.
create table envios (
  id int generated always as identity primary key,
  dia date not null,
  usuario_id int not null references usuarios,
  -- semana, or what is told at once.
  clase text not null,
  -- Of what is told at once. The week's notices are read when they are sent.
  asunto text,
  texto text,
  -- A mail is enviando from before it is given to the server: what is cut off then is not sent again.
  estado text not null default 'pendiente'
    check (estado in ('pendiente', 'enviando', 'enviado', 'callado', 'fallido')),
  intentos int not null default 0,
  proximo timestamptz not null,
  unique (dia, usuario_id, clase)
);
create index envios_pendientes on envios (proximo) where estado = 'pendiente';
create index envios_por_usuario on envios (usuario_id);

-- How mails fare: one row.
create table correo_estado (
  id int primary key default 1 check (id = 1),
  -- The Monday whose mails were last made ready.
  semana date,
  ultimo_envio timestamptz,
  -- Null once a mail has gone out.
  ultimo_error text,
  -- Since when one was given up, until the next goes out.
  fallando_desde timestamptz
);
insert into correo_estado default values;
