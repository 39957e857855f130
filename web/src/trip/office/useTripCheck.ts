import { useEndpointIf } from '../../api/cache/queries.ts'
import type { RequestOf } from '../../api/call.ts'
import { useDebouncedValue } from '../../ui/useDebouncedValue.ts'

/** A trip as it is being planned. */
export type TripCheckInput = RequestOf<'POST /api/rutas/revision'>['body']

/** Tells two trips apart that the check would judge differently. */
export const tripCheckKey = (asked: TripCheckInput | null) => JSON.stringify(asked)

/**
 * What speaks against a trip: asked once it rests, and left when it goes on; null asks nothing. `avisos` are the last
 * ones that were told, `current` where they are of this trip, `asking` while they are waited for.
 */
export function useTripCheck(input: TripCheckInput | null) {
  const key = tripCheckKey(input)
  const debounced = useDebouncedValue(input, key)
  const body = input && debounced && tripCheckKey(debounced) === key ? input : null
  const answer = useEndpointIf('POST /api/rutas/revision', body && { body })
  return {
    key,
    answer,
    avisos: input ? answer.data?.data.avisos : undefined,
    current: body !== null && answer.data !== undefined && !answer.isPlaceholderData,
    asking: body !== null && answer.isFetching,
  }
}
