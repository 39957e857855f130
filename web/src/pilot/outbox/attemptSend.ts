import { ApiError, messageOf } from '../../api/ApiError.ts'
import { failureOf } from './classifyError.ts'
import { type DeEstado, type Item, untried } from './outboxItems.ts'
import { readRuta, send } from './sendItem.ts'
import { beginItem, changeItems, finishItem } from './store.ts'

export interface Attempt {
  /** 'next': its lane goes on; 'stop': nothing is known, so that it waits for the next run. */
  lane: 'done' | 'next' | 'stop'
  /** In seconds: when the server wants to be asked again. */
  rest: number
}

/** Tries what waits, where `may` still says so once that is written down. */
export async function attempt(id: number, may: () => boolean): Promise<Attempt> {
  const begun = await beginItem(id, Date.now())
  if (!begun) return { lane: 'next', rest: 0 }
  if (!may()) return { lane: 'stop', rest: 0 }
  try {
    await finishItem(begun.item, await send(begun.item, begun.bytes))
    return { lane: 'done', rest: 0 }
  } catch (error) {
    return afterFailure(begun.item, error)
  }
}

async function afterFailure(item: Item, error: unknown): Promise<Attempt> {
  const failure = failureOf(error)
  if (failure === 'stale' && item.clase === 'estado') return afterStale(item)
  if (failure === 'refused' || failure === 'stale') {
    const rechazo = { mensaje: messageOf(error), status: (error as ApiError).status }
    await changeItems([item.id], (kept) => ({ ...kept, rechazo }))
    return { lane: 'next', rest: 0 }
  }
  return { lane: 'stop', rest: error instanceof ApiError ? (error.retryAfter ?? 0) : 0 }
}

/** The office has changed the route: sent again where its state is as the pilot saw it or chose it, else a conflict. */
async function afterStale(item: DeEstado & { id: number }): Promise<Attempt> {
  try {
    const { estado, version } = await readRuta(item.ruta_id)
    const agrees = estado === item.visto || estado === item.datos.nuevoEstado
    await changeItems([item.id], () => ({ ...item, ...untried, version, conflicto: agrees ? null : estado }))
    return { lane: 'next', rest: 0 }
  } catch (error) {
    return afterFailure(item, error)
  }
}
