import { createHash } from 'node:crypto'
import { lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { causeOf, StartError } from './startError.ts'

const SOCKET = '.s.PGSQL.5432'
/** A socket's path has 107 bytes on Linux, 103 on macOS. */
const MAX_SOCKET_PATH_BYTES = 103

export interface SocketHost {
  /** What pg takes as host: a directory whose socket has a short enough path. */
  host: string
  remove(): void
}

/** The socket always lies in DATA_DIR/run; where that path is too long, clients reach it through a short link. */
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

/** A start that was killed left its link, which serves again; anybody else's is not to be trusted. */
function makeLink(target: string, link: string): void {
  const there = lstatSync(link, { throwIfNoEntry: false })
  if (there?.isSymbolicLink() && there.uid === process.getuid?.() && readlinkSync(link) === target) return
  symlinkSync(target, link)
}

/** Whether a server takes connections there: the only sign of one in another container on the same volume. */
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

/** Removes what a dead server left, which would keep the next from starting when its pid is taken again. */
export function removeStale(dataDir: string): void {
  for (const name of ['pg/postmaster.pid', `run/${SOCKET}`, `run/${SOCKET}.lock`]) {
    rmSync(join(dataDir, name), { force: true })
  }
}
