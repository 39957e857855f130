import { type Access, anyRoutePermiso } from './access.ts'
import { type CatalogueName, catalogueScreens } from './catalogueScreens.ts'
import { cobroCalls } from './cobroCalls.ts'
import { dineroCalls } from './dineroCalls.ts'
import { flotaCalls } from './flotaCalls.ts'

export type CallAccess = Access | 'public'

const session: Access = {}
const readCatalogues: Access = {
  anyOf: [
    'gestionar_catalogos',
    'ver_rutas',
    'crear_rutas',
    'editar_rutas',
    'ver_dinero',
    'gestionar_dinero',
    'gestionar_cobros',
  ],
  except: 'piloto',
}
const writeCatalogues: Access = { anyOf: ['gestionar_catalogos'] }

const readRutas: Access = { anyOf: anyRoutePermiso }
const staffReadRutas: Access = { ...readRutas, except: 'piloto' }
const planRutas: Access = { anyOf: ['crear_rutas', 'editar_rutas'], except: 'piloto' }
const createRutas: Access = { anyOf: ['crear_rutas'], except: 'piloto' }
const editRutas: Access = { anyOf: ['editar_rutas'], except: 'piloto' }
const readTarifas: Access = {
  anyOf: ['crear_rutas', 'editar_rutas', 'gestionar_catalogos'],
  except: 'piloto',
}
const reportes: Access = { anyOf: ['generar_reportes'] }
const administrador: Access = { role: 'administrador' }
/** `importAccess` narrows it by the kind of record. */
const importAnyTipo: Access = {
  anyOf: ['gestionar_catalogos', 'crear_rutas', 'gestionar_cobros'],
  except: 'piloto',
}

type CatalogueCalls = Record<
  | `${'GET' | 'POST'} /api/${CatalogueName}`
  | `${'GET' | 'PUT' | 'DELETE'} /api/${CatalogueName}/:id`
  | `GET /api/${CatalogueName}/exportar`
  | `GET /api/${CatalogueName}/:id/alias`
  | `DELETE /api/${CatalogueName}/:id/alias/:alias_id`,
  Access
>

const catalogueCalls = Object.fromEntries(
  Object.keys(catalogueScreens).flatMap((name) => [
    [`GET /api/${name}`, readCatalogues],
    [`GET /api/${name}/exportar`, writeCatalogues],
    [`GET /api/${name}/:id`, readCatalogues],
    [`POST /api/${name}`, writeCatalogues],
    [`PUT /api/${name}/:id`, writeCatalogues],
    [`DELETE /api/${name}/:id`, writeCatalogues],
    [`GET /api/${name}/:id/alias`, writeCatalogues],
    [`DELETE /api/${name}/:id/alias/:alias_id`, writeCatalogues],
  ]),
  // Object.fromEntries loses the key type.
) as CatalogueCalls

