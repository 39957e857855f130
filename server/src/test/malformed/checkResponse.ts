import type { MalformedRequest } from './malformedRequests.ts'
import { injectedHeader, reflectedMarker } from './payloads.ts'
import type { RawResponse } from './sendRaw.ts'

/** Text that reveals the program's internals. */
const internalsPattern =
  /node_modules|server\/src|\bat [\w.<> ]+ \(|\.ts:\d|ZodError|SyntaxError|TypeError|JSON\.parse|Unexpected token|pg_catalog|insert into|\$argon2|\/proc\//

/**
 * A connection may close without a response if there was no complete request, or while too much was being
 * sent.
 */
const mayCloseWithoutResponse = ({ kind }: MalformedRequest) => kind === 'unreadable' || kind === 'tooLarge'

function findHeadFaults({ head, body, status }: RawResponse): string[] {
  const has = (name: string) => new RegExp(`^${name}:`, 'im').test(head)
  const refused = status !== undefined && status >= 400
  return [
    ...(has('X-Content-Type-Options') ? [] : ['no nosniff']),
    ...(has('X-Frame-Options') ? [] : ['may be framed']),
    ...(has(injectedHeader) ? ['a value became a header'] : []),
    ...(has('Access-Control-Allow-Origin') || has('Set-Cookie') ? ['a header that no answer has'] : []),
    ...(refused && internalsPattern.test(body) ? ['tells how it is made'] : []),
    ...(refused && body.includes(reflectedMarker) ? ['gives back what was sent'] : []),
  ]
}

/** Checks that an error has the envelope of docs/contract/general.md. */
function findErrorBodyFaults({ head, body, status }: RawResponse): string[] {
  if (status === undefined || status < 400 || body === '' || !/^content-type: application\/json/im.test(head))
    return []
  try {
    const { success, message, error } = JSON.parse(body) as Record<string, unknown>
    return success === false && typeof message === 'string' && error ? [] : ['another envelope']
  } catch {
    return ['no JSON']
  }
}

/** Returns the faults of a response. */
export function findResponseFaults(sent: MalformedRequest, response: RawResponse): string[] {
  const { status } = response
  if (status === undefined) return mayCloseWithoutResponse(sent) ? [] : ['no answer']
  return [
    ...(status >= 500 ? ['a failure'] : []),
    ...(status < 400 && !sent.harmless ? ['taken'] : []),
    ...findHeadFaults(response),
    ...findErrorBodyFaults(response),
  ]
}
