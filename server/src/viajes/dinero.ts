import { sentences } from '@flota/contract/sentences.ts'
import { type Db, one, raw, sql } from '../db/sql.ts'
import { invalid } from '../http/errors.ts'
import { references } from './references.ts'

/** A movimiento that is to be settled: in words, so that its partial index is found by them. */
export const abierto = raw(
  "chofer_id is not null and liquidacion_id is null and estado <> 'anulado' and paga is distinct from 'empresa'",
)

export interface Owners {
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
export async function holdOwners(tx: Db, owners: Owners) {
  const unknown: Partial<Record<keyof Owners, string>> = {}
  const inBin: (keyof Owners)[] = []
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

/** @throws {HttpError} 400 telling all of them; the first is the message too */
export function refuseFields(wrong: Readonly<Record<string, string>>, message?: string): void {
  if (Object.keys(wrong).length > 0) throw invalid(wrong, message)
}
