import { storedNames } from '@flota/contract/core/fields.ts'
import { fromKeys } from '@flota/contract/core/keys.ts'
import { rutaFields } from '@flota/contract/records/rutas.ts'
import { suggestNumbers } from '../../domain/trips/tripNumber.ts'
import { columnsOf } from '../../domain/trips/write.ts'
import { columnNames, columnValues } from '../../platform/db/records.ts'
import { normalize } from '../../platform/db/search.ts'
import { type Db, one, raw, sql } from '../../platform/db/sql.ts'
import { ConcurrentChangeError, cooperativeYield, inChunks, writeBatchSize } from './batches.ts'
import { recordset } from './columns.ts'
import type { FieldValues, RowDecision } from './importRow.ts'

/** Returns the highest RUTA-n number of the file. */
const findHighestNumber = async (tx: Db, numbers: string[]): Promise<number> =>
  (
    await one<{ numero: number | null }>(
      tx,
      sql`select max(numero_de_ruta(numero)) as numero from unnest(${numbers}::text[]) as n (numero)`,
    )
  )?.numero ?? 0

/** Numbers the rows without a number in order, after the highest number of the table and the file. */
async function assignNumbers(tx: Db, decisions: readonly RowDecision[]): Promise<FieldValues[]> {
  const ownNumbers = decisions
    .map(({ valores }) => valores.no_ruta)
    .filter((each) => typeof each === 'string')
  const highest = await findHighestNumber(tx, ownNumbers)
  const numbers = await suggestNumbers(tx, decisions.length - ownNumbers.length, highest)
  let next = 0
  return decisions.map(({ valores }) => ({ ...valores, no_ruta: valores.no_ruta ?? numbers[next++] ?? null }))
}

const toRutaRow = (valores: FieldValues) => ({
  ...valores,
  numero_buscado: normalize(String(valores.no_ruta)),
  servicio_buscado: normalize(String(valores.servicio)),
})

const fields = fromKeys(storedNames(rutaFields), (name) => raw(`d.${name}`))
const columns = columnsOf(fields, fields.duracion_min, {
  no_ruta: raw('d.numero_buscado'),
  cliente: raw('nombre_completo(cl.busqueda)'),
  servicio: raw('d.servicio_buscado'),
  piloto: raw('nombre_completo(ch.busqueda)'),
})

/** Inserts trips with their history and hours, and registers them in the import. Totals follow at the end. */
const insertRutaBatch = (tx: Db, importacion: number, rows: FieldValues[], userId: number) =>
  one<{ n: number }>(
    tx,
    sql`with datos as (select * from ${recordset('rutas', rows)}),
      nuevas as (
        insert into rutas (${columnNames(columns)}) select ${columnValues(columns)}
        from datos d join clientes cl on cl.id = d.cliente_id join choferes ch on ch.id = d.chofer_id,
          lateral horario(d.fecha, d.hora,
            duracion_de(d.duracion_min, d.cliente_id, d.origen, d.destino, d.servicio, d.fecha)) horario
        on conflict do nothing returning id, estado, version),
      historia as (
        insert into rutas_historial (ruta_id, estado_nuevo, usuario_id) select id, estado, ${userId} from nuevas),
      registros as (
        insert into importaciones_registros (importacion_id, registro_id, version)
        select ${importacion}, id, version from nuevas)
      select count(*) as n from nuevas`,
  )

/** Attempts to get a trip number while other users create trips. */
const maxNumberAttempts = 500

/**
 * Inserts the first trip without a number before all others. Until the commit other transactions are suggested that
 * number and wait for it, so the following numbers stay free. Returns the remaining rows.
 * @throws {ConcurrentChangeError}
 */
async function insertFirstNumbered(
  decisions: readonly RowDecision[],
  assign: () => Promise<FieldValues[]>,
  insert: (rows: FieldValues[]) => Promise<boolean>,
): Promise<FieldValues[]> {
  const first = decisions.findIndex(({ valores }) => valores.no_ruta === null)
  for (let attempt = 0; attempt < maxNumberAttempts; attempt++) {
    const rows = await assign()
    const [row] = first < 0 ? [] : rows.splice(first, 1)
    if (!row || (await insert([row]))) return rows
  }
  throw new ConcurrentChangeError()
}

/** Inserts new trips. @throws {ConcurrentChangeError} if another transaction took a number */
export async function storeRutas(
  tx: Db,
  importacion: number,
  decisions: readonly RowDecision[],
  userId: number,
): Promise<void> {
  const insert = async (rows: FieldValues[]) =>
    (await insertRutaBatch(tx, importacion, rows.map(toRutaRow), userId))?.n === rows.length
  const rows = await insertFirstNumbered(decisions, () => assignNumbers(tx, decisions), insert)
  const yieldIfDue = cooperativeYield()
  for (const part of inChunks(rows, writeBatchSize)) {
    if (!(await insert(part))) throw new ConcurrentChangeError()
    await yieldIfDue()
  }
}
