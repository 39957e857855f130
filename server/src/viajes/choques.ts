import type { Sql } from 'sql-template-tag'
import { join, raw, sql } from '../db/sql.ts'
import { open } from './references.ts'

/** What two trips can both need, in the order in which it is told. */
const needed = [
  { column: 'camion_id', que: 'camión', codigo: 'CAMION_OCUPADO' },
  { column: 'chofer_id', que: 'piloto', codigo: 'PILOTO_OCUPADO' },
  { column: 'ayudante_id', que: 'ayudante', codigo: 'AYUDANTE_OCUPADO' },
]

/** Whether a trip meets any that ends before it: in the order of their ends it then meets the one before it. */
const meetsOne = needed.map(({ column }) =>
  raw(`inicio < lag(fin) over (partition by ${column} order by fin, id) as choca_${column}`),
)

const pairs = needed.map(
  ({ column, que, codigo }, orden) => sql`
    select ${raw(String(orden))} as orden, ${que}::text as que, s.id as una, o.id as otra
    from seguidos s join abiertas o on ${raw(`o.${column} = s.${column} and s.choca_${column}`)}
      and o.fin > s.inicio and (o.fin, o.id) < (s.fin, s.id)
    where (select modos ->> ${codigo} <> 'callar' from ajustes)`,
)

/**
 * A select of the pairs of open trips that need one truck, pilot or helper at the same time after a moment: `menor`
 * and `mayor` (ids), and `que` it is, the first of these. Only what meets something is compared with others.
 */
export const clashes = (ahora: Date): Sql => sql`
  with abiertas as materialized (
    select id, inicio, fin, camion_id, chofer_id, ayudante_id from rutas
    -- Open to one side, the range would be taken for a third of the table.
    where eliminado_en is null and ${open} and fin > ${ahora} and fin < 'infinity'),
  seguidos as materialized (select *, ${join(meetsOne)} from abiertas)
  select distinct on (menor, mayor) least(una, otra) as menor, greatest(una, otra) as mayor, que
  from (${join(pairs, ' union all ')}) pares order by menor, mayor, orden`
