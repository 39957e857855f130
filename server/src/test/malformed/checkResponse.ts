import type { Malformed } from './malformedRequests.ts'
import { injectedHeader, marker } from './payloads.ts'
import type { Heard } from './sendRaw.ts'

/** What tells somebody how the program is made. */
const inside =
  /node_modules|server\/src|\bat [\w.<> ]+ \(|\.ts:\d|ZodError|SyntaxError|TypeError|JSON\.parse|Unexpected token|pg_catalog|insert into|\$argon2|\/proc\//

/** A connection may end without an answer where no request was made out, or while too much was still sent. */
const mayEnd = ({ kind }: Malformed) => kind === 'unreadable' || kind === 'tooLarge'

function faultsOfHead({ head, body, status }: Heard): string[] {
  const has = (name: string) => new RegExp(`^${name}:`, 'im').test(head)
  const refused = status !== undefined && status >= 400
  return [
    ...(has('X-Content-Type-Options') ? [] : ['no nosniff']),
    ...(has('X-Frame-Options') ? [] : ['may be framed']),
    ...(has(injectedHeader) ? ['a value became a header'] : []),
    ...(has('Access-Control-Allow-Origin') || has('Set-Cookie') ? ['a header that no answer has'] : []),
    ...(refused && inside.test(body) ? ['tells how it is made'] : []),
    ...(refused && body.includes(marker) ? ['gives back what was sent'] : []),
  ]
}

/** A refusal of a call has the envelope of docs/contract/general.md. */
function faultsOfRefusal({ head, body, status }: Heard): string[] {
  if (status === undefined || status < 400 || body === '' || !/^content-type: application\/json/im.test(head))
    return []
  try {
    const { success, message, error } = JSON.parse(body) as Record<string, unknown>
    return success === false && typeof message === 'string' && error ? [] : ['another envelope']
  } catch {
    return ['no JSON']
  }
}

/** What is wrong with an answer. */
export function faultsOf(sent: Malformed, heard: Heard): string[] {
  const { status } = heard
  if (status === undefined) return mayEnd(sent) ? [] : ['no answer']
  return [
    ...(status >= 500 ? ['a failure'] : []),
    ...(status < 400 && !sent.harmless ? ['taken'] : []),
    ...faultsOfHead(heard),
    ...faultsOfRefusal(heard),
  ]
}
