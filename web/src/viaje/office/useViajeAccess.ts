import { can } from '@flota/contract/access.ts'
import { calls } from '@flota/contract/calls.ts'
import { pages } from '@flota/contract/pages.ts'
import { useSession } from '../../api/session.ts'

export function useViajeAccess() {
  const session = useSession()
  return {
    create: session !== null && can(session, calls['POST /api/rutas']),
    edit: session !== null && can(session, calls['PUT /api/rutas/:id']),
    detail: session !== null && can(session, pages['/mostrar-ruta/:id']),
    historial: session !== null && can(session, calls['GET /api/rutas/:id/historial']),
    /** A pilot sees no prices. */
    precio: session?.rol_nombre !== 'piloto',
  }
}

export type ViajeAccess = ReturnType<typeof useViajeAccess>
