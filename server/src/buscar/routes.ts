import { can } from '@flota/contract/access.ts'
import { buscar, type Hallado } from '@flota/contract/buscar.ts'
import { calls } from '@flota/contract/calls.ts'
import { catalogues } from '@flota/contract/catalogues.ts'
import { normalize } from '../db/search.ts'
import type { Database } from '../db/sql.ts'
import { type App, serve } from '../http/serve.ts'
import { buscarEn, buscarRutas } from './queries.ts'

const fewestLetters = 2

export function buscarRoutes(app: App, db: Database): void {
  serve(app, buscar.all, async ({ query, session }) => {
    const searched = query.buscar ?? ''
    const isEnough = [...normalize(searched)].length >= fewestLetters
    const found: Record<string, Hallado[]> = {}
    if (can(session, calls['GET /api/rutas'])) found.rutas = isEnough ? await buscarRutas(db, searched) : []
    // One after the other: a search that is typed must not take the connections of a whole office.
    for (const catalogue of Object.values(catalogues))
      if (can(session, calls[`GET /api/${catalogue.name}`]))
        found[catalogue.name] = isEnough ? await buscarEn(db, catalogue, searched) : []
    return found
  })
}
