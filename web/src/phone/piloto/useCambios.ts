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
  useEffect(() => {
    // Another tab sends and drops some too.
    const listen = () => setUnsent(readUnsent(username))
    window.addEventListener('storage', listen)
    return () => window.removeEventListener('storage', listen)
  }, [username])
  return { unsent, put }
}

interface Turn {
  clave: string
  outcome: Promise<Outcome>
}

/** One change of a route at a time: a second press gets the first one's outcome, another decision comes after it. */
function useTurns() {
  const [sending, setSending] = useState<readonly number[]>([])
  const turns = useRef(new Map<number, Turn>())
  const inTurn = (
    { antes: { id }, clave }: Cambio,
    work: (earlier: Outcome | undefined) => Promise<Outcome>,
  ) => {
    const before = turns.current.get(id)
    if (before?.clave === clave) return before.outcome
    const outcome = Promise.resolve(before?.outcome)
      .then(work)
      .finally(() => {
        if (turns.current.get(id) !== turn) return
        turns.current.delete(id)
        setSending((ids) => ids.filter((each) => each !== id))
      })
    const turn = { clave, outcome }
    turns.current.set(id, turn)
    setSending((ids) => [...ids, id])
    return outcome
  }
  return { sending, inTurn }
}

/** A change that follows another of this phone is of the version that the route got by that. */
const after = (earlier: Outcome | undefined, cambio: Cambio): Cambio =>
  earlier?.kind === 'done' ? { ...cambio, antes: earlier.ruta } : cambio

type Done = (cambio: Cambio, message: string) => void

/** Unconfirmed changes, sent again on a press or on reconnection. `held` is a route whose change is being edited. */
export function useCambios(username: string, onDone: Done, held?: number) {
  const { unsent, put } = useUnsent(username)
  const { sending, inTurn } = useTurns()
  const lastTry = useRef(0)

  const send = (decided: Cambio) => {
    const { id } = decided.antes
    // Kept before sending: if the phone dies meanwhile, the change counts as unconfirmed.
    put(id, decided)
    return inTurn(decided, async (earlier) => {
      const cambio = after(earlier, decided)
      lastTry.current = Date.now()
      put(id, cambio)
      const outcome = await attempt(cambio)
      if (outcome.kind === 'refused') put(id, { ...cambio, motivo: outcome.reason })
      if (outcome.kind === 'done') {
        put(id)
        onDone(cambio, outcome.message)
      }
      return outcome
    })
  }

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
