import type { Usuario } from '@flota/contract/usuarios.ts'
import { useSave } from '../../api/cache/queries.ts'
import { askAndTell } from '../../list/askAndTell.ts'

/** What is done to a user in the list itself: each asks first. */
export function useUsuarioActions() {
  const setEstado = useSave('PATCH /api/usuarios/:id/status')
  const remove = useSave('DELETE /api/usuarios/:id')
  return {
    toggle: ({ id, version, username, estado }: Usuario) => {
      const active = estado === 'activo'
      return askAndTell({
        question: `¿Deseas ${active ? 'desactivar' : 'activar'} a ${username}?`,
        look: active ? 'danger' : 'primary',
        act: () => setEstado({ params: { id }, body: { estado: active ? 'inactivo' : 'activo', version } }),
        type: 'edit',
        failed: (cause) => `Error cambiando estado del usuario: ${cause}`,
      })
    },
    remove: ({ id, version, username }: Usuario) =>
      askAndTell({
        question: `¿Deseas eliminar a ${username}?`,
        act: () => remove({ params: { id }, query: { version } }),
        type: 'delete',
        failed: (cause) => `Error eliminando usuario: ${cause}`,
      }),
  }
}
