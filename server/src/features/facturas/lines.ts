import { sentences } from '@flota/contract/core/sentences.ts'
import { montoAboveZero } from '@flota/contract/core/values.ts'
import type { FacturaValues } from '@flota/contract/money/facturas.ts'
import { facturaErrors } from '@flota/contract/records/facturas.ts'
import { type Db, many, one, run, sql } from '../../platform/db/sql.ts'
import type { LockedFactura, LockedRuta } from './locks.ts'

export type Lines = FacturaValues['rutas']

/** Returns the error of `rutas`. Routes that the invoice has already may be in the bin, or now be another client's. */
export function findLineErrors(
  lines: Lines,
  rutas: readonly LockedRuta[],
  { cliente_id, kept }: { cliente_id: number | undefined; kept: readonly number[] },
): { rutas?: string } {
  const byId = new Map(rutas.map((ruta) => [ruta.id, ruta]))
  const added = lines.filter(({ ruta_id }) => !kept.includes(ruta_id)).map(({ ruta_id }) => byId.get(ruta_id))
  if (added.some((ruta) => !ruta || ruta.inBin)) return { rutas: sentences.unknownRuta }
  const foreign = added.find((ruta) => cliente_id !== undefined && ruta?.cliente_id !== cliente_id)
  return foreign ? { rutas: facturaErrors.otherCliente(foreign.no_ruta) } : {}
}

/** Amounts as PostgreSQL's text: JavaScript numbers would round their sum. */
export interface PricedLines {
  /** Ascending. */
  ids: number[]
  montos: string[]
  suma: string
}

/** Fills in missing amounts: the stored one of a line that the invoice has already, else the route's precio. */
export async function priceLines(tx: Db, lines: Lines, facturaId: number | null): Promise<PricedLines> {
  const ids = lines.map(({ ruta_id }) => ruta_id)
  const montos = lines.map(({ monto }) => monto)
  const priced = await one<PricedLines>(
    tx,
    sql`select coalesce(array_agg(id order by id), '{}') as ids, coalesce(array_agg(monto::text order by id), '{}') as montos,
        coalesce(sum(monto), 0)::text as suma
      from (
        select r.id, coalesce(sent.monto, l.monto, r.precio) as monto
        from unnest(${ids}::int[], ${montos}::numeric[]) as sent (ruta_id, monto)
          join rutas r on r.id = sent.ruta_id
          left join facturas_rutas l on l.factura_id = ${facturaId} and l.ruta_id = r.id) lines`,
  )
  if (!priced) throw new Error('priceLines returned no row')
  return priced
}

const monto = montoAboveZero()

/** Returns the error of a total that is the sum of the lines. */
export function findSumErrors({ suma }: PricedLines): { monto?: string } {
  const error = monto.safeParse(suma).error?.issues[0]
  return error ? { monto: error.message } : {}
}

/** Writes the lines of a new or changed invoice. The unique index decides which valid invoice gets a route. */
export async function replaceLines(
  tx: Db,
  id: number,
  { ids, montos }: PricedLines,
  stored: readonly number[],
) {
  await run(tx, sql`delete from facturas_rutas where factura_id = ${id} and ruta_id <> all(${ids}::int[])`)
  await run(
    tx,
    sql`insert into facturas_rutas (factura_id, ruta_id, monto)
      select ${id}, ruta_id, monto from unnest(${ids}::int[], ${montos}::numeric[]) as lines (ruta_id, monto) order by ruta_id
      on conflict (factura_id, ruta_id) do update set monto = excluded.monto`,
  )
  await markRutas(tx, [...stored, ...ids])
}

/** Updates whether a valid invoice has each route; needs their rows locked. Changes no version. */
export const markRutas = (tx: Db, ids: readonly number[]) =>
  run(
    tx,
    sql`update rutas r set facturada = not facturada
      where id = any(${ids}::int[])
        and facturada <> exists (select from facturas_rutas where ruta_id = r.id and vigente)`,
  )

/** Returns which routes another valid invoice has, in the body's order. */
export const findTakenRutas = (db: Db, lines: Lines, id: number | null) =>
  many<Pick<LockedFactura, 'serie' | 'numero'> & { no_ruta: string }>(
    db,
    sql`select r.no_ruta, f.serie, f.numero
      from unnest(${lines.map(({ ruta_id }) => ruta_id)}::int[]) with ordinality as sent (ruta_id, place)
        join facturas_rutas l on l.ruta_id = sent.ruta_id and l.vigente and l.factura_id is distinct from ${id}
        join facturas f on f.id = l.factura_id
        join rutas r on r.id = l.ruta_id
      order by sent.place limit 1`,
  )
