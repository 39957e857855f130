import { once } from 'node:events'
import { join } from 'node:path'
import { spawnAs } from './account.ts'
import { pgDirOf } from './cluster.ts'
import { openLog } from './log.ts'
import type { Place } from './place.ts'
import { clusterName, endServing } from './processes.ts'
import { serverSettings } from './settings.ts'

/** A running postmaster under its lifeline. */
export interface Server {
  /** Resolves, when it has ended, with the reason as far as it is known. */
  ended: Promise<string>
  alive(): boolean
  /** Fast shutdown; resolves when no process is left. */
  stop(): Promise<void>
}

/**
 * The lifeline: when standard input closes, because the program closed it or died of whatever, the database is shut
 * down fast. It ends when the database does. Signals to the group are not for it: the program decides.
 * It asks more than once, because a postmaster that is just starting does not hear; its last line takes along
 * whoever still waits.
 */
const LIFELINE = `
trap '' HUP INT TERM
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
{ cat >/dev/null; while kill -INT "$server"; do sleep 1; done; } <&3 2>/dev/null &
wait "$server"
kill -KILL 0`

/** Fast shutdown may take this long, milliseconds; the program as a whole has 20 s. */
const PATIENCE = 9_000

export function launch(dataDir: string, { account, packageDir }: Place): Server {
  const pgDir = pgDirOf(dataDir)
  const log = openLog(dataDir)
  const postgres = join(packageDir, 'native/bin/postgres')
  const command = ['sh', '-c', LIFELINE, 'sh', postgres, '-D', pgDir, ...serverSettings(clusterName(pgDir))]
  const child = spawnAs(account, command, ['pipe', log.fd, log.fd])
  // Writing to a lifeline that is gone is not worth a crash.
  child.stdin?.on('error', () => {})
  const trimming = setInterval(() => log.trim(), 60_000).unref()
  let alive = true
  const ended = once(child, 'exit')
    .then(
      () => log.reason() ?? 'sin motivo conocido',
      (error: Error) => error.message,
    )
    .finally(() => {
      alive = false
      clearInterval(trimming)
      log.close()
      child.stdin?.destroy()
    })
  return {
    ended,
    alive: () => alive,
    async stop() {
      child.stdin?.end()
      await endServing(pgDir, PATIENCE)
      await ended
    },
  }
}
