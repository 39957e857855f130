import { messageOf } from '../../../api/ApiError.ts'
import { createIdempotencyKey } from '../../../api/createIdempotencyKey.ts'
import type { NewItemWithBytes } from '../outboxItems.ts'
import { rejectionTexts } from '../statusText.ts'
import { classifyError } from './classifyError.ts'
import { sendItem } from './sendItem.ts'

/** Last failed attempt. A retry with the same content reuses its idempotency keys. */
let lastAttempt: { content: string; items: (NewItemWithBytes & { id: number })[] } | undefined

const contentKey = (news: readonly NewItemWithBytes[]) =>
  JSON.stringify(news.map(({ ruta_id, datos }) => ({ ruta_id, ...datos, hora_dispositivo: 0, desfase_s: 0 })))

/**
 * Sends items without storing them, for browsers without IndexedDB.
 * @throws {Error} with the sentence to show
 */
export async function sendNow(items: readonly NewItemWithBytes[]): Promise<void> {
  const content = contentKey(items)
  if (lastAttempt?.content !== content)
    lastAttempt = { content, items: items.map((each) => ({ ...each, id: 0, clave: createIdempotencyKey() })) }
  let gasto: number | undefined
  for (const { bytes, ...item } of lastAttempt.items) {
    if (item.clase === 'archivo' && item.de !== undefined && gasto !== undefined) item.gasto = gasto
    const answer = await sendItem(item, bytes).catch((error: unknown) => {
      throw new Error(classifyError(error) === 'unknown' ? rejectionTexts.unsent : messageOf(error))
    })
    gasto ??= answer.gasto
  }
  lastAttempt = undefined
}
