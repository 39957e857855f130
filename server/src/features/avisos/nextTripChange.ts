import type { CompanyTimeSql } from '../../domain/trips/unclosedTrips.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * Selects, as `cambia_en`, the first moment at which a trip's notices may change without a write: it becomes late or
 * unclosed, or an overlap ends. A stopped trip occupies the next 24 hours, so it may meet a trip that begins a day later.
 */
export const nextTripChange = ({ ahora }: CompanyTimeSql) => sql`(
  with detenidos as materialized (select inicio, fin from viajes_detenidos(${ahora}))
  select least(
    date_trunc('minute', min(inicio) filter (where inicio >= date_trunc('minute', ${ahora}))) + interval '1 minute',
    date_trunc('minute', min(fin) filter (where fin >= date_trunc('minute', ${ahora}))) + interval '1 minute',
    min(fin) filter (where fin >= ${ahora}),
    min(fin) filter (where fin + interval '12 hours' >= ${ahora}) + interval '12 hours',
    min(inicio) filter (where inicio - interval '24 hours' >= ${ahora} and exists (select from detenidos)) - interval '24 hours')
  from (
    select inicio, fin from rutas
    where eliminado_en is null and estado in ('Pendiente', 'En curso')
      and fin > ${ahora} - interval '13 hours' and fin < 'infinity'
    union all
    select inicio, fin from detenidos) abiertas) as cambia_en`
