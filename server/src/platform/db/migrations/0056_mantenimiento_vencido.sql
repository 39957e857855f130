-- The trip check finds overdue maintenance plans.
alter table ajustes alter column modos set default '{
  "CAMION_OCUPADO": "avisar", "PILOTO_OCUPADO": "avisar", "AYUDANTE_OCUPADO": "avisar", "LICENCIA_VENCIDA": "avisar",
  "DOCUMENTO_VENCIDO": "avisar", "CAMION_EN_TALLER": "avisar", "MANTENIMIENTO_VENCIDO": "avisar", "RESTRICCION": "avisar"}';
update ajustes set modos = modos || '{"MANTENIMIENTO_VENCIDO": "avisar"}';
