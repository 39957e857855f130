import { type Db, many, sql } from '../platform/db/sql.ts'
import type { ApiResponse } from './testApp.ts'

/** A row of the log as it is compared: who, what and of what. */
export interface LogRow {
  accion: string
  tipo: string
  registro_id: number | null
  nombre: string | null
  usuario_id: number | null
  usuario: string | null
  cambios: Record<string, unknown>
  motivo: string | null
}

/** What one call left in the log, oldest first. */
export const findLogRowsOfRequest = (db: Db, { headers }: ApiResponse): Promise<LogRow[]> =>
  many<LogRow>(
    db,
    sql`select accion, tipo, registro_id, nombre, usuario_id, usuario, cambios, motivo
      from bitacora where peticion = ${headers['x-request-id']} order by id`,
  )
