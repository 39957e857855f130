import { readValue } from '@flota/contract/core/endpoint.ts'
import { storedNames } from '@flota/contract/core/fields.ts'
import { pick } from '@flota/contract/core/keys.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import {
  type Movimiento,
  type MovimientoChanges,
  type MovimientoValues,
  missingMovimientoFields,
  movimientos,
} from '@flota/contract/money/movimientos.ts'
import { cargaErrors } from '@flota/contract/records/cargas.ts'
import { movimientoTipos } from '@flota/contract/records/dinero.ts'
import { movimientoFields } from '@flota/contract/records/movimientos.ts'
import { registros } from '@flota/contract/records/registros.ts'
import type { z } from 'zod'
import {
  invoiceColumns,
  movimientoSearchText,
  noFactura,
  rejectTakenFactura,
} from '../../domain/trips/gastoColumns.ts'
import {
  allowKeptOwners,
  assertNoFieldErrors,
  assertUnsettled,
  lockOwners,
  type MoneyOwners,
} from '../../domain/trips/moneyLocks.ts'
import { insert, lockRecord, RecordError, replaceRecord } from '../../platform/db/records.ts'
import { type Db, one, run, scalar, sql } from '../../platform/db/sql.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { findMovimiento } from './queries.ts'

/** Clears the fields that the tipo or comprobante does not have. */
function withoutUnused(values: MovimientoValues) {
  const { concepto, paga } = values
  if (values.tipo !== 'gasto') return { concepto: null, paga: null, comprobante: null, ...noFactura }
  return { concepto, paga, ...invoiceColumns(values) }
}

function columnsOf(values: MovimientoValues) {
  const expense = withoutUnused(values)
  return {
    ...pick(values, storedNames(movimientoFields)),
    ...expense,
    busqueda: movimientoSearchText(values, expense),
  }
}

/** In a transaction. @throws {HttpError} 400, 409 */
export async function createMovimiento(
  tx: Db,
  values: MovimientoValues,
  userId: number,
): Promise<Movimiento> {
  const { unknown } = await lockOwners(tx, values)
  assertNoFieldErrors(unknown)
  const columns = { ...columnsOf(values), estado: 'aprobado', usuario_id: userId }
  return findMovimiento(tx, await rejectTakenFactura(columns, () => insert(tx, 'movimientos', columns)))
}

const tipoErrors = (tipo: unknown, stored: string): Record<string, string> =>
  tipo === stored ? {} : { tipo: 'El tipo no se puede cambiar.' }

/** Returns the error of a body that has another tipo than the movimiento. */
export async function findTipoErrors(
  db: Db,
  { params, body }: { params: unknown; body: unknown },
): Promise<Record<string, string>> {
  const id = movimientos.update.params.safeParse(params).data?.id ?? 0
  const tipo = readValue(body, 'tipo')
  const stored = await scalar<string>(db, sql`select tipo from movimientos where id = ${id}`)
  return stored && movimientoTipos.some((each) => each === tipo) ? tipoErrors(tipo, stored) : {}
}

type StoredMovimiento = Omit<
  Movimiento,
  'piloto' | 'no_ruta' | 'liquidacion' | 'archivos' | 'registrado_por'
> & { camion_id: number | null }

/** In a transaction. @throws {HttpError} 400, 404, 409 */
export async function changeMovimiento(
  tx: Db,
  id: number,
  { version, ...changes }: MovimientoChanges,
): Promise<Movimiento> {
  const owners = await lockOwners(tx, changes)
  const before = await lockRecord<StoredMovimiento>(tx, 'movimientos', id)
  allowKeptOwners(owners, before, changes)
  const tipo = changes.tipo ?? before?.tipo
  const missing = tipo && !changes.tipo ? missingMovimientoFields({ ...changes, tipo }) : []
  assertNoFieldErrors(owners.unknown, {
    ...Object.fromEntries(missing.map((campo) => [campo, sentences.required])),
    ...(before && tipoErrors(tipo, before.tipo)),
  })
  if (!before) throw notFound(registros.movimientos.notFound)
  if (version != null && version !== before.version) throw new RecordError('movimientos', true)
  if (before.camion_id !== null) throw conflict(cargaErrors.isCarga)
  await assertUnsettled(tx, id)
  if (before.estado === 'anulado') throw conflict('El movimiento está anulado.')
  const columns = columnsOf({ ...changes, tipo: before.tipo })
  await rejectTakenFactura(columns, () => replaceRecord(tx, 'movimientos', id, columns, version))
  return findMovimiento(tx, id)
}

type EstadoChange = z.output<typeof movimientos.estado.body>

export const estadoMessages: Record<Movimiento['estado'], string> = {
  registrado: 'Movimiento por revisar',
  aprobado: 'Movimiento aprobado',
  anulado: 'Movimiento anulado',
}

/** In a transaction. @throws {HttpError} 404, 409 */
export async function changeEstado(
  tx: Db,
  id: number,
  { estado, motivo, version }: EstadoChange,
): Promise<Movimiento> {
  const found = await one<MoneyOwners>(tx, sql`select chofer_id, ruta_id from movimientos where id = ${id}`)
  if (!found) throw notFound(registros.movimientos.notFound)
  // Every transaction locks owners before movimientos.
  const { inBin } = await lockOwners(tx, found)
  const before = await lockRecord<StoredMovimiento>(tx, 'movimientos', id)
  if (!before) throw notFound(registros.movimientos.notFound)
  if (version != null && version !== before.version) throw new RecordError('movimientos', true)
  // Another transaction may have changed pilot or route: lock the new ones.
  const hasSameOwners = before.chofer_id === found.chofer_id && before.ruta_id === found.ruta_id
  if (!hasSameOwners) return changeEstado(tx, id, { estado, motivo, version })
  await assertUnsettled(tx, id)
  if (before.estado === estado) return findMovimiento(tx, id)
  if (before.estado === 'anulado' && inBin.length > 0) {
    throw conflict('El piloto o la ruta de este movimiento está en la papelera.')
  }
  const reason = estado === 'anulado' ? (motivo ?? null) : null
  await run(tx, sql`select set_config('flota.motivo', ${reason ?? ''}, true)`)
  await rejectTakenFactura(before, () =>
    replaceRecord(tx, 'movimientos', id, { estado, motivo: reason }, version),
  )
  return findMovimiento(tx, id)
}
