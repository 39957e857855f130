import { messageOf } from '../../api/ApiError.ts'
import { createIdempotencyKey } from '../../api/createIdempotencyKey.ts'
import { classifyError } from './classifyError.ts'
import type { NewItemWithBytes, OutboxItem } from './outboxItems.ts'
import { sendItem } from './sendItem.ts'
import { rejectionTexts } from './statusText.ts'

/** What was tried last: pressed again without an edit it is the same change. */
let lastAttempt: { said: string; items: (NewItemWithBytes & { id: number })[] } | undefined

const contentKey = (news: readonly NewItemWithBytes[]) =>
  JSON.stringify(news.map(({ ruta_id, datos }) => ({ ruta_id, ...datos, hora_dispositivo: 0, desfase_s: 0 })))

/** Sends at once, where nothing can be kept. Throws an Error with the sentence. */
export async function sendNow(items: readonly NewItemWithBytes[]): Promise<OutboxItem[]> {
  const said = contentKey(items)
  if (lastAttempt?.said !== said)
    lastAttempt = { said, items: items.map((each) => ({ ...each, id: 0, clave: createIdempotencyKey() })) }
  let gasto: number | undefined
  for (const { bytes, ...item } of lastAttempt.items) {
    if (item.clase === 'archivo' && item.de !== undefined && gasto !== undefined) item.gasto = gasto
    const answer = await sendItem(item, bytes).catch((error: unknown) => {
      throw new Error(classifyError(error) === 'unknown' ? rejectionTexts.unsent : messageOf(error))
    })
    gasto ??= answer.gasto
  }
  lastAttempt = undefined
  return []
}