/** Every call with its access rule (docs/contract/permissions.md). No zod: the web imports it. */
export const calls = {
  'GET /api/vivo': 'public',
  'GET /api/salud': 'public',
  'GET /api/config': 'public',
  'GET /api/logo/:version': 'public',
  'GET /api/docs': 'public',

  'POST /api/auth/login': 'public',
  'POST /api/auth/logout': session,
  'GET /api/auth/verify': session,
  'POST /api/auth/password': session,
  'GET /api/auth/sesiones': session,
  'DELETE /api/auth/sesiones/:id': session,
  'DELETE /api/auth/sesiones': session,
  'GET /api/auth/correo': { except: 'piloto' },
  'PUT /api/auth/correo': { except: 'piloto' },
  'GET /api/auth/segundo-factor': session,
  'POST /api/auth/segundo-factor': session,
  'PUT /api/auth/segundo-factor': session,
  'DELETE /api/auth/segundo-factor': session,

  ...catalogueCalls,

  'GET /api/rutas': readRutas,
  // The endpoint also requires generar_reportes.
  'GET /api/rutas/exportar': staffReadRutas,
  'GET /api/rutas/recientes': readRutas,
  'GET /api/rutas/next-number': staffReadRutas,
  'GET /api/rutas/:id': readRutas,
  'GET /api/rutas/:id/historial': staffReadRutas,
  'GET /api/rutas/:id/hoja': readRutas,
  'GET /api/rutas/hojas': staffReadRutas,
  'POST /api/rutas/revision': planRutas,
  'GET /api/rutas/sugerencias': planRutas,
  'POST /api/rutas/:id/repetir': createRutas,
  'POST /api/rutas/copiar': createRutas,
  'GET /api/disponibles': planRutas,
  'GET /api/tablero': staffReadRutas,
  'GET /api/tablero/semana': staffReadRutas,
  'PATCH /api/rutas/estado': editRutas,
  'PATCH /api/rutas/plan': editRutas,
  'POST /api/rutas': createRutas,
  'PUT /api/rutas/:id': editRutas,
  'DELETE /api/rutas/:id': { anyOf: ['eliminar_rutas'], except: 'piloto' },

  'GET /api/rutas/:id/expediente': staffReadRutas,
  'GET /api/rutas/:id/entrega/hoja': staffReadRutas,
  'PUT /api/rutas/:id/entrega': editRutas,
  'PUT /api/rutas/:id/tiempos': editRutas,
  'POST /api/rutas/:id/incidentes': editRutas,
  'PUT /api/rutas/:id/incidentes/:iid': editRutas,
  'DELETE /api/rutas/:id/incidentes/:iid': editRutas,
  'GET /api/clientes/:id/reglas': { anyOf: ['gestionar_catalogos', ...anyRoutePermiso], except: 'piloto' },
  'PUT /api/clientes/:id/reglas': writeCatalogues,

  'GET /api/tarifas': readTarifas,
  'GET /api/tarifas/exportar': writeCatalogues,
  'GET /api/tarifas/sugerencia': readTarifas,
  'GET /api/tarifas/:id': readTarifas,
  'POST /api/tarifas': writeCatalogues,
  'PUT /api/tarifas/:id': writeCatalogues,
  'DELETE /api/tarifas/:id': writeCatalogues,

  'GET /api/piloto': administrador,
  'GET /api/piloto/mis-rutas': { role: 'piloto', anyOf: ['ver_rutas'] },
  'GET /api/piloto/ruta/:id/historial': { role: 'piloto', anyOf: ['ver_rutas'] },
  'PUT /api/piloto/ruta/:id/estado': { role: 'piloto', anyOf: ['actualizar_estado'] },
  'PUT /api/piloto/ruta/:id/entrega': { role: 'piloto', anyOf: ['actualizar_estado'] },
  'PUT /api/piloto/ruta/:id/tiempos': { role: 'piloto', anyOf: ['actualizar_estado'] },
  'GET /api/piloto/expedientes': { role: 'piloto', anyOf: ['ver_rutas'] },

  'GET /api/piloto/mi-dinero': { role: 'piloto', anyOf: ['ver_rutas'] },
  'POST /api/piloto/ruta/:id/gastos': { role: 'piloto', anyOf: ['actualizar_estado'] },
  'POST /api/piloto/gastos/:id/archivos': { role: 'piloto', anyOf: ['actualizar_estado'] },

  'GET /api/piloto/ruta/:id/archivos': { role: 'piloto', anyOf: ['ver_rutas'] },
  'POST /api/piloto/ruta/:id/archivos': { role: 'piloto', anyOf: ['actualizar_estado'] },

  'GET /api/mantenimientos': writeCatalogues,
  'GET /api/mantenimientos/exportar': writeCatalogues,
  'GET /api/mantenimientos/:id': writeCatalogues,
  'POST /api/mantenimientos': writeCatalogues,
  'PUT /api/mantenimientos/:id': writeCatalogues,
  'DELETE /api/mantenimientos/:id': writeCatalogues,

  // `archivosAccess` checks the record that the file belongs to.
  'GET /api/archivos': session,
  'GET /api/archivos/:id': session,
  'GET /api/archivos/:id/contenido': session,
  'POST /api/archivos': session,
  'DELETE /api/archivos/:id': session,
  'GET /api/documento-tipos': writeCatalogues,
  'GET /api/documento-tipos/:id': writeCatalogues,
  'POST /api/documento-tipos': writeCatalogues,
  'PUT /api/documento-tipos/:id': writeCatalogues,
  'DELETE /api/documento-tipos/:id': writeCatalogues,

  'GET /api/documentos': writeCatalogues,
  'GET /api/documentos/exportar': writeCatalogues,
  'GET /api/documentos/:id': writeCatalogues,
  'POST /api/documentos': writeCatalogues,
  'POST /api/documentos/:id/renovar': writeCatalogues,
  'PUT /api/documentos/:id': writeCatalogues,
  'DELETE /api/documentos/:id': writeCatalogues,

  // avisoClases.ts decides which classes the caller sees and postpones.
  'GET /api/avisos': { except: 'piloto' },
  'GET /api/avisos/resumen': { except: 'piloto' },
  'POST /api/avisos/:id/posponer': {
    anyOf: ['gestionar_catalogos', 'editar_rutas', 'gestionar_dinero', 'gestionar_cobros'],
  },

  'GET /api/importar/:tipo/plantilla': importAnyTipo,
  'POST /api/importar/:tipo': importAnyTipo,
  'GET /api/importaciones': importAnyTipo,
  // The handler returns 404 to users without the right to undo this import.
  'GET /api/importaciones/:id/omitidas': { except: 'piloto' },
  'POST /api/importaciones/:id/deshacer': importAnyTipo,

  'GET /api/reportes': reportes,
  'POST /api/reportes/periodo': reportes,
  'GET /api/reportes/demoras': reportes,
  'GET /api/reportes/demoras/viajes': reportes,
  'GET /api/reportes/demoras/exportar': reportes,
  'GET /api/reportes/exportar': reportes,

  ...dineroCalls,
  ...cobroCalls,
  ...flotaCalls,

  'GET /api/usuarios': administrador,
  'GET /api/usuarios/exportar': administrador,
  'GET /api/usuarios/permissions/available': administrador,
  'GET /api/usuarios/:id': administrador,
  'POST /api/usuarios': administrador,
  'PUT /api/usuarios/:id': administrador,
  'DELETE /api/usuarios/:id': administrador,
  'PATCH /api/usuarios/:id/status': administrador,
  'GET /api/usuarios/:id/tokens': administrador,
  'POST /api/usuarios/:id/tokens': administrador,
  'DELETE /api/usuarios/:id/tokens/:tid': administrador,
  'DELETE /api/usuarios/:id/segundo-factor': administrador,

  'GET /api/buscar': { except: 'piloto' },
  'GET /api/vistas': { except: 'piloto' },
  'POST /api/vistas': { except: 'piloto' },
  'DELETE /api/vistas/:id': { except: 'piloto' },

  'GET /api/restricciones': administrador,
  'GET /api/restricciones/:id': administrador,
  'POST /api/restricciones': administrador,
  'PUT /api/restricciones/:id': administrador,
  'DELETE /api/restricciones/:id': administrador,

  'GET /api/ajustes': administrador,
  'PUT /api/ajustes': administrador,
  'GET /api/respaldo': administrador,
  'GET /api/correo': administrador,
  'POST /api/correo/prueba': administrador,
  'GET /api/papelera': administrador,
  'GET /api/papelera/exportar': administrador,
  'POST /api/papelera/:tipo/:id/restaurar': administrador,

  'GET /api/bitacora': administrador,
  'GET /api/bitacora/exportar': administrador,
} as const satisfies Record<`${string} /api/${string}`, CallAccess>

export type ContractLine = keyof typeof calls
