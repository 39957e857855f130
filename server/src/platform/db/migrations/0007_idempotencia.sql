-- What may be sent twice, answered as it was the first time: any call that makes a record or says so in the contract.
alter table idempotencia add column llamada text, add column vence_en timestamptz;
-- The keys that there are, all of pilots, stay valid; what leaves is what the contract gives a pilot.
update idempotencia set
  llamada = 'PUT /api/piloto/ruta/' || ruta_id || '/estado',
  vence_en = creado_en + interval '30 days',
  respuesta = jsonb_build_object(
    'success', true, 'message', 'Estado actualizado correctamente', 'data', respuesta - 'precio' - 'eliminado_en');
alter table idempotencia
  drop column ruta_id,
  drop column creado_en,
  alter column llamada set not null,
  alter column vence_en set not null,
  -- As it was sent, in its order.
  alter column respuesta type json,
  add primary key (usuario_id, llamada, clave);
create index idempotencia_por_vence on idempotencia (vence_en);
