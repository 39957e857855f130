import { useState } from 'react'
import { openDraft } from '../api/drafts.ts'
import { useSession } from '../api/session.ts'

/** The draft of the form at this address, of this user. `kept` is what was left here, if anything. */
export function useDraft<T>(path = location.pathname) {
  const username = useSession()?.user.username ?? ''
  const [draft] = useState(() => openDraft<T>(username, path))
  const [kept, setKept] = useState(draft.read)
  return { ...draft, kept, forget: () => setKept(null) }
}
