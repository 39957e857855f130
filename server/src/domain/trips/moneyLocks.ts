import { sentences } from '@flota/contract/core/sentences.ts'
import { facturaErrors } from '@flota/contract/records/facturas.ts'
import { type Db, one, raw, scalar, sql } from '../../platform/db/sql.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import { references } from './references.ts'

/** Selects movimientos that await a settlement. PostgreSQL uses the partial index only for this exact text. */
export const isUnsettled = raw(
  "chofer_id is not null and liquidacion_id is null and estado <> 'anulado' and paga is distinct from 'empresa'",
)

export interface MoneyOwners {
  /** Truck of a carga. */
  camion_id?: number | null
  chofer_id: number | null
  ruta_id: number | null
}

const tables = [
  ['camion_id', 'camiones', references.camion_id.unknown],
  ['chofer_id', 'choferes', references.chofer_id.unknown],
  ['ruta_id', 'rutas', sentences.unknownRuta],
] as const

/**
 * Locks the truck, the pilot, then the route, against deletion and renaming until the transaction ends. The lock of a foreign key
 * does not prevent a soft delete.
 * @returns `unknown`: a sentence for each column whose record does not exist or is in the bin; `inBin`: the latter
 */
export async function lockOwners(tx: Db, owners: MoneyOwners) {
  const unknown: Partial<Record<keyof MoneyOwners, string>> = {}
  const inBin: (keyof MoneyOwners)[] = []
  for (const [column, table, sentence] of tables) {
    if (owners[column] == null) continue
    const isInBin = await scalar<boolean>(
      tx,
      sql`select eliminado_en is not null from ${raw(table)} where id = ${owners[column]} for share`,
    )
    if (isInBin) inBin.push(column)
    if (isInBin !== false) unknown[column] = sentence
  }
  return { unknown, inBin }
}

/** Removes the errors of records in the bin that a movimiento keeps. */
export function allowKeptOwners(
  { unknown, inBin }: Awaited<ReturnType<typeof lockOwners>>,
  before: MoneyOwners | undefined,
  after: MoneyOwners,
): void {
  for (const column of inBin) if (before?.[column] === after[column]) delete unknown[column]
}

/** Locks the movimiento against settlement until the transaction ends. @throws {HttpError} 409 if it is settled */
export async function assertUnsettled(tx: Db, id: number): Promise<void> {
  await one(tx, sql`select from movimientos where id = ${id} for share`)
  const numero = await scalar<string>(
    tx,
    sql`select l.numero from movimientos m join liquidaciones l on l.id = m.liquidacion_id where m.id = ${id}`,
  )
  if (numero) throw conflict(`El movimiento pertenece a la liquidación ${numero}.`)
}

/** Needs the route's row locked. @throws {HttpError} 409 if the route has valid movimientos or a valid invoice */
export async function assertRutaWithoutMoney(tx: Db, id: number): Promise<void> {
  const found = sql`select where exists (select from movimientos where ruta_id = ${id} and estado <> 'anulado')
    or exists (select from facturas_rutas where ruta_id = ${id} and vigente)`
  if (await one(tx, found)) throw conflict('No se puede eliminar: la ruta tiene dinero registrado.')
}

/** Needs the pilot's row locked. @throws {HttpError} 409 if the pilot has a balance or unsettled movimientos */
export async function assertPilotoWithoutMoney(tx: Db, id: number): Promise<void> {
  const found = sql`select where (select saldo <> 0 from saldos_leer where chofer_id = ${id})
    or exists (select from movimientos where chofer_id = ${id} and ${isUnsettled})`
  if (await one(tx, found)) throw conflict('No se puede eliminar: el piloto tiene dinero por liquidar.')
}

/** Needs the client's row locked. @throws {HttpError} 409 if the client has an invoice with a balance */
export async function assertClienteOwesNothing(tx: Db, id: number): Promise<void> {
  const found = sql`select from facturas where cliente_id = ${id} and saldo > 0 limit 1`
  if (await one(tx, found)) throw conflict(facturaErrors.clienteOwes)
}

/** @throws {HttpError} 400 naming all fields with errors; its message is that of the first unknown record, if any */
export function assertNoFieldErrors(
  unknown: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>> = {},
): void {
  const errors = { ...others, ...unknown }
  if (Object.keys(errors).length > 0) throw invalid(errors, Object.values(unknown)[0])
}
