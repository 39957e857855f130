-- Sums of the fuel fill-ups of a day, kept by the statement that writes them (schema/flota.sql): a list of 100,000 shows their
-- totals at once.
create table cargas_dias (
  fecha date not null,
  paga text not null,
  estado text not null,
  lleno boolean not null,
  n bigint not null,
  galones numeric not null,
  total numeric not null,
  primary key (fecha, paga, estado, lleno)
);
insert into cargas_dias
select fecha, paga, estado, lleno, count(*), sum(galones), sum(monto) from movimientos where camion_id is not null group by 1, 2, 3, 4;
