import { useRef } from 'react'
import { newKey } from './createIdempotencyKey.ts'

const nothing = { text: '', key: '' }

/** Sends a body with an idempotency key: what got no answer is not done twice when it is sent again. */
export function useOnce() {
  const sent = useRef(nothing)
  return async <Answer>(body: object, send: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
    const text = JSON.stringify(body)
    if (sent.current.text !== text) sent.current = { text, key: newKey() }
    const answer = await send(sent.current.key)
    sent.current = nothing
    return answer
  }
}
