import type { Accion } from '@flota/contract/records/cambios.ts'
import { type Db, run, sql } from './sql.ts'

/** Inserts an entry into bitacora for an action that changes no row. Its author is the transaction's. */
export const writeAuditEvent = (tx: Db, accion: Accion, tipo: string, nombre: string) =>
  run(tx, sql`select bitacora_agregar(${accion}, ${tipo}, null, ${nombre}, '{}', null)`)
