import type { Session } from '../../platform/http/authentication.ts'

/** Time for which a session is remembered after it was read. */
const maxAgeMs = 30_000
const maxSessions = 10_000

/** Sessions that this process read from the database in the last 30 s, by token hash. A remembered session may have ended. */
export function rememberedSessions(now = () => performance.now()) {
  /** In the order of reading. */
  const sessions = new Map<string, { session: Session; until: number }>()
  const keyOf = (tokenHash: Buffer) => tokenHash.toString('latin1')

  function deleteOldest(): void {
    for (const [key, { until }] of sessions) {
      if (until > now() && sessions.size <= maxSessions) return
      sessions.delete(key)
    }
  }
  return {
    find: (tokenHash: Buffer): Session | undefined => {
      const found = sessions.get(keyOf(tokenHash))
      return found && found.until > now() ? found.session : undefined
    },
    /** @param ageMs time until the session must be read again for another reason */
    remember: (session: Session, ageMs: number): void => {
      const key = keyOf(session.tokenHash)
      sessions.delete(key)
      sessions.set(key, { session, until: now() + Math.min(ageMs, maxAgeMs) })
      deleteOldest()
    },
    forget: (tokenHash: Buffer): void => void sessions.delete(keyOf(tokenHash)),
  }
}
