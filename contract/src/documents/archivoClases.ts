import { type Access, anyRoutePermiso } from '../core/access.ts'
import { calls } from '../core/calls.ts'
import { entidades } from '../records/registros.ts'

/** File classes, accepted formats and access rules of files. No zod: the web imports it. */

export const archivoClases = ['foto', 'firma', 'comprobante', 'documento'] as const
export type ArchivoClase = (typeof archivoClases)[number]

/** Accepted formats, detected from the first bytes. */
export const archivoTipos = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
export type ArchivoTipo = (typeof archivoTipos)[number]

type FileAction = 'read' | 'write'

const rutaFileAccess: Record<FileAction, Access> = {
  read: calls['GET /api/rutas/:id'],
  write: calls['PUT /api/rutas/:id'],
}
const defaultFileAccess: Record<FileAction, Access> = {
  read: calls['GET /api/mantenimientos/:id'],
  write: calls['PUT /api/mantenimientos/:id'],
}
const movimientoFileAccess: Record<FileAction, Access> = {
  read: { anyOf: ['ver_dinero', 'gestionar_dinero'], pilotoPermiso: 'ver_rutas' },
  write: calls['PUT /api/movimientos/:id'],
}
const facturaFileAccess: Record<FileAction, Access> = {
  read: calls['GET /api/facturas/:id'],
  write: calls['PUT /api/facturas/:id'],
}
/** Access to files of at least one entidad, for requests that name no known one and get a 400. */
const anyFileAccess: Record<FileAction, Access> = {
  read: {
    anyOf: [...anyRoutePermiso, 'gestionar_catalogos', 'ver_dinero', 'gestionar_dinero', 'gestionar_cobros'],
  },
  write: {
    anyOf: ['editar_rutas', 'gestionar_catalogos', 'gestionar_dinero', 'gestionar_cobros'],
    except: 'piloto',
  },
}

/** Returns the access rule of the record that the file belongs to. */
export function archivosAccess(action: FileAction, entidad?: unknown): Access {
  if (!entidades.some((each) => each === entidad)) return anyFileAccess[action]
  if (entidad === 'movimientos') return movimientoFileAccess[action]
  if (entidad === 'facturas') return facturaFileAccess[action]
  return (entidad === 'rutas' ? rutaFileAccess : defaultFileAccess)[action]
}
