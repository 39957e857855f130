import type { Archivo } from '@flota/contract/documents/archivos.ts'
import { registros } from '@flota/contract/records/registros.ts'
import type { Entrega, Tiempos } from '@flota/contract/trips/entregas.ts'
import { type Ruta, type RutaDelPiloto, rutaDelPiloto } from '@flota/contract/trips/rutas.ts'
import { type Scope, scopeCondition } from '../../domain/trips/findRuta.ts'
import { type Db, many, one, prepared, raw, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'

/** Data of a trip's sheet: the fields that pilots may read, the price and the pilot's licence. */
export interface Hoja extends RutaDelPiloto {
  /** Not printed for pilots. */
  precio: number
  numero_unidad: string | null
  tipo_licencia: string | null
  /** Expiry date; null if an import or an older version omitted it. */
  vencimiento: string | null
}

const columns = raw([...Object.keys(rutaDelPiloto.shape), 'precio'].map((name) => `l.${name}`).join(', '))

/** Returns one sheet per id, in the order of the ids. @throws {HttpError} 404 if a route is missing or out of scope */
export async function findHojas(db: Db, ids: number[], scope: Scope): Promise<Hoja[]> {
  const hojas = await many<Hoja>(
    db,
    sql`select ${columns}, ca.numero_unidad, c.tipo_licencia, c.vencimiento
      from rutas_leer l join choferes c on c.id = l.chofer_id join camiones ca on ca.id = l.camion_id
      where l.id = any(${ids}) and l.eliminado_en is null ${scopeCondition(scope, 'l.')}
      order by array_position(${ids}::int[], l.id)`,
  )
  if (hojas.length < ids.length) throw notFound(registros.rutas.notFound)
  return hojas
}

type NullableFields<T> = { [K in keyof T]: T[K] | null }

export interface Comprobante {
  ruta: Ruta
  /** Fields are null before the first PUT. */
  entrega:
    | NullableFields<Pick<Entrega, 'recibio' | 'documento' | 'nota' | 'sin_evidencia_motivo'>>
    | undefined
  tiempos: Tiempos | undefined
  /** Photos and signatures, oldest first. */
  archivos: Pick<Archivo, 'id' | 'clase' | 'tipo_mime' | 'bytes' | 'sha256'>[]
}

/** @throws {HttpError} 404 */
export async function findComprobante(db: Db, id: number): Promise<Comprobante> {
  const ruta = await one<Comprobante['ruta']>(
    db,
    prepared(sql`select l.* from rutas_leer l where l.id = ${id} and l.eliminado_en is null`),
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
