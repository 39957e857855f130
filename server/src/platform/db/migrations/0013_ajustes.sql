-- What the company sets for itself: one row.
create table ajustes (
  id int primary key default 1 check (id = 1),
  nit text,
  direccion text,
  telefono text,
  duracion_viaje_min int not null default 480 check (duracion_viaje_min between 1 and 20160),
  hora_es text not null default 'salida' check (hora_es in ('salida', 'llegada')),
  -- Of each code of the check before assigning, what becomes of a hit.
  modos jsonb not null default '{
    "CAMION_OCUPADO": "avisar", "PILOTO_OCUPADO": "avisar", "AYUDANTE_OCUPADO": "avisar", "LICENCIA_VENCIDA": "avisar",
    "DOCUMENTO_VENCIDO": "avisar", "CAMION_EN_TALLER": "avisar", "RESTRICCION": "avisar"}',
  version int not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now()
);
insert into ajustes default values;

-- As the log compares them: a mode is 'modos.CODE'.
create function ajustes_planos(fila ajustes) returns jsonb language sql stable as $$
  select to_jsonb(fila) - 'modos'
    || (select jsonb_object_agg('modos.' || codigo, modo) from jsonb_each(fila.modos) as cada (codigo, modo))
$$;
