import type {
  Liquidacion,
  LiquidacionesFilters,
  LiquidacionesQuery,
  LiquidacionListada,
  Saldo,
  saldoOrders,
} from '@flota/contract/money/liquidaciones.ts'
import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import type { Sql } from 'sql-template-tag'
import { endOfDay, startOfDay } from '../../platform/db/dayBounds.ts'
import { findNamedSearch, withNames } from '../../platform/db/nameKeys.ts'
import { findPageWithCount } from '../../platform/db/pagedSearch.ts'
import { findRecord } from '../../platform/db/records.ts'
import { matches, type NamedQuery } from '../../platform/db/search.ts'
import { conditionIf, type Database, type Db, empty, join, many, raw, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import type { ExportQuery } from '../../platform/http/serveExport.ts'

/** Returns the list's conditions. A missing filter of the contract does not compile. */
function liquidacionFilters(query: NamedQuery<LiquidacionesFilters>, zona: string): Sql {
  const all = {
    chofer_id: conditionIf('chofer_id =', query.chofer_id),
    estado: conditionIf('estado =', query.estado),
    desde: query.desde ? sql` and creado_en >= ${startOfDay(zona, query.desde)}` : empty,
    hasta: query.hasta ? sql` and creado_en < ${endOfDay(zona, query.hasta)}` : empty,
    buscar: matches(raw('busqueda'), query.buscar),
  } satisfies Record<keyof LiquidacionesFilters, Sql>
  return sql`true${join(Object.values(all), '')}`
}

export async function findLiquidaciones(db: Db, query: LiquidacionesQuery, zona: string) {
  const named = await withNames(db, ['choferes'], query)
  return findPageWithCount<LiquidacionListada>(db, {
    table: 'liquidaciones',
    where: (buscar) => liquidacionFilters({ ...named, buscar }, zona),
    buscar: named.buscar,
    order: 'id desc',
    page: query,
  })
}

export async function liquidacionesExportQuery(
  db: Db,
  query: LiquidacionesFilters,
  zona: string,
): Promise<ExportQuery> {
  const from = sql`from liquidaciones where ${liquidacionFilters(await withNames(db, ['choferes'], query), zona)}`
  return {
    from,
    rows: sql`select v.* from (select id ${from}) halladas join liquidaciones_leer v using (id) order by v.id desc`,
  }
}

export async function findLiquidacion(db: Db, id: number): Promise<Liquidacion> {
  const liquidacion = await findRecord<LiquidacionListada>(db, 'liquidaciones', id)
  const movimientos = await many<Movimiento>(
    db,
    sql`select * from movimientos_leer where liquidacion_id = ${id} order by fecha, id`,
  )
  return { ...liquidacion, movimientos }
}

/** As `findLiquidacion`, in one snapshot: annulling removes the movimientos. @throws {HttpError} 404 */
export async function findPrintedLiquidacion(db: Database, id: number): Promise<Liquidacion> {
  const read = db.snapshot(async function* (tx) {
    yield await findLiquidacion(tx, id)
  })
  for await (const liquidacion of read) return liquidacion
  throw notFound('Liquidación no encontrada')
}

type SaldoOrder = (typeof saldoOrders)[number]

const pilotName = 'nombre collate es_nombre, apellido collate es_nombre, chofer_id'
const saldoOrder: Record<SaldoOrder, string> = {
  desde: `desde nulls last, ${pilotName}`,
  piloto: pilotName,
  '-piloto': 'nombre collate es_nombre desc, apellido collate es_nombre desc, chofer_id desc',
  saldo: `saldo, ${pilotName}`,
  '-saldo': `saldo desc, ${pilotName}`,
}

/** Selects the pilots with a balance, or with movimientos to review or settle. */
async function openSaldos(db: Db, buscar?: string): Promise<Sql> {
  const search = buscar ? await findNamedSearch(db, ['choferes'], buscar) : undefined
  return sql`from saldos_leer
    where (saldo <> 0 or por_revisar > 0 or abiertos > 0) ${matches(raw('busqueda'), search)}`
}

const saldoColumns = raw('chofer_id, piloto, saldo, por_revisar, abiertos, desde')

export const findSaldos = async (db: Db, orden: SaldoOrder, buscar?: string) =>
  many<Saldo>(
    db,
    sql`select ${saldoColumns} ${await openSaldos(db, buscar)} order by ${raw(saldoOrder[orden])} limit 1000`,
  )

/** A balance in one of two columns; the sums are of all rows. */
export interface SaldoLine extends Saldo {
  suma_deben: number | null
  suma_se_debe: number | null
}

export async function saldosExportQuery(db: Db, orden: SaldoOrder, buscar?: string): Promise<ExportQuery> {
  const from = await openSaldos(db, buscar)
  return {
    from,
    rows: sql`select ${saldoColumns}, sum(saldo) filter (where saldo > 0) over () as suma_deben,
        -sum(saldo) filter (where saldo < 0) over () as suma_se_debe
      ${from} order by ${raw(saldoOrder[orden])}`,
  }
}
