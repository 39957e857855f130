import { useEndpointIf } from '../../../api/cache/queries.ts'
import type { Session } from '../../../api/session.ts'
import { useDebouncedText } from '../../../ui/useDebouncedText.ts'
import { type Hit, moreRutasHit, recordHits, searchPages } from './hits.ts'

const minSearchLetters = 2

/** Returns pages at once and records after the server's answer, below the pages. */
export function useHits(session: Session, text: string) {
  const debounced = useDebouncedText(text)
  const asks = text.length >= minSearchLetters
  const query = debounced.length >= minSearchLetters ? { query: { buscar: debounced } } : null
  const found = useEndpointIf('GET /api/buscar', asks ? query : null)
  const data = asks ? found.data?.data : undefined
  const records = data ? recordHits(session, data) : []
  const pages = searchPages(session, text)
  const hits: Hit[] = [...pages, ...records, ...(data ? moreRutasHit(session, text, data) : [])]
  const answered = debounced === text && data !== undefined && !found.isPlaceholderData
  const failed = asks && found.error !== null && !found.isFetching
  return {
    hits,
    /** The hits belong to the current text. */
    settled: !asks || answered,
    failed: failed ? 'No se pudo buscar.' : null,
    nothing: asks && answered && pages.length + records.length === 0,
    retry: () => void found.refetch(),
  }
}
