import { type Access, anyRoutePermiso } from './access.ts'
import { calls } from './calls.ts'
import { entidades } from './registros.ts'

/** What a file can be and who may read or write it. No zod: the browser imports it. */

export const archivoClases = ['foto', 'firma', 'comprobante', 'documento'] as const
export type ArchivoClase = (typeof archivoClases)[number]

/** What is taken, told by the first bytes. */
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
  read: { anyOf: ['ver_dinero', 'gestionar_dinero'], ofPiloto: 'ver_rutas' },
  write: calls['PUT /api/movimientos/:id'],
}
/** Who may do it with the files of one entidad at least: who names none that there is, is told what is wrong. */
const anyFileAccess: Record<FileAction, Access> = {
  read: { anyOf: [...anyRoutePermiso, 'gestionar_catalogos', 'ver_dinero', 'gestionar_dinero'] },
  write: { anyOf: ['editar_rutas', 'gestionar_catalogos', 'gestionar_dinero'], except: 'piloto' },
}

/** Whose files may be read or written is decided by the lines of the record that they hang on. */
export function archivosAccess(action: FileAction, entidad?: unknown): Access {
  if (!entidades.some((each) => each === entidad)) return anyFileAccess[action]
  if (entidad === 'movimientos') return movimientoFileAccess[action]
  return (entidad === 'rutas' ? rutaFileAccess : defaultFileAccess)[action]
}
