import type { FastifyReply } from 'fastify'
import { methodNotAllowed } from '../errors.ts'
import { pathOf } from './headers.ts'
import type { App } from './serve.ts'

interface KnownPath {
  addresses: RegExp
  /** Whether the path has no parameter. */
  isFixed: boolean
  methods: string[]
}

/** `/api/rutas/:id(^.+$)` matches any segment, `:id(^[1-9]\d*$)` only its pattern. */
const toKnownPath = ([url, methods]: [string, string[]]): KnownPath => {
  const parts = url.split('/').map((part) => {
    const rule = /^:\w+\(\^(.+)\$\)$/.exec(part)?.[1]
    if (rule === undefined) return RegExp.escape(part)
    return rule === '.+' ? '[^/]+' : rule
  })
  return { addresses: new RegExp(`^${parts.join('/')}$`), isFixed: !url.includes(':'), methods }
}

/**
 * Rejects other methods of known paths with 405, before any other check. A route for each of them would make 3,900
 * routes and take 10 MB.
 */
export function rejectOtherMethods({ fastify, methods }: App): void {
  let known: KnownPath[] | undefined
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    // Built at the first request: all routes exist by then.
    known ??= [...methods].map(toKnownPath)
    const path = decoded(pathOf(request.url))
    const found = known.filter(({ addresses }) => addresses.test(path))
    // `/api/rutas/revision` is its own path, not an id of `/api/rutas/:id`.
    const match = found.find(({ isFixed }) => isFixed) ?? found[0]
    if (match) rejectMethod(reply, match.methods)
    done()
  })
}

/**
 * Rejects methods that a fixed path lacks but a parameter's path has: the router would take the word for an id. Call it
 * after all routes.
 */
export function rejectMethodsOfFixedPaths({ fastify, methods }: App): void {
  const all = [...methods]
  for (const [url, known] of all) {
    if (url.includes(':')) continue
    const overlapping = all.filter((each) => each[0] !== url && toKnownPath(each).addresses.test(url))
    const others = new Set(
      overlapping.flatMap(([, list]) => list).filter((method) => !known.includes(method)),
    )
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

/** Decodes a path as the router does. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
