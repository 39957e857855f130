import { type Access, can } from '@flota/contract/access.ts'
import { calls } from '@flota/contract/calls.ts'
import { pages } from '@flota/contract/pages.ts'
import { useSession } from '../../api/session.ts'

/** What the present user may do with routes. */
export function useRutaAccess() {
  const session = useSession()
  const may = (access: Access) => session !== null && can(session, access)
  return {
    create: may(calls['POST /api/rutas']),
    edit: may(calls['PUT /api/rutas/:id']),
    remove: may(calls['DELETE /api/rutas/:id']),
    show: may(pages['/mostrar-ruta/:id']),
    seeClientes: may(calls['GET /api/clientes']),
    seeHistorial: may(calls['GET /api/rutas/:id/historial']),
    /** A pilot sees the own routes, without what they cost. */
    seePrecio: session?.rol_nombre !== 'piloto',
  }
}

export type RutaAccess = ReturnType<typeof useRutaAccess>
