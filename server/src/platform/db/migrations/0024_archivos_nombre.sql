-- A file is called by what its bytes are (contract.md section 5): those from before that was asked are called so now.
-- What a name loses is not seen: control characters, and those that turn the direction of what is written.
alter table archivos disable trigger user;
with limpios as (
  select id, tipo_mime,
    btrim(regexp_replace(nombre, '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'))
      as nombre
  from archivos),
terminados as (
  select id, nombre, case tipo_mime
      when 'image/jpeg' then '.jpg' when 'image/png' then '.png' when 'image/webp' then '.webp' else '.pdf' end as fin,
    case tipo_mime when 'application/pdf' then 'documento' else 'foto' end as comun,
    case tipo_mime
      when 'image/jpeg' then '\.jpe?g$' when 'image/png' then '\.png$' when 'image/webp' then '\.webp$' else '\.pdf$'
    end as suyo
  from limpios),
llamados as (
  select id, case
      when nombre = '' then comun || fin
      when nombre ~* suyo then nombre
      else left(nombre, 100 - length(fin)) || fin
    end as nombre
  from terminados)
update archivos a set nombre = l.nombre from llamados l where l.id = a.id and l.nombre <> a.nombre;
alter table archivos enable trigger user;
