import { useEndpointIf } from '../../api/cache/queries.ts'
import type { RequestOf } from '../../api/call.ts'
import type { Session } from '../../api/session.ts'
import { useDebouncedValue } from '../../ui/useDebouncedValue.ts'

export type TripCheckInput = RequestOf<'POST /api/rutas/revision'>['body']

/** Returns the same key for inputs with the same check result. */
export const tripCheckKey = (input: TripCheckInput | null) => JSON.stringify(input)

/**
 * Checks a trip on the server after a pause in its changes; null checks nothing. `avisos` are the last received ones,
 * `current` if they belong to this input, `asking` while a check runs.
 */
export function useTripCheck(input: TripCheckInput | null) {
  const key = tripCheckKey(input)
  const debounced = useDebouncedValue(input, key)
  const body = input && debounced && tripCheckKey(debounced) === key ? input : null
  const answer = useEndpointIf('POST /api/rutas/revision', body && { query: { viaje: 'si' }, body })
  return {
    key,
    answer,
    avisos: input ? answer.data?.data.avisos : undefined,
    current: body !== null && answer.data !== undefined && !answer.isPlaceholderData,
    asking: body !== null && answer.isFetching,
  }
}

/** Texts of the field in which an administrator explains why to save a blocked trip. */
export const exceptionReason = {
  label: 'Motivo de la excepción',
  prompt: 'Escribe el motivo para guardar de todos modos.',
}

export const canSaveException = (session: Session | null) => session?.rol_nombre === 'administrador'
