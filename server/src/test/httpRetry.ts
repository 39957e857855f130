import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

interface Call {
  address: string
  token: string
  path: string
}

/** One answer, or the end of a connection without one (status 0), and the milliseconds until its last byte. */
export interface Answered {
  status: number
  ms: number
}

/**
 * So many clients ask again as soon as they are answered, each on a connection of its own, until the signal. As
 * Retry-After says they wait, unless they are rude.
 */
export async function askAgain(
  clients: number,
  call: Call & { isRude?: boolean },
  signal: AbortSignal,
  heard: (answered: Answered) => void,
): Promise<void> {
  const client = async () => {
    while (!signal.aborted) await askOnOne(call, signal, heard)
  }
  await Promise.all(Array.from({ length: clients }, client))
}

async function askOnOne(
  { address, token, path, isRude = false }: Call & { isRude?: boolean },
  signal: AbortSignal,
  heard: (answered: Answered) => void,
) {
  const { port, hostname, host } = new URL(address)
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const socket = connect(Number(port), hostname).setNoDelay(true)
  try {
    await once(socket, 'connect')
    while (!signal.aborted) {
      const asked = performance.now()
      socket.write(request)
      const { status, retryAfter } = await answerOn(socket)
      heard({ status, ms: performance.now() - asked })
      if (retryAfter > 0 && !isRude)
        await sleep(retryAfter * 1000, undefined, { signal }).catch(() => undefined)
    }
  } catch {
    if (!signal.aborted) heard({ status: 0, ms: 0 })
    await sleep(100)
  } finally {
    socket.destroy()
  }
}

/** Reads one answer that says its length: a library would take more of the machine than the program does. */
function answerOn(socket: Socket): Promise<{ status: number; retryAfter: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; retryAfter: number }>()
  let head = ''
  let missing: number | undefined
  const number = (name: string) => Number(new RegExp(`^${name}: (\\d+)\r`, 'im').exec(head)?.[1] ?? 0)
  const take = (bytes: Buffer) => {
    if (missing === undefined) {
      head += bytes.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      missing = end + 4 + number('content-length') - head.length
    } else missing -= bytes.length
    if (missing <= 0)
      resolve({ status: Number(head.slice('HTTP/1.1 '.length, 12)), retryAfter: number('retry-after') })
  }
  const leave = () => reject(new Error('closed without an answer'))
  socket.on('data', take).on('error', leave).on('close', leave)
  return promise.finally(() => socket.off('data', take).off('error', leave).off('close', leave))
}
