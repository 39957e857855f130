-- Login attempts and known networks count by the key of the unique index of usernames: 'ana.paz' and 'anapaz' are one.
update intentos set username = sin_signos(username) where username <> sin_signos(username);
with viejos as (delete from accesos where username <> sin_signos(username) returning *)
insert into accesos (username, red, momento) select sin_signos(username), red, max(momento) from viejos group by 1, 2
on conflict (username, red) do update set momento = greatest(accesos.momento, excluded.momento);
