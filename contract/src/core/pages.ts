import { type Access, anyRoutePermiso } from './access.ts'
import { catalogueScreens } from './catalogueScreens.ts'

export type PageAccess = Access | 'public'

const session: Access = {}
const manageCatalogues: Access = { anyOf: ['gestionar_catalogos'] }
const managePlanes: Access = { anyOf: ['gestionar_catalogos'], except: 'piloto' }
const seeDinero: Access = { anyOf: ['ver_dinero', 'gestionar_dinero'], except: 'piloto' }
const manageCobros: Access = { anyOf: ['gestionar_cobros'], except: 'piloto' }
const seeRutas: Access = { anyOf: ['ver_rutas'] }

type Screens = (typeof catalogueScreens)[keyof typeof catalogueScreens]
export type CataloguePage = Screens['list' | 'create' | 'edit'] | Screens['show'][number]

const cataloguePages = Object.fromEntries(
  Object.values(catalogueScreens)
    .flatMap(({ list, create, edit, show }) => [list, create, edit, ...show])
    .map((page) => [page, manageCatalogues]),
  // Object.fromEntries loses the key type.
) as Record<CataloguePage, Access>

/** Every page with its access rule (docs/contract/screens.md); others are 404. No zod: the web imports it. */
export const pages = {
  '/login': 'public',
  '/': session,
  '/dashboard': session,
  '/admin-dashboard': { role: 'administrador' },
  '/piloto-rutas': { role: 'piloto', anyOf: ['ver_rutas'] },
  '/rutas': { anyOf: anyRoutePermiso },
  '/tablero': { anyOf: anyRoutePermiso, except: 'piloto' },
  '/ingresar-ruta': { anyOf: ['crear_rutas'], except: 'piloto' },
  '/editar-ruta/:id': { anyOf: ['editar_rutas'], except: 'piloto' },
  '/mostrar-ruta/:id': seeRutas,
  '/ver-ruta/:id': seeRutas,
  ...cataloguePages,
  '/mantenimientos': manageCatalogues,
  '/planes': managePlanes,
  '/vencimientos': manageCatalogues,
  '/ver-mantenimiento/:id': manageCatalogues,
  '/tarifas': manageCatalogues,
  '/importar': { anyOf: ['gestionar_catalogos', 'crear_rutas', 'gestionar_cobros'], except: 'piloto' },
  '/reportes': { anyOf: ['generar_reportes'] },
  '/dinero': seeDinero,
  '/dinero/piloto/:id': seeDinero,
  '/dinero/liquidacion/:id': seeDinero,
  '/cobros': manageCobros,
  '/cobros/cliente/:id': manageCobros,
  '/cobros/factura/:id': manageCobros,
  '/combustible': seeDinero,
  '/usuarios': { role: 'administrador' },
  '/bitacora': { role: 'administrador' },
  '/papelera': { role: 'administrador' },
  '/ajustes': { role: 'administrador' },
  '/ayuda': session,
  '/mi-cuenta': session,
  '/segundo-factor': session,
} as const satisfies Record<`/${string}`, PageAccess>

export type Page = keyof typeof pages
