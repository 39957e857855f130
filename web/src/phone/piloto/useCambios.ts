import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'
import { onReconnected } from '../../api/connection.ts'
import { type Cambio, isRefusal, keepUnsent, readUnsent, sendCambio } from './cambio.ts'
import type { MiRuta } from './misRutas.ts'

export type Outcome =
  | { kind: 'done'; ruta: MiRuta; message: string }
  /** No answer: it may have been applied or not, and is sent again with its key. */
  | { kind: 'unsent'; reason: string }
  | { kind: 'refused'; reason: string; stale: boolean }

/** The least time between automatic sends, however often the connection returns. */
const restMs = 15_000

async function attempt(cambio: Cambio): Promise<Outcome> {
  try {
    const { data, message } = await sendCambio(cambio)
    return { kind: 'done', ruta: data, message }
  } catch (error) {
    const reason = messageOf(error)
    return isRefusal(error)
      ? { kind: 'refused', reason, stale: error.status === 409 || error.status === 404 }
      : { kind: 'unsent', reason }
  }
}

/** What this phone keeps, at most one change per route. */
function useUnsent(username: string) {
  const [unsent, setUnsent] = useState(() => readUnsent(username))
  const put = (rutaId: number, cambio?: Cambio) => {
    const others = readUnsent(username).filter(({ antes }) => antes.id !== rutaId)
    const next = cambio ? [...others, cambio] : others
    keepUnsent(username, next)
    setUnsent(next)
  }
  return { unsent, put }
}

/** Work on a route runs once at a time: a second press gets the first one's outcome. */
function useOnce() {
  const [sending, setSending] = useState<readonly number[]>([])
  const running = useRef(new Map<number, Promise<Outcome>>())
  const once = (id: number, work: () => Promise<Outcome>): Promise<Outcome> => {
    const already = running.current.get(id)
    if (already) return already
    const outcome = work().finally(() => {
      running.current.delete(id)
      setSending((ids) => ids.filter((each) => each !== id))
    })
    running.current.set(id, outcome)
    setSending((ids) => [...ids, id])
    return outcome
  }
  return { sending, once }
}

/** Unconfirmed changes, sent again on a press or on reconnection. `held` is a route whose change is being edited. */
export function useCambios(username: string, onDone: (ruta: MiRuta, message: string) => void, held?: number) {
  const { unsent, put } = useUnsent(username)
  const { sending, once } = useOnce()
  const lastTry = useRef(0)

  const send = (cambio: Cambio) =>
    once(cambio.antes.id, async () => {
      lastTry.current = Date.now()
      // Kept before sending: if the phone dies meanwhile, the change counts as unconfirmed.
      put(cambio.antes.id, cambio)
      const outcome = await attempt(cambio)
      if (outcome.kind === 'refused') put(cambio.antes.id, { ...cambio, motivo: outcome.reason })
      if (outcome.kind === 'done') {
        put(cambio.antes.id)
        onDone(outcome.ruta, outcome.message)
      }
      return outcome
    })

  const sendAll = useEffectEvent(() => {
    if (Date.now() - lastTry.current < restMs) return
    for (const cambio of unsent) if (!cambio.motivo && cambio.antes.id !== held) void send(cambio)
  })
  useEffect(() => onReconnected(() => sendAll()), [])

  return {
    unsent,
    sending,
    send,
    of: (rutaId: number) => unsent.find(({ antes }) => antes.id === rutaId),
    drop: (rutaId: number) => put(rutaId),
  }
}
