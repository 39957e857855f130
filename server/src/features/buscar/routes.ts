import { can } from '@flota/contract/core/access.ts'
import { calls } from '@flota/contract/core/calls.ts'
import { catalogueNames } from '@flota/contract/records/catalogues.ts'
import { buscar } from '@flota/contract/system/buscar.ts'
import { normalize } from '../../platform/db/search.ts'
import type { Database } from '../../platform/db/sql.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { findHallados } from './queries.ts'

const kinds = ['rutas', ...catalogueNames] as const
const minSearchLetters = 2

export function buscarRoutes(app: App, db: Database): void {
  serve(app, buscar.all, async ({ query: { buscar: search = '' }, session }) => {
    const readable = kinds.filter((kind) => can(session, calls[`GET /api/${kind}`]))
    const isEnough = [...normalize(search)].length >= minSearchLetters
    if (isEnough && readable.length > 0) return findHallados(db, readable, search)
    return Object.fromEntries(readable.map((kind) => [kind, []]))
  })
}
