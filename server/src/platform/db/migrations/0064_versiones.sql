-- Versions of what the polls read (schema/versiones.sql): 0 the company's notices, 1 what all pilots see, 2 to 65 the trips of
-- the pilots with this remainder of 64.
do $$
begin
  for n in 0..65 loop
    execute format('create sequence cambios_%s', n);
  end loop;
end $$;
