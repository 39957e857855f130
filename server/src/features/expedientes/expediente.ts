import type { Archivo } from '@flota/contract/archivos.ts'
import type { Evidencia } from '@flota/contract/estados.ts'
import type { Espera, Expediente } from '@flota/contract/expedientes.ts'
import type { Incidente } from '@flota/contract/incidentes.ts'
import type { Reglas } from '@flota/contract/reglas.ts'
import { findHistorial, findRuta } from '../../domain/trips/findRuta.ts'
import { type Db, many, one, prepared, sql } from '../../platform/db/sql.ts'
import { entregaOf, findEntregas, findReglas, findTiempos, tiemposOf } from './parts.ts'
import { buildTimeline } from './timeline.ts'

type Esperas = Expediente['espera']

/** @throws {HttpError} 404 */
export async function findExpediente(db: Db, id: number): Promise<Expediente> {
  const { cliente_id } = await findRuta(db, id)
  const entrega = entregaOf(await findEntregas(db, [id]), id)
  const tiempos = tiemposOf(await findTiempos(db, [id]), id)
  const incidentes = await findIncidentes(db, id)
  const reglas = await findReglas(db, cliente_id)
  const historial = await findHistorial(db, id)
  const archivos = await findArchivos(db, id)
  return {
    entrega,
    tiempos,
    espera: await findEsperas(db, id, reglas),
    incidentes,
    reglas,
    falta: await findMissingEvidence(db, id, cliente_id),
    linea: buildTimeline({ historial, tiempos, incidentes, entrega, archivos }),
  }
}

const findIncidentes = (db: Db, ruta: number) =>
  many<Incidente>(
    db,
    prepared(
      sql`select * from incidentes_leer where ruta_id = ${ruta} and eliminado_en is null order by desde, id`,
    ),
  )

const findArchivos = (db: Db, ruta: number) =>
  many<Archivo>(
    db,
    prepared(sql`select * from archivos_leer
      where entidad = 'rutas' and entidad_id = ${ruta} and eliminado_en is null order by id`),
  )

async function findEsperas(db: Db, ruta: number, reglas: Reglas): Promise<Esperas> {
  const { horas_libres, tarifa_demora, unidad } = reglas
  const found = await many<Omit<Espera, 'unidad'> & { lugar: keyof Esperas }>(
    db,
    prepared(sql`select lugar, e.* from tiempos t,
        lateral (values ('carga', llegada_carga, salida_carga), ('descarga', llegada_descarga, salida_descarga))
          as paradas (lugar, llegada, salida),
        lateral espera_de(llegada, salida, ${horas_libres}, ${tarifa_demora}, ${unidad}) e
      where t.ruta_id = ${ruta}`),
  )
  const at = (place: keyof Esperas): Espera | null => {
    const waited = found.find(({ lugar }) => lugar === place)
    return waited ? { ...waited, unidad } : null
  }
  return { carga: at('carga'), descarga: at('descarga') }
}

const findMissingEvidence = async (db: Db, ruta: number, cliente: number): Promise<Evidencia[]> =>
  (
    await one<{ falta: Evidencia[] }>(
      db,
      prepared(sql`select evidencias_faltantes(${ruta}, ${cliente}) as falta`),
    )
  )?.falta ?? []
