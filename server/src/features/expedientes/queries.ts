import type { NewestQuery } from '@flota/contract/core/values.ts'
import type { Archivo } from '@flota/contract/documents/archivos.ts'
import type { Evidencia } from '@flota/contract/records/estados.ts'
import { registros } from '@flota/contract/records/registros.ts'
import type { Entrega, Tiempos } from '@flota/contract/trips/entregas.ts'
import type { Espera, Expediente, ExpedienteDelPiloto } from '@flota/contract/trips/expedientes.ts'
import type { Incidente } from '@flota/contract/trips/incidentes.ts'
import type { Reglas } from '@flota/contract/trips/reglas.ts'
import type { Sql } from 'sql-template-tag'
import { findHistorialById, findRuta, type Scope, scopeCondition } from '../../domain/trips/findRuta.ts'
import { idsOfPage } from '../../domain/trips/pages.ts'
import { isOpenSql } from '../../domain/trips/references.ts'
import { type Db, limitOffset, many, one, prepared, raw, scalar, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import type { Session } from '../../platform/http/authentication.ts'
import { buildTimeline } from './timeline.ts'
import { findTimelinePage, idsIn } from './timelinePage.ts'

/** Columns of a record before its first PUT. */
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

/** Locks a route against deletion while a transaction writes its records. @throws {HttpError} 404 */
export async function lockRuta(tx: Db, id: number, scope: Scope = {}): Promise<void> {
  const ruta = sql`select from rutas
    where id = ${id} and eliminado_en is null ${scopeCondition(scope)} for share`
  if (!(await one(tx, ruta))) throw notFound(registros.rutas.notFound)
}

/** Returns the doubtful times after a change. Unchanged ones keep their mark, and one that the office changes loses it. */
export async function findDoubtful(
  tx: Db,
  id: number,
  changes: Partial<Record<string, string | null>>,
  phone: Session | undefined,
): Promise<string[]> {
  const [names, values] = [Object.keys(changes), Object.values(changes)]
  // Also locks the times until they are written.
  const [before] = await many<{ dudosas: string[] }>(
    tx,
    sql`select dudosas from tiempos where ruta_id = ${id} for update`,
  )
  const kept = before?.dudosas.filter((name) => !names.includes(name)) ?? []
  const found = await many<{ nombre: string }>(
    tx,
    sql`select nombre from rutas r
        cross join unnest(${names}::text[], ${values}::timestamptz[]) cambio (nombre, valor)
        left join tiempos t on t.ruta_id = r.id
      where r.id = ${id} and case when valor = (to_jsonb(t) ->> nombre)::timestamptz then nombre = any(t.dudosas)
        else ${phone !== undefined} and es_hora_dudosa(valor, r.creado_en, ${phone?.heardBefore ?? null}) end`,
  )
  return [...kept, ...found.map(({ nombre }) => nombre)]
}

type Esperas = Expediente['espera']

/** @throws {HttpError} 404 */
export async function findExpediente(db: Db, id: number, page: NewestQuery): Promise<Expediente> {
  const { cliente_id } = await findRuta(db, id)
  const entrega = entregaOf(await findEntregas(db, [id]), id)
  const tiempos = tiemposOf(await findTiempos(db, [id]), id)
  const incidentes = await findIncidentes(db, id, page)
  const reglas = await findReglas(db, cliente_id)
  const linea = await findLinea(db, id, page, { entrega, tiempos })
  return {
    entrega,
    tiempos,
    espera: await findEsperas(db, id, reglas),
    incidentes: incidentes.rows,
    reglas,
    falta: await findMissingEvidence(db, id, cliente_id),
    linea: linea.linea,
    total: { incidentes: incidentes.total, linea: linea.total },
  }
}

/** Reads the events of one page, and the few that a trip has at most. */
async function findLinea(
  db: Db,
  id: number,
  page: NewestQuery,
  parts: { entrega: Entrega; tiempos: Tiempos },
) {
  const { claves, total } = await findTimelinePage(db, id, page)
  const historial = await findHistorialById(db, sql`select unnest(${idsIn(claves, 'estado')}::int[])`)
  const incidentes = await many<Incidente>(
    db,
    prepared(sql`select * from incidentes_leer where id = any(${idsIn(claves, 'incidente')}::int[])`),
  )
  const archivos = await findArchivos(db, id)
  return { linea: buildTimeline({ ...parts, historial, incidentes, archivos }, claves), total }
}

async function findIncidentes(db: Db, ruta: number, { pagina, porPagina }: NewestQuery) {
  const ofRuta = sql`from incidentes where ruta_id = ${ruta} and eliminado_en is null`
  const page = sql`order by desde desc, id desc ${limitOffset(porPagina, (pagina - 1) * porPagina)}`
  const rows = await many<Incidente>(
    db,
    prepared(sql`select * from incidentes_leer where id in (select id ${ofRuta} ${page}) order by desde, id`),
  )
  return { rows, total: (await scalar<number>(db, prepared(sql`select count(*) ${ofRuta}`))) ?? 0 }
}

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
    prepared(sql`select lugar, e.* from tiempos_leer t,
        lateral (values ('carga', llegada_carga, salida_carga, carga_dudosa),
          ('descarga', llegada_descarga, salida_descarga, descarga_dudosa)) as paradas (lugar, llegada, salida, es_dudosa),
        lateral espera_de(llegada, salida, ${horas_libres}, ${tarifa_demora}, ${unidad}) e
      where t.ruta_id = ${ruta} and not es_dudosa`),
  )
  const at = (place: keyof Esperas): Espera | null => {
    const espera = found.find(({ lugar }) => lugar === place)
    return espera ? { ...espera, unidad } : null
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

type PilotExpediente = Omit<ExpedienteDelPiloto, 'entrega' | 'tiempos'>

interface OptionalPage {
  pagina?: number | undefined
  porPagina?: number | undefined
}

/** Selects the open routes and the closed ones since a day; each part scans one index, or both the page of mis-rutas. */
function selectShown(chofer_id: number, desde: string, { pagina, porPagina }: OptionalPage): Sql {
  const own = sql`chofer_id = ${chofer_id} and eliminado_en is null`
  // The subquery around the day saves planning each request anew.
  const isRecent = sql`fecha >= (select ${desde}::date)`
  const columns = sql`select id, cliente_id from rutas where`
  if (pagina === undefined && porPagina === undefined)
    return sql`${columns} ${own} and ${isOpenSql} union all ${columns} ${own} and not ${isOpenSql} and ${isRecent}`
  const page = { pagina: pagina ?? 1, porPagina: porPagina ?? maxRows, orden: 'por hacer' } as const
  return sql`${columns} id = any(array(${idsOfPage(page, own)})) and (${isOpenSql} or ${isRecent})`
}

const maxRows = 1000

/** Returns the pilot's open routes and the closed ones since a day, or those of them on a page of mis-rutas, by id. */
export async function findDelPiloto(
  db: Db,
  chofer_id: number,
  desde: string,
  page: OptionalPage,
): Promise<ExpedienteDelPiloto[]> {
  const rutas = await many<Omit<PilotExpediente, 'reglas'> & PilotExpediente['reglas']>(
    db,
    prepared(sql`with suyas as (${selectShown(chofer_id, desde, page)})
      select s.id as ruta_id, nullif(c.telefono, '') as telefono, coalesce(r.exige_foto, false) as exige_foto,
        coalesce(r.exige_firma, false) as exige_firma, r.instrucciones, evidencias_faltantes(s.id, s.cliente_id) as falta,
        (select jsonb_build_object('causa', causa, 'desde', formato_iso(desde)) from incidente_abierto(s.id)) as incidente
      from suyas s join clientes c on c.id = s.cliente_id left join reglas r on r.cliente_id = s.cliente_id
      order by s.id limit ${raw(String(maxRows))}`),
  )
  const ids = rutas.map(({ ruta_id }) => ruta_id)
  const [entregas, tiempos] = [await findEntregas(db, ids), await findTiempos(db, ids)]
  return rutas.map(({ exige_foto, exige_firma, instrucciones, ...ruta }) => ({
    ...ruta,
    reglas: { exige_foto, exige_firma, instrucciones },
    entrega: entregaOf(entregas, ruta.ruta_id),
    tiempos: tiemposOf(tiempos, ruta.ruta_id),
  }))
}
