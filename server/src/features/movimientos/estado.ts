import type { Movimiento, movimientos } from '@flota/contract/movimientos.ts'
import { registros } from '@flota/contract/registros.ts'
import type { z } from 'zod'
import { assertUnsettled, lockOwners, type MoneyOwners } from '../../domain/trips/moneyLocks.ts'
import { lockRecord, RecordError, replaceRecord } from '../../platform/db/records.ts'
import { type Db, one, run, sql } from '../../platform/db/sql.ts'
import { conflict, notFound } from '../../platform/http/errors.ts'
import { findMovimiento, rejectTakenFactura, type StoredMovimiento } from './write.ts'

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
  // Before its row, as by everyone who writes both.
  const { inBin } = await lockOwners(tx, found)
  const before = await lockRecord<StoredMovimiento>(tx, 'movimientos', id)
  if (!before) throw notFound(registros.movimientos.notFound)
  if (version != null && version !== before.version) throw new RecordError('movimientos', true)
  // It was given to another pilot or route meanwhile: these are to be held.
  const isSame = before.chofer_id === found.chofer_id && before.ruta_id === found.ruta_id
  if (!isSame) return changeEstado(tx, id, { estado, motivo, version })
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
