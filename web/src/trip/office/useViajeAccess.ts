import { calls } from '@flota/contract/core/calls.ts'
import { pages } from '@flota/contract/core/pages.ts'
import { usePermission, useSession } from '../../api/session.ts'

export function useViajeAccess() {
  const session = useSession()
  const may = usePermission()
  return {
    create: may(calls['POST /api/rutas']),
    edit: may(calls['PUT /api/rutas/:id']),
    detail: may(pages['/mostrar-ruta/:id']),
    historial: may(calls['GET /api/rutas/:id/historial']),
    precio: session?.rol_nombre !== 'piloto',
  }
}

export type ViajeAccess = ReturnType<typeof useViajeAccess>
