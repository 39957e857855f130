-- Sessions.

-- Raises FL401, which rolls the transaction back, if the session has ended or its user's row has changed since it was read.
-- The last statement of every transaction that writes for a user.
create or replace function exigir_sesion_vigente(token bytea, fila xid) returns void language plpgsql stable as $$
begin
  if not exists (
    select from usuarios u where u.xmin = fila and u.id = coalesce(
      (select usuario_id from sesiones where token_hash = token),
      (select usuario_id from tokens where token_hash = token))
  ) then
    raise exception 'the session has ended or its user has changed' using errcode = 'FL401';
  end if;
end $$;

-- Raises FL401 unless the session is valid. Volatile, so that PostgreSQL does not evaluate it while planning.
create or replace function exigir_sesion(es_valida boolean) returns void language plpgsql volatile as $$
begin
  if not es_valida then
    raise exception 'the session has ended or its user has changed' using errcode = 'FL401';
  end if;
end $$;
