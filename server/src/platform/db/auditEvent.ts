import type { Accion } from '@flota/contract/records/cambios.ts'
import { type Db, run, sql } from './sql.ts'

/** Inserts an entry into bitacora for an action that changes no row. Its author is the transaction's. */
export const writeAuditEvent = (
  tx: Db,
  accion: Accion,
  tipo: string,
  nombre: string,
  registro_id: number | null = null,
  motivo: string | null = null,
) => run(tx, sql`select bitacora_agregar(${accion}, ${tipo}, ${registro_id}, ${nombre}, '{}', ${motivo})`)
