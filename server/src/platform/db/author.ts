import pg from 'pg'
import { raw, type Sql } from 'sql-template-tag'

/** The author of a transaction's writes, as columns of the log's rows; null where unknown. */
export interface Author {
  usuario_id: number | null
  usuario: string | null
  direccion: string | null
  /** The answer's X-Request-Id. */
  peticion: string | null
  /** What a change of a record is called. */
  cambio: 'editar' | 'estado'
}

/** Begins a transaction; its author, if it has one, travels along. */
export const beginStatement = (author: Author | undefined): Sql =>
  raw(author ? `begin; set local flota.autor = ${pg.escapeLiteral(JSON.stringify(author))}` : 'begin')
