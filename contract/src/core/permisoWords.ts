import type { Permiso, Rol } from './access.ts'
import { effectivePermisos, effectivePermisosDinero, permisos, permisosDinero } from './permisos.ts'

export const rolWords: Record<Rol, string> = {
  administrador: 'Administrador',
  piloto: 'Piloto',
  usuario: 'Usuario',
}

/** Short names. */
const permisoWords: Record<Permiso, string> = {
  gestionar_catalogos: 'Catálogos',
  generar_reportes: 'Reportes',
  crear_rutas: 'Crear rutas',
  ver_rutas: 'Ver rutas',
  actualizar_estado: 'Cambiar estado',
  editar_rutas: 'Editar rutas',
  eliminar_rutas: 'Eliminar rutas',
}

/** Returns the permissions in effect for the user's role. */
export function permisosText(usuario: { rol_nombre: Rol; permisos: readonly number[] }): string {
  const counting = effectivePermisos(usuario.rol_nombre, usuario.permisos)
  if (counting.length === permisos.length) return 'Todos'
  return counting.map((permiso) => permisoWords[permiso]).join(', ') || 'Ninguno'
}

/** Returns the money permissions in effect for the user's role. */
export function permisosDineroText(usuario: { rol_nombre: Rol; permisos_dinero: readonly number[] }): string {
  const counting = effectivePermisosDinero(usuario.rol_nombre, usuario.permisos_dinero)
  const words = permisosDinero.filter(({ nombre_permiso }) => counting.includes(nombre_permiso))
  return words.map(({ descripcion }) => descripcion).join('; ') || 'Ninguno'
}
