import type { Accion } from '@flota/contract/cambios.ts'
import { type Db, run, sql } from './sql.ts'

/** Tells the log what no row says by itself, in the name that the transaction was opened in. */
export const writeAuditEvent = (tx: Db, accion: Accion, tipo: string, nombre: string) =>
  run(tx, sql`select bitacora_agregar(${accion}, ${tipo}, null, ${nombre}, '{}', null)`)
