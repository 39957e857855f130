import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import { useEndpointIf } from '../../../api/cache/queries.ts'

/** A pilot or a trip has fewer cargas a day. */
const maxCargasPerDay = 100

/** Returns whether a movement is a carga, undefined while unknown. GET /api/cargas/:id would log a 404 in the browser. */
export function useIsCarga({ id, concepto, chofer_id, ruta_id, fecha }: Movimiento): boolean | undefined {
  // Only a carga needs neither.
  const isAlone = concepto === 'Combustible' && chofer_id === null && ruta_id === null
  const owner = chofer_id === null ? { ruta_id: ruta_id ?? undefined } : { chofer_id }
  const isAsked = concepto === 'Combustible' && !isAlone
  const query = { ...owner, desde: fecha, hasta: fecha, porPagina: maxCargasPerDay }
  const { data, isPlaceholderData } = useEndpointIf('GET /api/cargas', isAsked ? { query } : null)
  if (!isAsked) return isAlone
  return isPlaceholderData ? undefined : data?.data.some((carga) => carga.id === id)
}
