import {
  type Restriccion,
  type RestriccionValues,
  restricciones,
} from '@flota/contract/trips/restricciones.ts'
import type { Columns } from '../../platform/db/records.ts'
import { type Database, many, sql } from '../../platform/db/sql.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { serveRecord } from '../../platform/http/serveRecord.ts'

export function restriccionesRoutes(app: App, db: Database): void {
  serve(app, restricciones.list, () =>
    many<Restriccion>(
      db,
      sql`select * from restricciones_leer where eliminado_en is null
        order by nombre collate es_nombre, id limit 1000`,
    ),
  )
  serveRecord(app, db, restricciones, { tipo: 'restricciones', columnsOf })
}

const columnsOf = (values: RestriccionValues) =>
  ({
    nombre: values.nombre,
    desde: values.desde,
    hasta: values.hasta,
    dias_semana: values.dias_semana,
    hora_desde: values.hora_desde,
    hora_hasta: values.hora_hasta,
    palabras_exentas: values.palabras_exentas,
    nota: values.nota,
    activo: values.activo,
  }) satisfies Columns<RestriccionValues>
