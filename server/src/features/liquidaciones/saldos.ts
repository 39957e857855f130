import { type Saldo, saldos } from '@flota/contract/saldos.ts'
import { matches } from '../../platform/db/search.ts'
import { type Database, many, raw, sql } from '../../platform/db/sql.ts'
import { type App, serve } from '../../platform/http/serve.ts'

export function saldosRoutes(app: App, db: Database): void {
  serve(app, saldos.list, ({ query: { buscar } }) =>
    many<Saldo>(
      db,
      sql`select chofer_id, piloto, saldo, por_revisar, abiertos, desde from saldos_leer
        where (saldo <> 0 or por_revisar > 0 or abiertos > 0) ${matches(raw('busqueda'), buscar)}
        order by desde nulls last, nombre collate es_nombre, apellido collate es_nombre, chofer_id`,
    ),
  )
}
