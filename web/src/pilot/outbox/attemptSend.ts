import { ApiError, messageOf } from '../../api/ApiError.ts'
import { classifyError } from './classifyError.ts'
import { type EstadoItem, notSent, type OutboxItem } from './outboxItems.ts'
import { readRuta, sendItem } from './sendItem.ts'
import { claimItem, completeItem, updateItems } from './store.ts'

export interface AttemptResult {
  /** 'next': its lane goes on; 'stop': nothing is known, so that it waits for the next run. */
  lane: 'done' | 'next' | 'stop'
  /** In seconds: when the server wants to be asked again. */
  retryAfterSeconds: number
}

/** Tries what waits, where `may` still says so once that is written down. */
export async function attemptSend(id: number, mayContinue: () => boolean): Promise<AttemptResult> {
  const claimed = await claimItem(id, Date.now())
  if (!claimed) return { lane: 'next', retryAfterSeconds: 0 }
  if (!mayContinue()) return { lane: 'stop', retryAfterSeconds: 0 }
  try {
    await completeItem(claimed.item, await sendItem(claimed.item, claimed.bytes))
    return { lane: 'done', retryAfterSeconds: 0 }
  } catch (error) {
    return afterFailure(claimed.item, error)
  }
}

async function afterFailure(item: OutboxItem, error: unknown): Promise<AttemptResult> {
  const failure = classifyError(error)
  if (failure === 'stale' && item.clase === 'estado') return afterStale(item)
  if (failure === 'refused' || failure === 'stale') {
    const rechazo = { mensaje: messageOf(error), status: (error as ApiError).status }
    await updateItems([item.id], (kept) => ({ ...kept, rechazo }))
    return { lane: 'next', retryAfterSeconds: 0 }
  }
  return { lane: 'stop', retryAfterSeconds: error instanceof ApiError ? (error.retryAfter ?? 0) : 0 }
}

/** The office has changed the route: sent again where its state is as the pilot saw it or chose it, else a conflict. */
async function afterStale(item: EstadoItem & { id: number }): Promise<AttemptResult> {
  try {
    const { estado, version } = await readRuta(item.ruta_id)
    const agrees = estado === item.visto || estado === item.datos.nuevoEstado
    await updateItems([item.id], () => ({ ...item, ...notSent, version, conflicto: agrees ? null : estado }))
    return { lane: 'next', retryAfterSeconds: 0 }
  } catch (error) {
    return afterFailure(item, error)
  }
}
