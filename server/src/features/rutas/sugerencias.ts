import type { Sugerencia, SugerenciasQuery } from '@flota/contract/repetir.ts'
import { matches } from '../../platform/db/search.ts'
import { type Db, empty, many, raw, sql } from '../../platform/db/sql.ts'

/** Only this many of the newest trips are looked at. */
const maxScannedTrips = { ofCliente: 200, ofAll: 1000 }

/** The texts written in a field, the most frequent first. Texts that differ only in case or accents are one, spelled as in the newest trip. */
export function findSugerencias(db: Db, { campo, cliente_id, buscar }: SugerenciasQuery) {
  const [limit, ofCliente] =
    cliente_id === undefined
      ? [maxScannedTrips.ofAll, empty]
      : [maxScannedTrips.ofCliente, sql`and cliente_id = ${cliente_id}`]
  return many<Sugerencia>(
    db,
    sql`with ultimas as (
        select ${raw(campo)} as texto, row_number() over (order by fecha desc, hora desc, id desc) as lugar
        from rutas where eliminado_en is null ${ofCliente}
        order by fecha desc, hora desc, id desc limit ${raw(String(limit))}),
      -- A text that is written often is normalised once.
      textos as materialized (
        select texto, normaliza(texto) as normal, count(*) as veces, min(lugar) as lugar
        from ultimas group by texto),
      valores as (
        select (array_agg(texto order by lugar))[1] as valor, sum(veces)::int as veces
        from textos where true ${matches(raw('normal'), buscar)} group by normal)
      select valor, veces from valores order by veces desc, valor collate es_nombre, valor limit 10`,
  )
}
