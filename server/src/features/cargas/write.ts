import type { Carga, CargaChanges, CargaValues } from '@flota/contract/money/cargas.ts'
import { cargaErrors } from '@flota/contract/records/cargas.ts'
import {
  fuelColumns,
  invoiceColumns,
  movimientoSearchText,
  rejectTakenFactura,
} from '../../domain/trips/gastoColumns.ts'
import {
  allowKeptOwners,
  assertNoFieldErrors,
  assertUnsettled,
  lockOwners,
} from '../../domain/trips/moneyLocks.ts'
import { insert, lockRecord, RecordError, replaceRecord } from '../../platform/db/records.ts'
import type { Db } from '../../platform/db/sql.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { findCarga } from './queries.ts'

/** Returns what a settlement fixes: the columns of the money. */
function moneyColumns(values: CargaValues) {
  const { chofer_id, ruta_id, fecha, total, paga, forma, descripcion } = values
  return { chofer_id, ruta_id, fecha, monto: total, paga, forma, descripcion, ...invoiceColumns(values) }
}
type MoneyColumns = ReturnType<typeof moneyColumns>

const columnsOf = (values: CargaValues) => {
  const money = moneyColumns(values)
  return { ...money, ...fuelColumns(values), busqueda: movimientoSearchText(money, money) }
}

/** In a transaction. @throws {HttpError} 400, 409 */
export async function createCarga(tx: Db, values: CargaValues, userId: number): Promise<Carga> {
  const { unknown } = await lockOwners(tx, values)
  assertNoFieldErrors(unknown)
  const fixed = { tipo: 'gasto', concepto: 'Combustible', estado: 'aprobado', usuario_id: userId }
  const columns = { ...columnsOf(values), ...fixed }
  return findCarga(tx, await rejectTakenFactura(columns, () => insert(tx, 'movimientos', columns)))
}

type StoredGasto = MoneyColumns & {
  tipo: string
  concepto: string | null
  camion_id: number | null
  estado: Carga['estado']
  version: number
}

/** Changes a carga, or makes a gasto Combustible one. In a transaction. @throws {HttpError} 400, 404, 409 */
export async function changeCarga(tx: Db, id: number, { version, ...values }: CargaChanges): Promise<Carga> {
  const owners = await lockOwners(tx, values)
  const before = await lockRecord<StoredGasto>(tx, 'movimientos', id)
  allowKeptOwners(owners, before, values)
  assertNoFieldErrors(owners.unknown)
  if (before?.tipo !== 'gasto' || before.concepto !== 'Combustible') throw notFound(cargaErrors.notFound)
  if (version != null && version !== before.version) throw new RecordError('movimientos', true)
  if (changesMoney(before, moneyColumns(values))) await assertUnsettled(tx, id)
  if (before.estado === 'anulado') throw conflict('El movimiento está anulado.')
  const columns = columnsOf(values)
  await rejectTakenFactura(columns, () => replaceRecord(tx, 'movimientos', id, columns, version))
  return findCarga(tx, id)
}

const changesMoney = (before: MoneyColumns, after: MoneyColumns): boolean =>
  // Object.keys returns string[].
  (Object.keys(after) as (keyof MoneyColumns)[]).some((column) => before[column] !== after[column])
