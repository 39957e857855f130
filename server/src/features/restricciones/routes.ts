import {
  type Restriccion,
  type RestriccionValues,
  restricciones,
} from '@flota/contract/trips/restricciones.ts'
import type { Columns } from '../../platform/db/records.ts'
import { many, sql } from '../../platform/db/sql.ts'
import type { App } from '../../platform/http/serve.ts'
import { serveRead } from '../../platform/http/serveRead.ts'
import { serveRecord } from '../../platform/http/serveRecord.ts'

export function restriccionesRoutes(app: App): void {
  serveRead(app, restricciones.list, (db) =>
    many<Restriccion>(
      db,
      sql`select * from restricciones_leer where eliminado_en is null
        order by nombre collate es_nombre, id limit 1000`,
    ),
  )
  serveRecord(app, restricciones, { tipo: 'restricciones', columnsOf })
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
