-- From where each name came in: what others try elsewhere does not close it there.
create table accesos (
  -- As in intentos: the key of all spellings.
  username text not null,
  -- An IPv4 address, or the /64 of an IPv6 one.
  red text not null,
  momento timestamptz not null default now(),
  primary key (username, red)
);
create index accesos_por_momento on accesos (momento);

-- Whoever came in before this is known too.
insert into accesos (username, red, momento)
select clave(usuario), red, max(momento)
from (
  select usuario, momento,
    case when direccion ~ '^::ffff:[0-9.]+$' then substr(direccion, 8)
      when direccion ~ ':' then network(set_masklen(direccion::inet, 64))::text
      else direccion end as red
  from bitacora
  where accion = 'entrar' and momento > now() - interval '30 days' and usuario is not null
    and direccion ~ '^([0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)$') entradas
group by 1, 2;

-- What is refused at the door is kept for 90 days; all else in the log for good.
drop trigger solo_crece on bitacora;
create trigger solo_crece before update or truncate on bitacora
  for each statement execute function no_se_cambia();
create trigger solo_se_vacia before delete on bitacora
  for each row when (old.accion <> 'rechazado' or old.momento > now() - interval '90 days')
  execute function no_se_cambia();
