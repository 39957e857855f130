import { sentences } from '@flota/contract/sentences.ts'
import { type Db, one, raw, sql } from '../../platform/db/sql.ts'
import { conflict, invalid } from '../../platform/http/errors.ts'
import { references } from './references.ts'

/** A movimiento that is to be settled: in words, so that its partial index is found by them. */
export const isUnsettled = raw(
  "chofer_id is not null and liquidacion_id is null and estado <> 'anulado' and paga is distinct from 'empresa'",
)

export interface MoneyOwners {
  chofer_id: number | null
  ruta_id: number | null
}

const tables = [
  ['chofer_id', 'choferes', references.chofer_id.unknown],
  ['ruta_id', 'rutas', sentences.unknownRuta],
] as const

/**
 * Holds the pilot and then the route whose money is written, as nobody deletes or renames them until the transaction
 * ends: the lock of a foreign key would let them go to the bin.
 * @returns of each that is not there its sentence; `inBin` those that lie in the bin
 */
export async function lockOwners(tx: Db, owners: MoneyOwners) {
  const unknown: Partial<Record<keyof MoneyOwners, string>> = {}
  const inBin: (keyof MoneyOwners)[] = []
  for (const [column, table, sentence] of tables) {
    if (owners[column] === null) continue
    const row = await one<{ eliminado: boolean }>(
      tx,
      sql`select eliminado_en is not null as eliminado from ${raw(table)} where id = ${owners[column]} for share`,
    )
    if (row?.eliminado) inBin.push(column)
    if (!row || row.eliminado) unknown[column] = sentence
  }
  return { unknown, inBin }
}

/** Nobody settles it until the transaction ends. @throws {HttpError} 409 while a settlement has it */
export async function assertUnsettled(tx: Db, id: number): Promise<void> {
  await one(tx, sql`select from movimientos where id = ${id} for share`)
  const found = await one<{ numero: string }>(
    tx,
    sql`select l.numero from movimientos m join liquidaciones l on l.id = m.liquidacion_id where m.id = ${id}`,
  )
  if (found) throw conflict(`El movimiento pertenece a la liquidación ${found.numero}.`)
}

/** Of a route that is on its way to the bin, whose row must be held. @throws {HttpError} 409 */
export async function assertRutaWithoutMoney(tx: Db, id: number): Promise<void> {
  const found = sql`select from movimientos where ruta_id = ${id} and estado <> 'anulado' limit 1`
  if (await one(tx, found)) throw conflict('No se puede eliminar: la ruta tiene dinero registrado.')
}

/** Of a pilot who is on the way to the bin, whose row must be held. @throws {HttpError} 409 */
export async function assertPilotoWithoutMoney(tx: Db, id: number): Promise<void> {
  const found = sql`select where (select saldo <> 0 from saldos_leer where chofer_id = ${id})
    or exists (select from movimientos where chofer_id = ${id} and ${isUnsettled})`
  if (await one(tx, found)) throw conflict('No se puede eliminar: el piloto tiene dinero por liquidar.')
}

/** @throws {HttpError} 400 telling all of them; the first is the message too */
export function assertNoFieldErrors(wrong: Readonly<Record<string, string>>, message?: string): void {
  if (Object.keys(wrong).length > 0) throw invalid(wrong, message)
}
