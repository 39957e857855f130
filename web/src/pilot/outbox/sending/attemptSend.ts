import { ApiError } from '../../../api/ApiError.ts'
import { type EstadoItem, notSent, type OutboxItem } from '../outboxItems.ts'
import { classifyError } from './classifyError.ts'
import { claimItem, completeItem, updateItems } from './itemWrites.ts'
import { readRuta, sendItem } from './sendItem.ts'

export interface AttemptResult {
  /** 'next': the lane continues without the item. 'stop': unknown outcome, the lane waits for the next run. */
  lane: 'done' | 'next' | 'stop'
  retryAfterSeconds: number
}

/** Sends an item once. Stores the attempt first, then checks `mayContinue`. */
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
    const { message, status, campos } = error as ApiError
    // The sentence of the first field says more than that of the whole body.
    const rechazo = { mensaje: Object.values(campos)[0] ?? message, status }
    await updateItems([item.id], (stored) => ({ ...stored, rechazo }))
    return { lane: 'next', retryAfterSeconds: 0 }
  }
  return { lane: 'stop', retryAfterSeconds: error instanceof ApiError ? (error.retryAfter ?? 0) : 0 }
}

/** The office has changed the trip. Retries if its state is the one that the pilot saw or chose; else marks a conflict. */
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
