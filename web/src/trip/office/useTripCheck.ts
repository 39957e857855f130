import { useEndpointWhile } from '../../api/cache/queries.ts'
import type { RequestOf } from '../../api/call.ts'
import { useSettled } from '../../ui/useDebouncedValue.ts'

/** A trip as it is being planned. */
export type PlannedViaje = RequestOf<'POST /api/rutas/revision'>['body']

/** Tells two trips apart that the check would judge differently. */
export const revisionKey = (asked: PlannedViaje | null) => JSON.stringify(asked)

/**
 * What speaks against a trip: asked once it rests, and left when it goes on; null asks nothing. `avisos` are the last
 * ones that were told, `current` where they are of this trip, `asking` while they are waited for.
 */
export function useRevision(asked: PlannedViaje | null) {
  const key = revisionKey(asked)
  const settled = useSettled(asked, key)
  const body = asked && settled && revisionKey(settled) === key ? asked : null
  const answer = useEndpointWhile('POST /api/rutas/revision', body && { body })
  return {
    key,
    answer,
    avisos: asked ? answer.data?.data.avisos : undefined,
    current: body !== null && answer.data !== undefined && !answer.isPlaceholderData,
    asking: body !== null && answer.isFetching,
  }
}
