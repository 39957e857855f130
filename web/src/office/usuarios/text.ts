import { effectivePermisos, type Permiso, permisos, type Rol } from '@flota/contract/access.ts'
import type { Usuario } from '@flota/contract/usuarios.ts'

/** Short labels of roles and permissions, for narrow places. */

export const rolWords: Record<Rol, string> = {
  administrador: 'Administrador',
  piloto: 'Piloto',
  usuario: 'Usuario',
}

const permisoWords: Record<Permiso, string> = {
  gestionar_catalogos: 'Catálogos',
  generar_reportes: 'Reportes',
  crear_rutas: 'Crear rutas',
  ver_rutas: 'Ver rutas',
  actualizar_estado: 'Cambiar estado',
  editar_rutas: 'Editar rutas',
  eliminar_rutas: 'Eliminar rutas',
}

/** A user's permissions as they count for the role. */
export function permisosText({
  rol_nombre,
  permisos: stored,
}: Pick<Usuario, 'rol_nombre' | 'permisos'>): string {
  const counting = effectivePermisos(rol_nombre, stored)
  if (counting.length === permisos.length) return 'Todos'
  return counting.map((permiso) => permisoWords[permiso]).join(', ') || 'Ninguno'
}
