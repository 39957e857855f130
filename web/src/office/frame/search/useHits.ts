import { useEndpointWhile } from '../../../api/cache/queries.ts'
import type { Session } from '../../../api/session.ts'
import { useRested } from '../../../ui/useDebouncedText.ts'
import { type Hit, moreRutas, pagesLike, recordsOf } from './hits.ts'

const fewestLetters = 2

/** What a text finds: pages at once, records when the server has answered, whose place is below. */
export function useHits(session: Session, text: string) {
  const rested = useRested(text)
  const asks = text.length >= fewestLetters
  const query = rested.length >= fewestLetters ? { query: { buscar: rested } } : null
  const found = useEndpointWhile('GET /api/buscar', asks ? query : null)
  const data = asks ? found.data?.data : undefined
  const records = data ? recordsOf(session, data) : []
  const pages = pagesLike(session, text)
  const hits: Hit[] = [...pages, ...records, ...(data ? moreRutas(session, text, data) : [])]
  const answered = rested === text && data !== undefined && !found.isPlaceholderData
  const failed = asks && found.error !== null && !found.isFetching
  return {
    hits,
    /** Whether they answer this very text. */
    settled: !asks || answered,
    failed: failed ? 'No se pudo buscar.' : null,
    nothing: asks && answered && pages.length + records.length === 0,
    retry: () => void found.refetch(),
  }
}
