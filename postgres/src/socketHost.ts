import { createHash } from 'node:crypto'
import { lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { causeOf, StartError } from './startError.ts'

const SOCKET = '.s.PGSQL.5432'
/** Limit of macOS; that of Linux is 107. */
const MAX_SOCKET_PATH_BYTES = 103

export interface SocketHost {
  /** Directory of the socket, with a path short enough for pg. */
  host: string
  remove(): void
}

/** Returns DATA_DIR/run, or a short link to it if the socket's path would be too long. */
export function socketHost(dataDir: string): SocketHost {
  const run = join(dataDir, 'run')
  if (fits(run)) return { host: run, remove() {} }
  const name = `flota-${createHash('sha256').update(run).digest('hex').slice(0, 16)}`
  let failure = ''
  for (const directory of ['/run', tmpdir(), '/tmp']) {
    const link = join(directory, name)
    if (!fits(link)) continue
    try {
      makeLink(run, link)
      return { host: link, remove: () => rmSync(link, { force: true }) }
    } catch (error) {
      failure = `${link}: ${causeOf(error)}`
    }
  }
  throw new StartError(
    `La ruta de DATA_DIR (${dataDir}) es demasiado larga y no hay dónde acortarla (${failure}): usa una más corta.`,
  )
}

const fits = (directory: string) => Buffer.byteLength(join(directory, SOCKET)) <= MAX_SOCKET_PATH_BYTES

/** Reuses the link of a killed start. Throws for another user's link. */
function makeLink(target: string, link: string): void {
  const entry = lstatSync(link, { throwIfNoEntry: false })
  if (entry?.isSymbolicLink() && entry.uid === process.getuid?.() && readlinkSync(link) === target) return
  symlinkSync(target, link)
}

/** Returns whether a server accepts connections: the only sign of one in another container on the same volume. */
export function acceptsConnections(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(host, SOCKET))
    const done = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.on('connect', () => done(true))
    socket.on('error', () => done(false))
  })
}

/** Deletes a dead server's lock files, which block a start if another process has the same pid. */
export function removeStale(dataDir: string): void {
  for (const name of ['pg/postmaster.pid', `run/${SOCKET}`, `run/${SOCKET}.lock`]) {
    rmSync(join(dataDir, name), { force: true })
  }
}
