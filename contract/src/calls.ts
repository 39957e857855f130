import type { Access } from './access.ts'
import { type CatalogueName, catalogues } from './catalogues.ts'

/** `public` needs no token. */
export type CallAccess = Access | 'public'

const session: Access = {}
const readCatalogues: Access = {
  anyOf: ['gestionar_catalogos', 'ver_rutas', 'crear_rutas', 'editar_rutas'],
  except: 'piloto',
}
const writeCatalogues: Access = { anyOf: ['gestionar_catalogos'] }

type CatalogueCalls = Record<
  `${'GET' | 'POST'} /api/${CatalogueName}` | `${'GET' | 'PUT' | 'DELETE'} /api/${CatalogueName}/:id`,
  Access
>

const catalogueCalls = Object.fromEntries(
  Object.keys(catalogues).flatMap((name) => [
    [`GET /api/${name}`, readCatalogues],
    [`GET /api/${name}/:id`, readCatalogues],
    [`POST /api/${name}`, writeCatalogues],
    [`PUT /api/${name}/:id`, writeCatalogues],
    [`DELETE /api/${name}/:id`, writeCatalogues],
  ]),
  // fromEntries forgets its keys: they are the template above, spelled once as a type.
) as CatalogueCalls

/**
 * Every call and who may make it (contract.md section 3), one line each. Paths that begin with
 * /api/usuarios or /api/piloto are served without /api too. No zod: the browser imports it.
 */
export const calls = {
  'GET /api/salud': 'public',
  'GET /api/config': 'public',
  'GET /api/docs': 'public',

  'POST /api/auth/login': 'public',
  'POST /api/auth/logout': session,
  'GET /api/auth/verify': session,
  'POST /api/auth/password': session,

  ...catalogueCalls,
} as const satisfies Record<`${string} /api/${string}`, CallAccess>

export type Line = keyof typeof calls
