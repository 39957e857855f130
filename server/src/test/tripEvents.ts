import { type Db, many, run, sql } from '../platform/db/sql.ts'

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

/** Returns a moment of yesterday in the company's time zone. */
export const yesterdayAt = (hour: string) => `${yesterday}T${hour}:00-06:00`

/** Returns a moment as the API returns it. */
export const toUtc = (moment: string) => new Date(moment).toISOString()

export const findIncidentes = (db: Db, ruta: number) =>
  many<Record<string, unknown> & { id: number; hasta: string | null }>(
    db,
    sql`select * from incidentes_leer where ruta_id = ${ruta} and eliminado_en is null order by desde, id`,
  )

/** Returns the log rows of a record, oldest first. */
export const findLogRowsOfRecord = (db: Db, tipo: string, id: number) =>
  many<{ accion: string; cambios: object }>(
    db,
    sql`select accion, nombre, cambios, motivo from bitacora where tipo = ${tipo} and registro_id = ${id} order by id`,
  )

/** Makes all trips created `days` ago: a phone's time before the creation is doubtful. */
export const setRutasAge = (db: Db, days: number) =>
  run(db, sql`update rutas set creado_en = now() - make_interval(days => ${days})`)
