import { registros } from '@flota/contract/records/registros.ts'
import { type Db, one, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'

/** @throws {HttpError} 404 if no such client exists; one in the bin does */
export async function assertClienteExists(db: Db, id: number): Promise<void> {
  if (!(await one(db, sql`select from clientes where id = ${id}`)))
    throw notFound(registros.clientes.notFound)
}

/** Locks a client against renaming and deletion. @returns whether it is in the bin; undefined if it does not exist */
export const lockCliente = async (tx: Db, id: number): Promise<boolean | undefined> =>
  (
    await one<{ inBin: boolean }>(
      tx,
      sql`select eliminado_en is not null as "inBin" from clientes where id = ${id} for share`,
    )
  )?.inBin
