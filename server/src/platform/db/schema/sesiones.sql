-- Who calls.

-- The last of the statements that write in a caller's name, in a transaction of their own: fails with FL401, so that all of
-- them are undone, where that session has ended or its user's row is another than was read.
create or replace function sigue_siendo(token bytea, fila xid) returns void language plpgsql stable as $$
begin
  if not exists (
    select from usuarios u where u.xmin = fila and u.id = coalesce(
      (select usuario_id from sesiones where token_hash = token),
      (select usuario_id from tokens where token_hash = token))
  ) then
    raise exception 'the caller is not who was let in' using errcode = 'FL401';
  end if;
end $$;
