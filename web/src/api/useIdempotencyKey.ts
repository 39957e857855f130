import { useRef } from 'react'
import { createIdempotencyKey } from './createIdempotencyKey.ts'

const noRequest = { text: '', key: '' }

/** Sends a body with an idempotency key. The same body keeps its key until a send succeeds. */
export function useIdempotencyKey() {
  const sent = useRef(noRequest)
  return async <Answer>(body: object, send: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
    const text = JSON.stringify(body)
    if (sent.current.text !== text) sent.current = { text, key: createIdempotencyKey() }
    const answer = await send(sent.current.key)
    sent.current = noRequest
    return answer
  }
}
