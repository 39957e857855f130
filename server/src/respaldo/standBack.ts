import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Session } from '../db/session.ts'
import { one, raw } from '../db/sql.ts'

/** How far behind everybody else's work, as `nice` counts. */
const niceness = 10

/** Lets others go first: this process does, and the embedded database's, which reads for `session`. */
export async function standBack(session: Session, isEmbedded: boolean): Promise<void> {
  setPriority(niceness)
  if (!isEmbedded) return
  const row = await one<{ pid: number }>(session, raw('select pg_backend_pid() as pid'))
  try {
    setPriority(row?.pid ?? 0, niceness)
    // Linux weighs sessions first and processes within one, and each of PostgreSQL's is a session of its own.
    writeFileSync(`/proc/${row?.pid}/autogroup`, String(niceness))
  } catch {
    // Where it may not, or there are no such groups, the backup is only less polite.
  }
}
