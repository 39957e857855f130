import type { TrialLine } from '../../api/cache/invalidation.ts'
import { useTrialEndpoint } from '../../api/cache/queries.ts'
import type { RequestOf } from '../../api/call.ts'
import { useDebouncedValue } from '../../ui/useDebouncedValue.ts'

/**
 * Asks what a change of several trips would do, after a pause in its input; null asks nothing. `data` belongs to the last
 * asked input, `asking` is true until it belongs to this one.
 */
export function useTrial<L extends TrialLine>(line: L, body: RequestOf<L>['body'] | null) {
  const key = JSON.stringify(body)
  const debounced = useDebouncedValue(body, key)
  const asked = body && debounced && JSON.stringify(debounced) === key ? body : null
  const { data, error, isPlaceholderData, refetch } = useTrialEndpoint(line, asked)
  const current = asked !== null && data !== undefined && !isPlaceholderData
  return {
    data: body ? data?.data : undefined,
    current,
    asking: body !== null && !current && !(asked && error),
    error: asked ? error : null,
    refetch,
  }
}
