-- File systems with the program's data: their free space at the last hourly reading.
create table discos (
  id int generated always as identity primary key,
  -- The first of the program's folders on it.
  carpeta text not null unique,
  libres bigint not null,
  medido_en timestamptz not null,
  -- Days until it is full at the pace of the last 7 days; null without growth.
  dias int,
  -- Whether it is short of space.
  poco boolean not null default false,
  -- Since when it is short; kept until it has clearly more space.
  desde date
);

-- The readings of the last 7 days. A reading of another total is of another disk, or of its size before.
create table discos_lecturas (
  disco_id int not null references discos on delete cascade,
  hora timestamptz not null,
  libres bigint not null,
  total bigint not null,
  primary key (disco_id, hora)
);
