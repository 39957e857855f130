import type { usuarioOrders as orders } from '@flota/contract/usuarios.ts'
import { useListAddress } from '../../list/useListAddress.ts'

type Orden = (typeof orders)[number]

export const ordenes: Record<Orden, string> = {
  nombre: 'Usuario, de la A a la Z',
  '-nombre': 'Usuario, de la Z a la A',
  recientes: 'Más recientes primero',
}

const isOrden = (word: string): word is Orden => word in ordenes

/** Where the screen stands: the list as it is searched, ordered and paged, and the form that is open over it. */
export function useUsuariosAddress() {
  const { address, change, closeTo } = useListAddress('nombre', ['usuario'])
  const { pagina, porPagina, buscar, orden, usuario } = address
  return {
    query: { pagina, porPagina, buscar, orden: isOrden(orden) ? orden : 'nombre' } as const,
    /** `nuevo`, the id of the user that is edited, or nothing. */
    open: usuario === 'nuevo' || /^[1-9]\d*$/.test(usuario) ? usuario : null,
    change,
    openForm: (which: string) => change({ usuario: which, pagina }),
    closeForm: () => closeTo({ usuario: '' }),
  }
}

export type UsuariosAddress = ReturnType<typeof useUsuariosAddress>
