import { type Access, type Caller, can } from '@flota/contract/access.ts'
import type { Endpoint } from '@flota/contract/endpoint.ts'
import type { SessionUser } from '@flota/contract/session.ts'
import type { FastifyRequest } from 'fastify'
import type { Author } from '../db/author.ts'
import { type Db, one, sql, type Writer } from '../db/sql.ts'
import { addressOf } from './addressOf.ts'
import { forbidden, noToken } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session or password is asked for: the log tells it, refused or not. */
    userId: number | undefined
  }
}

/** Who is calling, as the database has it at this very call. */
export interface Session extends Caller {
  user: SessionUser
  /** What the database knows the token by. */
  tokenHash: Buffer
}

/** Finds the session of a token, as `tx` sees it where it is given. @throws {HttpError} 401 when it has none. */
export type FindSession = (token: string, tx?: Db) => Promise<Session>

/** What was found holds for so many ms: who waits longer may have lost the right meanwhile. */
const holdsFor = 100

const bearerToken = (request: FastifyRequest): string => {
  const [scheme, token] = request.headers.authorization?.trim().split(/\s+/) ?? []
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw noToken()
  return token
}

/** Whoever takes a right from himself still ends what he began. */
const isOwnWork = async (tx: Db, { user }: Session): Promise<boolean> => {
  const written = sql`select from usuarios where id = ${user.id} and xmin = pg_current_xact_id_if_assigned()::xid`
  return (await one(tx, written)) !== undefined
}

/** What the log knows of a call. */
export const authorOf = (
  request: FastifyRequest,
  user: Pick<SessionUser, 'id' | 'username'> | undefined,
): Author => ({
  usuario_id: user?.id ?? null,
  usuario: user?.username ?? null,
  direccion: addressOf(request),
  peticion: request.id,
  cambio: /^(PATCH|DELETE) |\/estado$/.test(request.routeOptions.config.line ?? '') ? 'estado' : 'editar',
})

/** Who makes a call, and whether that may still be. */
export function admissions({ access, accessBy }: Pick<Endpoint, 'access' | 'accessBy'>, find: FindSession) {
  const narrowed = new WeakMap<FastifyRequest, Access>()
  const needed = (request: FastifyRequest, line: Access) =>
    narrowed.get(request) ?? accessBy?.(request) ?? line
  const found = new WeakMap<FastifyRequest, { session: Session; until: number }>()
  const sessionOf = (request: FastifyRequest) => found.get(request)?.session

  /** @throws {HttpError} 401 without a session, 403 where it may not call */
  const admit = async (request: FastifyRequest, tx?: Db): Promise<void> => {
    if (access === 'public') return
    const before = sessionOf(request)
    const session = await find(bearerToken(request), tx)
    request.userId = session.user.id
    const isSamePilot = !tx || session.user.piloto_id === before?.user.piloto_id
    const stillMay = isSamePilot && can(session, needed(request, access))
    if (!stillMay && !(tx && (await isOwnWork(tx, session)))) throw forbidden()
    found.set(request, { session, until: performance.now() + holdsFor })
  }

  /** Asks again after a wait, whatever was waited for. @throws {HttpError} as `admit` */
  const admitAgain = async (request: FastifyRequest, tx?: Db): Promise<void> => {
    if (performance.now() > (found.get(request)?.until ?? Infinity)) await admit(request, tx)
  }

  /** From here on the call needs this. @throws {HttpError} 403 where its caller has not that */
  const narrow = (request: FastifyRequest, to: Access): void => {
    narrowed.set(request, to)
    const session = sessionOf(request)
    if (!session || !can(session, to)) throw forbidden()
  }

  const writerFor = (request: FastifyRequest, db: Db): Writer =>
    checkedWriter(db, authorOf(request, sessionOf(request)?.user), (tx) => admitAgain(request, tx))
  return { admit, admitAgain, narrow, sessionOf, writerFor }
}

/** What is written through it is undone where its caller lost the right while a statement waited. */
const checkedWriter = (db: Db, author: Author, check: (tx: Db) => Promise<void>): Writer => ({
  transaction: (work) =>
    db.transaction((tx) => {
      const query: Db['query'] = async (statement) => {
        const result = await tx.query<never>(statement)
        await check(tx)
        return result
      }
      const asked: Db = { query, transaction: (more) => more(asked) }
      return work(asked)
    }, author),
})
