import { useOutbox } from './outbox/outbox.ts'
import { isPicture, pendingEstados, withPendingTiempos } from './outbox/outboxItems.ts'

/** Returns what the delivery of a trip requires and has; undefined if the phone has no data. */
export function useExpediente(rutaId: number) {
  return useOutbox().lectura?.expedientes.find(({ ruta_id }) => ruta_id === rutaId)
}

/** Returns the times of a trip, including unsent ones. */
export function useTiempos(rutaId: number) {
  const { items } = useOutbox()
  const read = useExpediente(rutaId)
  return withPendingTiempos(items, rutaId, read?.tiempos ?? {})
}

/** Returns the client's requirements that neither the server nor the outbox has. */
export function useFalta(rutaId: number) {
  const { items } = useOutbox()
  const pending = items.filter((item) => isPicture(item)).filter(({ ruta_id }) => ruta_id === rutaId)
  return (useExpediente(rutaId)?.falta ?? []).filter(
    (each) =>
      !pending.some(({ datos: { clase }, tipo }) => (clase ?? (tipo.startsWith('image') && 'foto')) === each),
  )
}

/** Returns the cause of a trip's open incident, also of an unsent one; undefined if there is none. */
export function useIncidenteCausa(rutaId: number): string | undefined {
  const { items } = useOutbox()
  const read = useExpediente(rutaId)?.incidente?.causa
  return pendingEstados(items, rutaId).at(-1)?.datos.causa ?? read
}
