import type { Entrega, Tiempos } from '@flota/contract/entregas.ts'
import type { Reglas } from '@flota/contract/reglas.ts'
import { type Db, many, one, prepared, sql } from '../../platform/db/sql.ts'

/** What stands once for a route or a client, as it is read before anybody wrote it: in version 0. */

const unwrittenColumns = { version: 0, creado_en: null, actualizado_en: null }
const defaultEntrega = {
  recibio: null,
  documento: null,
  nota: null,
  sin_evidencia_motivo: null,
  usuario: null,
  hora_dispositivo: null,
  hecho_en: null,
  dudosa: false,
  ...unwrittenColumns,
}
const defaultTiempos = {
  llegada_carga: null,
  salida_carga: null,
  llegada_descarga: null,
  salida_descarga: null,
  dudosa: false,
  ...unwrittenColumns,
}
const defaultReglas = {
  exige_foto: false,
  exige_firma: false,
  instrucciones: null,
  horas_libres: null,
  tarifa_demora: null,
  unidad: 'hora',
  foto_desde: null,
  firma_desde: null,
  ...unwrittenColumns,
} as const

export const findEntregas = (db: Db, rutas: readonly number[]) =>
  many<Entrega>(db, prepared(sql`select * from entregas_leer where ruta_id = any(${rutas}::int[])`))
export const findTiempos = (db: Db, rutas: readonly number[]) =>
  many<Tiempos>(db, prepared(sql`select * from tiempos_leer where ruta_id = any(${rutas}::int[])`))

export const entregaOf = (found: readonly Entrega[], ruta_id: number): Entrega =>
  found.find((each) => each.ruta_id === ruta_id) ?? { ruta_id, ...defaultEntrega }
export const tiemposOf = (found: readonly Tiempos[], ruta_id: number): Tiempos =>
  found.find((each) => each.ruta_id === ruta_id) ?? { ruta_id, ...defaultTiempos }

export const findReglas = async (db: Db, cliente_id: number): Promise<Reglas> =>
  (await one<Reglas>(db, prepared(sql`select * from reglas_leer where cliente_id = ${cliente_id}`))) ?? {
    cliente_id,
    ...defaultReglas,
  }
