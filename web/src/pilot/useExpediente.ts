import { useOutbox } from './outbox/outbox.ts'
import { isPicture, withPendingTiempos } from './outbox/outboxItems.ts'

/** What a route's delivery asks for, as far as this phone knows. */
export function useExpediente(rutaId: number) {
  return useOutbox().lectura?.expedientes.find(({ ruta_id }) => ruta_id === rutaId)
}

/** A route's times as its pilot sees them. */
export function useTiempos(rutaId: number) {
  const { items } = useOutbox()
  const read = useExpediente(rutaId)
  return withPendingTiempos(items, rutaId, read?.tiempos ?? {})
}

/** What the client asks for that is neither there nor waits on the phone. */
export function useFalta(rutaId: number) {
  const { items } = useOutbox()
  const waiting = items.filter((item) => isPicture(item)).filter(({ ruta_id }) => ruta_id === rutaId)
  return (useExpediente(rutaId)?.falta ?? []).filter(
    (each) =>
      !waiting.some(({ datos: { clase }, tipo }) => (clase ?? (tipo.startsWith('image') && 'foto')) === each),
  )
}
