import { messageOf } from '../../api/ApiError.ts'
import { newKey } from '../../api/createIdempotencyKey.ts'
import { failureOf } from './classifyError.ts'
import type { Decided, Item } from './outboxItems.ts'
import { send } from './sendItem.ts'
import { refusalWords } from './statusText.ts'

/** What was tried last: pressed again without an edit it is the same change. */
let last: { said: string; items: (Decided & { id: number })[] } | undefined

const sayingOf = (news: readonly Decided[]) =>
  JSON.stringify(news.map(({ ruta_id, datos }) => ({ ruta_id, ...datos, hora_dispositivo: 0, desfase_s: 0 })))

/** Sends at once, where nothing can be kept. Throws an Error with the sentence. */
export async function sendNow(news: readonly Decided[]): Promise<Item[]> {
  const said = sayingOf(news)
  if (last?.said !== said) last = { said, items: news.map((each) => ({ ...each, id: 0, clave: newKey() })) }
  let gasto: number | undefined
  for (const { bytes, ...item } of last.items) {
    if (item.clase === 'archivo' && item.de !== undefined && gasto !== undefined) item.gasto = gasto
    const answer = await send(item, bytes).catch((error: unknown) => {
      throw new Error(failureOf(error) === 'unknown' ? refusalWords.unsent : messageOf(error))
    })
    gasto ??= answer.gasto
  }
  last = undefined
  return []
}
