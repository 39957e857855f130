import { type Db, many, sql } from '../platform/db/sql.ts'
import type { ApiResponse } from './testApp.ts'

/** Row of the log, reduced to the compared columns. */
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

/** Returns the log rows of one request, oldest first. */
export const findLogRowsOfRequest = (db: Db, { headers }: ApiResponse): Promise<LogRow[]> =>
  many<LogRow>(
    db,
    sql`select accion, tipo, registro_id, nombre, usuario_id, usuario, cambios, motivo
      from bitacora where peticion = ${headers['x-request-id']} order by id`,
  )
