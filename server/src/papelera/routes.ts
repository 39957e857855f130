import { catalogueCalls } from '@flota/contract/endpoints.ts'
import { mantenimientos } from '@flota/contract/mantenimientos.ts'
import { papelera, papeleraTipos } from '@flota/contract/papelera.ts'
import { rutas } from '@flota/contract/rutas.ts'
import { usuarios } from '@flota/contract/usuarios.ts'
import type { z } from 'zod'
import type { Database } from '../db/sql.ts'
import { notFound, unknownAddress } from '../http/errors.ts'
import { type App, serve } from '../http/serve.ts'
import { findDeleted, restore, type Tipo } from './queries.ts'

/** A restored record leaves in the shape of its own GET, and with nothing else. */
const shapes: Record<Tipo, z.ZodType<Record<string, unknown>>> = {
  choferes: catalogueCalls.choferes.show.data,
  ayudantes: catalogueCalls.ayudantes.show.data,
  clientes: catalogueCalls.clientes.show.data,
  camiones: catalogueCalls.camiones.show.data,
  rutas: rutas.show.data,
  mantenimientos: mantenimientos.show.data,
  usuarios: usuarios.show.data,
}

export function papeleraRoutes(app: App, db: Database): void {
  serve(app, papelera.list, ({ query }) => findDeleted(db, query))

  serve(app, papelera.restore, async ({ params }) => {
    const tipo = papeleraTipos.find((each) => each === params.tipo)
    if (!tipo) throw notFound(unknownAddress)
    return shapes[tipo].parse(await db.transaction((tx) => restore(tx, tipo, params.id)))
  })
}
