import type { FastifyReply } from 'fastify'
import { methodNotAllowed } from '../errors.ts'
import { pathOf } from './headers.ts'
import type { App } from './serve.ts'

interface KnownPath {
  /** What matches all addresses of a path. */
  addresses: RegExp
  /** Whether it is but one. */
  isFixed: boolean
  methods: string[]
}

/** From a route's address: `/api/rutas/:id(^.+$)` takes any part, `:id(^[1-9]\d*$)` what its rule says. */
const toKnownPath = ([url, methods]: [string, string[]]): KnownPath => {
  const parts = url.split('/').map((part) => {
    const rule = /^:\w+\(\^(.+)\$\)$/.exec(part)?.[1]
    if (rule === undefined) return RegExp.escape(part)
    return rule === '.+' ? '[^/]+' : rule
  })
  return { addresses: new RegExp(`^${parts.join('/')}$`), isFixed: !url.includes(':'), methods }
}

/**
 * A known path with another method is told so before anything else is looked at, and before what is said of unknown
 * addresses. Not by a route for each other method of each path: those were 3,900, and 10 MB.
 */
export function rejectOtherMethods({ fastify, methods }: App): void {
  let known: KnownPath[] | undefined
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    // Made once all are there.
    known ??= [...methods].map(toKnownPath)
    const path = decoded(pathOf(request.url))
    const found = known.filter(({ addresses }) => addresses.test(path))
    // Of a path that is a word and fits another's id the word counts.
    const one = found.find(({ isFixed }) => isFixed) ?? found[0]
    if (one) rejectMethod(reply, one.methods)
    done()
  })
}

/** Of a word that also fits another path's id: the router would take it for one. To come last. */
export function rejectMethodsOfFixedPaths({ fastify, methods }: App): void {
  const all = [...methods]
  for (const [url, known] of all) {
    if (url.includes(':')) continue
    const taken = all.filter((each) => each[0] !== url && toKnownPath(each).addresses.test(url))
    const others = new Set(taken.flatMap(([, theirs]) => theirs).filter((method) => !known.includes(method)))
    if (others.size === 0) continue
    fastify.route({
      method: [...others],
      url,
      onRequest: async (_request, reply) => rejectMethod(reply, known),
      handler: () => undefined,
    })
  }
}

function rejectMethod(reply: FastifyReply, known: string[]): never {
  void reply.header('Allow', known.join(', '))
  throw methodNotAllowed()
}

/** As the router reads it. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
