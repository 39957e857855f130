import type { Archivo } from '@flota/contract/archivos.ts'
import type { Entrega, Tiempos } from '@flota/contract/entregas.ts'
import { registros } from '@flota/contract/registros.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import { type Db, many, one, prepared, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/http/errors.ts'
import type { CompanyDetails } from './queries.ts'

/** What is known of a delivery before its first PUT is null. */
type NullableFields<T> = { [K in keyof T]: T[K] | null }

/** What proves a delivery: the trip, what was told of it, and its pictures, oldest first. */
export interface Comprobante {
  ruta: Ruta & CompanyDetails
  entrega:
    | NullableFields<Pick<Entrega, 'recibio' | 'documento' | 'nota' | 'sin_evidencia_motivo'>>
    | undefined
  tiempos: Tiempos | undefined
  archivos: Pick<Archivo, 'id' | 'clase' | 'tipo_mime' | 'bytes' | 'sha256'>[]
}

/** @throws {HttpError} 404 */
export async function findComprobante(db: Db, id: number): Promise<Comprobante> {
  const ruta = await one<Comprobante['ruta']>(
    db,
    prepared(sql`select l.*, a.nit, a.direccion, a.telefono from rutas_leer l cross join ajustes a
      where l.id = ${id} and l.eliminado_en is null`),
  )
  if (!ruta) throw notFound(registros.rutas.notFound)
  return {
    ruta,
    entrega: await one(db, prepared(sql`select * from entregas_leer where ruta_id = ${id}`)),
    tiempos: await one(db, prepared(sql`select * from tiempos_leer where ruta_id = ${id}`)),
    archivos: await many(
      db,
      prepared(sql`select id, clase, tipo_mime, bytes, sha256 from archivos_leer
        where entidad = 'rutas' and entidad_id = ${id} and clase in ('foto', 'firma') and eliminado_en is null
        order by id`),
    ),
  }
}
