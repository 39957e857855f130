import { catalogueNames } from '@flota/contract/records/catalogues.ts'

/*
 * Copy of the table in docs/contract/permissions.md, independent of calls.ts.
 * Columns are roles; an administrador has every permission listed.
 */
const routes = 'ver_rutas crear_rutas editar_rutas eliminar_rutas'
const money = 'ver_dinero gestionar_dinero'
const formPermissions = `gestionar_catalogos ver_rutas crear_rutas editar_rutas ${money} gestionar_cobros`
const planningPermissions = 'crear_rutas editar_rutas gestionar_catalogos'
const readFiles = {
  staff: `${routes} gestionar_catalogos ${money} gestionar_cobros`,
  piloto: 'ver_rutas',
} as const
const importing = 'gestionar_catalogos crear_rutas gestionar_cobros'
const noPermission = ''
interface StaffAndPilotoRule {
  /** Any of these permissions, for administrador and usuario. */
  staff: string
  /** Any of these, for a piloto, who can only have ver_rutas and actualizar_estado. */
  piloto: string
  /** Also required, except of a piloto. */
  and?: string
}
export type PermissionRule = 'anyone' | 'session' | 'staff' | 'administrador' | StaffAndPilotoRule

const staffCalls = (staff: string, ...lines: string[]): Record<string, PermissionRule> =>
  Object.fromEntries(lines.map((line) => [line, { staff, piloto: noPermission }]))

const managed = (name: string) =>
  staffCalls(
    'gestionar_catalogos',
    `POST /api/${name}`,
    ...['GET', 'PUT', 'DELETE'].map((method) => `${method} /api/${name}/:id`),
  )

const catalogue = (name: string) => ({
  ...managed(name),
  ...staffCalls(formPermissions, `GET /api/${name}`, `GET /api/${name}/:id`),
})

const exported = (name: string) => staffCalls('gestionar_catalogos', `GET /api/${name}/exportar`)

const aliases = (name: string): Record<string, PermissionRule> => ({
  [`GET /api/${name}/:id/alias`]: { staff: 'gestionar_catalogos', piloto: noPermission },
  [`DELETE /api/${name}/:id/alias/:alias_id`]: { staff: 'gestionar_catalogos', piloto: noPermission },
})

const papers = (name: string) => ({
  ...managed(name),
  ...staffCalls('gestionar_catalogos', `GET /api/${name}`),
})

