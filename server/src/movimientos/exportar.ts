import { todayIn } from '@flota/contract/dias.ts'
import { comprobanteWords, movimientoEstadoWords, pagaWords, tipoWords } from '@flota/contract/dinero.ts'
import { fecha } from '@flota/contract/format.ts'
import { type Movimiento, type MovimientosFilters, movimientos } from '@flota/contract/movimientos.ts'
import type { Sql } from 'sql-template-tag'
import { begun } from '../begun.ts'
import type { Now } from '../clock.ts'
import { note } from '../db/note.ts'
import type { ChooseDb } from '../db/replica.ts'
import { type Db, empty, many, one, raw, sql } from '../db/sql.ts'
import type { Env } from '../env.ts'
import { invalid } from '../http/errors.ts'
import type { ExportTurns } from '../http/exportTurns.ts'
import { type App, serveRaw } from '../http/serve.ts'
import { sendStream } from '../http/stream.ts'
import type { About } from '../xlsx/about.ts'
import { serialOf } from '../xlsx/serials.ts'
import type { CellValue, XlsxColumn } from '../xlsx/sheet.ts'
import { workbook } from '../xlsx/workbook.ts'
import { narrowing, orders } from './list.ts'

/** So many rows an export may have. */
const exportLimit = 100_000
/** So many rows are read and written at once: others are served in between. */
const batchSize = 250

const columns: readonly (XlsxColumn & { of: (row: Movimiento) => CellValue })[] = [
  { title: 'Fecha', width: 13, format: 'date', of: (row) => serialOf(row.fecha) ?? fecha(row.fecha) },
  { title: 'Tipo', width: 14, format: 'general', of: ({ tipo }) => tipoWords[tipo] },
  { title: 'Piloto', width: 34, format: 'general', of: ({ piloto }) => piloto },
  { title: 'Ruta', width: 14, format: 'general', of: ({ no_ruta }) => no_ruta },
  { title: 'Concepto', width: 18, format: 'general', of: ({ concepto }) => concepto },
  { title: 'Paga', width: 11, format: 'general', of: ({ paga }) => paga && pagaWords[paga] },
  { title: 'Monto', width: 17, format: 'money', of: ({ monto }) => monto },
  { title: 'Forma', width: 15, format: 'general', of: ({ forma }) => forma },
  {
    title: 'Comprobante',
    width: 14,
    format: 'general',
    of: ({ comprobante }) => comprobante && comprobanteWords[comprobante],
  },
  { title: 'NIT', width: 14, format: 'general', of: ({ nit }) => nit },
  { title: 'Serie', width: 14, format: 'general', of: ({ serie }) => serie },
  { title: 'Número', width: 16, format: 'general', of: ({ numero }) => numero },
  { title: 'Descripción', width: 40, format: 'general', of: ({ descripcion }) => descripcion },
  { title: 'Estado', width: 13, format: 'general', of: estadoOf },
  { title: 'Liquidación', width: 13, format: 'general', of: ({ liquidacion }) => liquidacion },
  { title: 'Registrado por', width: 20, format: 'general', of: ({ registrado_por }) => registrado_por },
]

/** What a pilot sent and the office did not take is rejected. */
function estadoOf({ estado, del_piloto }: Movimiento): string {
  return estado === 'anulado' && del_piloto ? 'Rechazado' : movimientoEstadoWords[estado]
}

interface Place {
  env: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA'>
  now: Now
}

export function movimientosExportar(
  app: App,
  chooseDb: ChooseDb,
  { env, now }: Place,
  { long }: ExportTurns,
): void {
  serveRaw(app, movimientos.exportar, async ({ query, session, db: own, admitAgain, reply }) => {
    const { orden, ...filters } = query
    const where = narrowing(filters)
    if (await areTooMany(await chooseDb(), where)) throw invalid({ desde: 'Elige un período más corto.' })
    const nombre = `movimientos_${todayIn(env.TZ_EMPRESA, now())}.xlsx`
    const about = { title: 'Movimientos', creator: env.EMPRESA_NOMBRE, created: now().toISOString() }
    async function* read() {
      await admitAgain()
      await own.transaction((tx) => note(tx, 'exportar', 'movimientos', nombre))
      yield* (await chooseDb()).snapshot(async function* (tx) {
        yield* movimientosExcel(await begun(batches(tx, where, orden)), about)
      })
    }
    const headers = {
      'Content-Type': movimientos.exportar.media[0] ?? '',
      'Content-Disposition': `attachment; filename="${nombre}"`,
    }
    return sendStream(reply, headers, (gone) => long(gone, session, read))
  })
}

const areTooMany = async (db: Db, where: Sql): Promise<boolean> => {
  const found = await one<{ n: number }>(
    db,
    sql`select count(*) as n from (select from movimientos where ${where} limit ${exportLimit + 1}) contados`,
  )
  return (found?.n ?? 0) > exportLimit
}

/** All of them, never in memory together: a batch is emptied when the next is asked for. */
async function* batches(
  db: Db,
  where: Sql,
  orden: MovimientosFilters['orden'],
): AsyncGenerator<Movimiento[]> {
  const by = raw(orders[orden])
  const beyond = raw(orden === 'recientes' ? '<' : '>')
  for (let after: Sql = empty; ; ) {
    const rows = await many<Movimiento>(
      db,
      sql`with lote as materialized (
          select id from movimientos where ${where}${after} order by ${by} limit ${batchSize})
        select v.* from lote join movimientos_leer v using (id) order by ${by}`,
    )
    const last = rows.at(-1)
    if (!last) return
    after = sql` and (fecha, id) ${beyond} (${last.fecha}, ${last.id})`
    const isLast = rows.length < batchSize
    yield rows
    rows.length = 0
    if (isLast) return
  }
}

function movimientosExcel(found: AsyncIterable<Movimiento[]>, about: About) {
  async function* rows() {
    for await (const batch of found) yield batch.map((row) => columns.map(({ of }) => of(row)))
  }
  return workbook([{ name: 'Movimientos', columns, rows: rows() }], about)
}
