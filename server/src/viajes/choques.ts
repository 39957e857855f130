import type { Sql } from 'sql-template-tag'
import { sql } from '../db/sql.ts'
import { open } from './references.ts'

/**
 * A select of the pairs of open trips that need one truck, pilot or helper at the same time after a moment: `menor`
 * and `mayor` (ids), and `que` it is, the first of these. In the order of their ends a trip that meets any earlier
 * one meets the one before it, so that trips are compared one by one only where there is something to find.
 */
export const clashes = (ahora: Date): Sql => sql`
  with abiertas as materialized (
    -- Open to one side, the range would be taken for a third of the table.
    select * from rutas where eliminado_en is null and ${open} and fin > ${ahora} and fin < 'infinity'),
  ocupan as materialized (
    select r.id, r.inicio, r.fin, recurso.* from abiertas r, ajustes, lateral (values
      (1, 'CAMION_OCUPADO', 'camión', r.camion_id),
      (2, 'PILOTO_OCUPADO', 'piloto', r.chofer_id),
      (3, 'AYUDANTE_OCUPADO', 'ayudante', r.ayudante_id)) as recurso (orden, codigo, que, quien)
    where quien is not null and modos ->> codigo <> 'callar'),
  seguidos as (
    select *, inicio < lag(fin) over (partition by orden, quien order by fin, id) as choca from ocupan)
  select distinct on (menor, mayor) menor, mayor, s.que
  from seguidos s join ocupan o on o.orden = s.orden and o.quien = s.quien
      and o.fin > s.inicio and (o.fin, o.id) < (s.fin, s.id),
    lateral (select least(s.id, o.id) as menor, greatest(s.id, o.id) as mayor) par
  where s.choca
  order by menor, mayor, s.orden`
