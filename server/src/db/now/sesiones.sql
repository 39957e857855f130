-- Who calls.

-- The last of the statements that write in a caller's name, in a transaction of their own: fails with FL401, so that all of
-- them are undone, where that session has ended or its user's row is another than was read.
create or replace function sigue_siendo(token bytea, fila xid) returns void language plpgsql stable as $$
begin
  if not exists (
    select from sesiones s join usuarios u on u.id = s.usuario_id where s.token_hash = token and u.xmin = fila
  ) then
    raise exception 'the caller is not who was let in' using errcode = 'FL401';
  end if;
end $$;
