-- A list's filters under a name, of one user.
create table vistas (
  id int generated always as identity primary key,
  usuario_id int not null references usuarios on delete cascade,
  lista text not null,
  nombre text not null,
  filtros text not null
);
create unique index vistas_nombre_unico on vistas (usuario_id, lista, clave(nombre));