export const permissionTable: Record<string, PermissionRule> = {
  'GET /api/vivo': 'anyone',
  'GET /api/salud': 'anyone',
  'GET /api/config': 'anyone',
  'GET /api/logo/:version': 'anyone',
  'GET /api/docs': 'anyone',
  'POST /api/auth/login': 'anyone',
  'POST /api/auth/logout': 'session',
  'GET /api/auth/verify': 'session',
  'POST /api/auth/password': 'session',
  'GET /api/auth/sesiones': 'session',
  'DELETE /api/auth/sesiones/:id': 'session',
  'DELETE /api/auth/sesiones': 'session',
  'GET /api/auth/correo': 'staff',
  'PUT /api/auth/correo': 'staff',
  'GET /api/auth/segundo-factor': 'session',
  'POST /api/auth/segundo-factor': 'session',
  'PUT /api/auth/segundo-factor': 'session',
  'DELETE /api/auth/segundo-factor': 'session',

  'GET /api/usuarios': 'administrador',
  'GET /api/usuarios/exportar': 'administrador',
  'GET /api/usuarios/permissions/available': 'administrador',
  'GET /api/usuarios/:id': 'administrador',
  'POST /api/usuarios': 'administrador',
  'PUT /api/usuarios/:id': 'administrador',
  'DELETE /api/usuarios/:id': 'administrador',
  'PATCH /api/usuarios/:id/status': 'administrador',
  'GET /api/usuarios/:id/tokens': 'administrador',
  'POST /api/usuarios/:id/tokens': 'administrador',
  'DELETE /api/usuarios/:id/tokens/:tid': 'administrador',
  'DELETE /api/usuarios/:id/segundo-factor': 'administrador',
  'GET /api/piloto': 'administrador',
  'GET /api/buscar': 'staff',
  'GET /api/vistas': 'staff',
  'POST /api/vistas': 'staff',
  'DELETE /api/vistas/:id': 'staff',
  'GET /api/restricciones': 'administrador',
  'GET /api/restricciones/:id': 'administrador',
  'POST /api/restricciones': 'administrador',
  'PUT /api/restricciones/:id': 'administrador',
  'DELETE /api/restricciones/:id': 'administrador',
  'GET /api/ajustes': 'administrador',
  'PUT /api/ajustes': 'administrador',
  'GET /api/respaldo': 'administrador',
  'GET /api/correo': 'administrador',
  'POST /api/correo/prueba': 'administrador',
  'GET /api/papelera': 'administrador',
  'GET /api/papelera/exportar': 'administrador',
  'POST /api/papelera/:tipo/:id/restaurar': 'administrador',
  'GET /api/bitacora': 'administrador',
  'GET /api/bitacora/exportar': 'administrador',

  'GET /api/rutas': { staff: routes, piloto: 'ver_rutas' },
  'GET /api/rutas/exportar': { staff: routes, piloto: noPermission, and: 'generar_reportes' },
  'GET /api/rutas/recientes': { staff: routes, piloto: 'ver_rutas' },
  'GET /api/rutas/:id': { staff: routes, piloto: 'ver_rutas' },
  'GET /api/rutas/next-number': { staff: routes, piloto: noPermission },
  'GET /api/rutas/:id/historial': { staff: routes, piloto: noPermission },
  'GET /api/rutas/:id/hoja': { staff: routes, piloto: 'ver_rutas' },
  'GET /api/rutas/hojas': { staff: routes, piloto: noPermission },
  'POST /api/rutas/revision': { staff: 'crear_rutas editar_rutas', piloto: noPermission },
  'GET /api/rutas/sugerencias': { staff: 'crear_rutas editar_rutas', piloto: noPermission },
  'POST /api/rutas/:id/repetir': { staff: 'crear_rutas', piloto: noPermission },
  'POST /api/rutas/copiar': { staff: 'crear_rutas', piloto: noPermission },
  'GET /api/disponibles': { staff: 'crear_rutas editar_rutas', piloto: noPermission },
  'GET /api/tablero': { staff: routes, piloto: noPermission },
  'GET /api/tablero/semana': { staff: routes, piloto: noPermission },
  'PATCH /api/rutas/estado': { staff: 'editar_rutas', piloto: noPermission },
  'PATCH /api/rutas/plan': { staff: 'editar_rutas', piloto: noPermission },
  'POST /api/rutas': { staff: 'crear_rutas', piloto: noPermission },
  'PUT /api/rutas/:id': { staff: 'editar_rutas', piloto: noPermission },
  'DELETE /api/rutas/:id': { staff: 'eliminar_rutas', piloto: noPermission },

  ...Object.assign({}, ...catalogueNames.map(catalogue)),
  ...Object.assign({}, ...catalogueNames.map(aliases)),
  ...Object.assign(
    {},
    ...[...catalogueNames, 'mantenimientos', 'planes', 'tarifas', 'documentos'].map(exported),
  ),

  ...managed('mantenimientos'),
  'GET /api/mantenimientos': { staff: 'gestionar_catalogos', piloto: noPermission },

  ...staffCalls(money, 'GET /api/cargas', 'GET /api/cargas/exportar', 'GET /api/cargas/:id'),
  ...staffCalls('gestionar_dinero', 'POST /api/cargas', 'PUT /api/cargas/:id'),
  ...staffCalls('ver_dinero', 'GET /api/rendimiento', 'GET /api/rendimiento/exportar'),
  ...staffCalls(
    `gestionar_catalogos ${money}`,
    ...['kilometraje', 'rendimiento', 'ficha'].map((part) => `GET /api/camiones/:id/${part}`),
  ),
  ...managed('lecturas'),
  ...managed('planes'),
  ...staffCalls('gestionar_catalogos', 'PUT /api/camiones/:id/ficha', 'GET /api/planes'),
  ...staffCalls(
    'gestionar_catalogos',
    'POST /api/planes/:id/mantenimiento',
    'PUT /api/mantenimientos/:id/lineas',
  ),

  'GET /api/rutas/:id/expediente': { staff: routes, piloto: noPermission },
  'GET /api/rutas/:id/entrega/hoja': { staff: routes, piloto: noPermission },
  'PUT /api/rutas/:id/entrega': { staff: 'editar_rutas', piloto: noPermission },
  'PUT /api/rutas/:id/tiempos': { staff: 'editar_rutas', piloto: noPermission },
  'POST /api/rutas/:id/incidentes': { staff: 'editar_rutas', piloto: noPermission },
  'PUT /api/rutas/:id/incidentes/:iid': { staff: 'editar_rutas', piloto: noPermission },
  'DELETE /api/rutas/:id/incidentes/:iid': { staff: 'editar_rutas', piloto: noPermission },
  'GET /api/clientes/:id/reglas': { staff: `${routes} gestionar_catalogos`, piloto: noPermission },
  'PUT /api/clientes/:id/reglas': { staff: 'gestionar_catalogos', piloto: noPermission },

  ...staffCalls('gestionar_cobros', 'GET /api/clientes/:id/fiscal', 'PUT /api/clientes/:id/fiscal'),
  'GET /api/clientes/:id/estado-de-cuenta/pdf': { staff: 'gestionar_cobros', piloto: noPermission },
  'POST /api/clientes/:id/estado-de-cuenta/correo': { staff: 'gestionar_cobros', piloto: noPermission },
  ...staffCalls('gestionar_cobros', 'GET /api/por-cobrar', 'GET /api/por-cobrar/exportar'),
  ...staffCalls('gestionar_cobros', 'GET /api/cobros', 'GET /api/cobros/exportar'),
  ...staffCalls('gestionar_cobros', 'GET /api/cobros/:id', 'GET /api/clientes/:id/estado-de-cuenta'),
  ...staffCalls('gestionar_cobros', 'POST /api/cobros', 'POST /api/cobros/:id/anular'),

  ...staffCalls('gestionar_cobros', 'GET /api/facturas', 'GET /api/facturas/exportar'),
  ...staffCalls('gestionar_cobros', 'GET /api/facturas/:id', 'PUT /api/facturas/:id', 'POST /api/facturas'),
  ...staffCalls('gestionar_cobros', 'GET /api/por-facturar', 'GET /api/por-facturar/exportar'),
  ...staffCalls('gestionar_cobros', 'GET /api/por-facturar/:id', 'POST /api/facturas/:id/anular'),

  ...catalogue('tarifas'),
  'GET /api/tarifas': { staff: planningPermissions, piloto: noPermission },
  'GET /api/tarifas/:id': { staff: planningPermissions, piloto: noPermission },
  'GET /api/tarifas/sugerencia': { staff: planningPermissions, piloto: noPermission },

  ...Object.assign({}, ...['documento-tipos', 'documentos'].map(papers)),
  'POST /api/documentos/:id/renovar': { staff: 'gestionar_catalogos', piloto: noPermission },

  'GET /api/movimientos': { staff: money, piloto: noPermission },
  'GET /api/movimientos/:id': { staff: money, piloto: noPermission },
  'POST /api/movimientos': { staff: 'gestionar_dinero', piloto: noPermission },
  'PUT /api/movimientos/:id': { staff: 'gestionar_dinero', piloto: noPermission },
  'PUT /api/movimientos/:id/estado': { staff: 'gestionar_dinero', piloto: noPermission },
  'GET /api/movimientos/rutas': { staff: money, piloto: noPermission },
  'GET /api/piloto/mi-dinero': { staff: noPermission, piloto: 'ver_rutas' },
  'POST /api/piloto/ruta/:id/gastos': { staff: noPermission, piloto: 'actualizar_estado' },
  'POST /api/piloto/gastos/:id/archivos': { staff: noPermission, piloto: 'actualizar_estado' },
  'GET /api/movimientos/exportar': { staff: money, piloto: noPermission },
  'GET /api/movimientos/:id/pdf': { staff: money, piloto: noPermission },
  ...staffCalls(money, 'GET /api/liquidaciones', 'GET /api/liquidaciones/exportar'),
  'GET /api/liquidaciones/:id': { staff: money, piloto: noPermission },
  'GET /api/liquidaciones/:id/pdf': { staff: money, piloto: noPermission },
  'POST /api/liquidaciones': { staff: 'gestionar_dinero', piloto: noPermission },
  'POST /api/liquidaciones/:id/anular': 'administrador',
  ...staffCalls(money, 'GET /api/saldos', 'GET /api/saldos/exportar'),
  ...staffCalls('ver_dinero', 'GET /api/margen', 'GET /api/margen/exportar'),
  'GET /api/rutas/:id/dinero': { staff: 'ver_dinero', piloto: noPermission },

  'GET /api/avisos': 'staff',
  'GET /api/avisos/resumen': 'staff',
  'POST /api/avisos/:id/posponer': {
    staff: 'gestionar_catalogos editar_rutas gestionar_dinero gestionar_cobros',
    piloto: noPermission,
  },

  // For choferes. Other kinds: importar/routes.test.ts.
  'GET /api/importar/:tipo/plantilla': { staff: 'gestionar_catalogos', piloto: noPermission },
  'POST /api/importar/:tipo': { staff: 'gestionar_catalogos', piloto: noPermission },
  'GET /api/importaciones': { staff: importing, piloto: noPermission },
  'GET /api/importaciones/:id/omitidas': 'staff',
  'POST /api/importaciones/:id/deshacer': { staff: importing, piloto: noPermission },

  'GET /api/reportes': { staff: 'generar_reportes', piloto: noPermission },
  'POST /api/reportes/periodo': { staff: 'generar_reportes', piloto: noPermission },
  ...staffCalls('generar_reportes', 'GET /api/reportes/demoras', 'GET /api/reportes/demoras/exportar'),
  'GET /api/reportes/demoras/viajes': { staff: 'generar_reportes', piloto: noPermission },
  'GET /api/reportes/exportar': { staff: 'generar_reportes', piloto: noPermission },

  'GET /api/piloto/mis-rutas': { staff: noPermission, piloto: 'ver_rutas' },
  'GET /api/piloto/ruta/:id/historial': { staff: noPermission, piloto: 'ver_rutas' },
  'PUT /api/piloto/ruta/:id/estado': { staff: noPermission, piloto: 'actualizar_estado' },
  'PUT /api/piloto/ruta/:id/entrega': { staff: noPermission, piloto: 'actualizar_estado' },
  'PUT /api/piloto/ruta/:id/tiempos': { staff: noPermission, piloto: 'actualizar_estado' },
  'GET /api/piloto/expedientes': { staff: noPermission, piloto: 'ver_rutas' },
  'GET /api/piloto/ruta/:id/archivos': { staff: noPermission, piloto: 'ver_rutas' },
  'POST /api/piloto/ruta/:id/archivos': { staff: noPermission, piloto: 'actualizar_estado' },

  // For no existing record. Access by record: archivos/routes.test.ts.
  'GET /api/archivos': readFiles,
  'GET /api/archivos/:id': readFiles,
  'GET /api/archivos/:id/contenido': readFiles,
  'POST /api/archivos': {
    staff: 'editar_rutas gestionar_catalogos gestionar_dinero gestionar_cobros',
    piloto: noPermission,
  },
  'DELETE /api/archivos/:id': {
    staff: 'editar_rutas gestionar_catalogos gestionar_dinero gestionar_cobros',
    piloto: noPermission,
  },
}
