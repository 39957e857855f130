import type { Sql } from 'sql-template-tag'
import { suggestNumbers } from '../../domain/trips/tripNumber.ts'
import { columnsOf } from '../../domain/trips/write.ts'
import { columnNames, columnValues } from '../../platform/db/records.ts'
import { normalize } from '../../platform/db/search.ts'
import { type Db, one, raw, sql } from '../../platform/db/sql.ts'
import { recordset, rutaFields } from './columns.ts'
import { ConcurrentChangeError, writeBatchSize } from './concurrentChange.ts'
import type { FieldValues, RowDecision } from './importRow.ts'
import { cooperativeYield, inChunks } from './yieldToEventLoop.ts'

/** The highest number of its own kind that the file brings. */
const findHighestNumber = async (tx: Db, numeros: string[]): Promise<number> =>
  (
    await one<{ numero: number | null }>(
      tx,
      sql`select max(numero_de_ruta(numero)) as numero from unnest(${numeros}::text[]) as n (numero)`,
    )
  )?.numero ?? 0

/** Those without one get the numbers after the highest, the file's own included, in the file's order. */
async function assignNumbers(tx: Db, juicios: readonly RowDecision[]): Promise<FieldValues[]> {
  const own = juicios.map(({ valores }) => valores.no_ruta).filter((each) => typeof each === 'string')
  const numbers = await suggestNumbers(tx, juicios.length - own.length, await findHighestNumber(tx, own))
  let next = 0
  return juicios.map(({ valores }) => ({ ...valores, no_ruta: valores.no_ruta ?? numbers[next++] ?? null }))
}

const toRutaRow = (valores: FieldValues) => ({
  ...valores,
  numero_buscado: normalize(String(valores.no_ruta)),
  servicio_buscado: normalize(String(valores.servicio)),
})

/** The fields of the row `d`. */
// fromEntries forgets its keys.
const fields = Object.fromEntries(rutaFields.map((name) => [name, raw(`d.${name}`)])) as Record<
  (typeof rutaFields)[number],
  Sql
>
/** The names come from `cl` and `ch`, the trip's begin and end from `horario`. */
const columns = columnsOf(fields, fields.duracion_min, {
  no_ruta: raw('d.numero_buscado'),
  cliente: raw('nombre_completo(cl.busqueda)'),
  servicio: raw('d.servicio_buscado'),
  piloto: raw('nombre_completo(ch.busqueda)'),
})

/** Inserts the trips, their history and their hours in one statement; the totals are written at the end. */
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
      dichas as (
        insert into importaciones_registros (importacion_id, registro_id, version)
        select ${importacion}, id, version from nuevas)
      select count(*) as n from nuevas`,
  )

/** How often a number is tried that somebody else takes at that moment. */
const maxNumberAttempts = 500

/**
 * Writes the first trip without a number of its own before all others: until that is committed whoever asks for the
 * next number is told this very one, so that those after it are free. @throws {Moved}
 */
async function insertNumbered(
  juicios: readonly RowDecision[],
  number: () => Promise<FieldValues[]>,
  write: (rows: FieldValues[]) => Promise<boolean>,
): Promise<FieldValues[]> {
  const first = juicios.findIndex(({ valores }) => valores.no_ruta === null)
  for (let left = maxNumberAttempts; left > 0; left--) {
    const rows = await number()
    const [row] = first < 0 ? [] : rows.splice(first, 1)
    if (!row || (await write([row]))) return rows
  }
  throw new ConcurrentChangeError()
}

/** New trips; where a number was taken meanwhile all is judged anew. @throws {Moved} */
export async function storeRutas(
  tx: Db,
  importacion: number,
  juicios: readonly RowDecision[],
  userId: number,
): Promise<void> {
  const write = async (rows: FieldValues[]) =>
    (await insertRutaBatch(tx, importacion, rows.map(toRutaRow), userId))?.n === rows.length
  const rows = await insertNumbered(juicios, () => assignNumbers(tx, juicios), write)
  const breathe = cooperativeYield()
  for (const part of inChunks(rows, writeBatchSize)) {
    if (!(await write(part))) throw new ConcurrentChangeError()
    await breathe()
  }
}
