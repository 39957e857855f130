import { createHash } from 'node:crypto'
import type { Endpoint } from '@flota/contract/core/endpoint.ts'
import type { Now } from '../clock.ts'
import { type Db, one, prepared, sql } from '../db/sql.ts'
import { readVersion } from '../version.ts'
import type { Session } from './authentication.ts'
import { type App, envelope, type Input, type Result, serveRaw } from './serve.ts'

/** Another release may answer otherwise. */
const release = await readVersion()

/** Versions that the database keeps (schema/versiones.sql). */
export type VersionScope = 'notices' | 'shared by pilots' | { pilot: number }

const scopeSql = (scope: VersionScope) => {
  if (typeof scope === 'object') return sql`ambito_de_piloto(${scope.pilot})`
  return scope === 'notices' ? sql`0` : sql`1`
}

/** Scopes of a pilot's own trips. */
export const pilotScopes = ({ session }: { session: Session }): VersionScope[] => [
  'shared by pilots',
  { pilot: session.user.piloto_id ?? 0 },
]

interface Polled<E extends Endpoint> {
  result: Result<E>
  /** First moment at which the result may change without a write. */
  until?: Date | undefined
}

interface PollOptions<E extends Endpoint> {
  now: Now
  scopes: (input: Input<E>) => readonly VersionScope[]
  /** Returns what else decides the answer: user, permissions, query, day. */
  key: (input: Input<E>) => unknown
}

/**
 * Serves a read that clients repeat. Answers 304 to an If-None-Match while nothing that decides the answer has changed.
 * @param handle reads only through the given Db (serveRead.ts)
 */
export function servePolled<E extends Endpoint>(
  app: App,
  endpoint: E,
  { now, scopes, key }: PollOptions<E>,
  handle: (reader: Db, input: Input<E>) => Promise<Polled<E>>,
): void {
  const respond = async (input: Input<E>) => {
    const { request, reply, query, reader } = input
    const at = now().getTime()
    const about = digest([release, endpoint.line, scopes(input), key(input)])
    const known = tagsOf(request.headers['if-none-match']).find(
      (tag) => tag.about === about && tag.from <= at && at < tag.until,
    )
    const { version, en_curso } = await findVersion(reader, scopes(input), known?.version)
    if (known && known.version === version) {
      void reply.header('ETag', formatTag(known)).code(304)
      return null
    }
    const { result, until } = await handle(reader, input)
    const tag = { about, version, from: at, until: until?.getTime() ?? Number.MAX_SAFE_INTEGER }
    // A writer that has not ended yet may be missing in the result, although the version counts it.
    if (!en_curso) void reply.header('ETag', formatTag(tag))
    return envelope(endpoint, result, query)
  }
  serveRaw(app, endpoint, respond, { mayRemember: true })
}

interface Tag {
  about: string
  version: string
  /** Milliseconds. */
  from: number
  until: number
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

const formatTag = ({ about, version, from, until }: Tag) => `W/"${[about, version, from, until].join('/')}"`

function tagsOf(header: string | undefined): Tag[] {
  const quoted = [...(header ?? '').matchAll(/"([^"]*)"/g)].map(([, tag = '']) => tag.split('/'))
  return quoted.map(([about = '', version = '', from, until]) => ({
    about,
    version,
    from: Number(from),
    until: Number(until),
  }))
}

async function findVersion(db: Db, scopes: readonly VersionScope[], known: string | undefined) {
  const [first, second = first] = scopes.map(scopeSql)
  const row = await one<{ version: string; en_curso: boolean }>(
    db,
    prepared(sql`select * from version_de(array[${first}, ${second}], ${known ?? null})`),
  )
  if (!row) throw new Error('version_de returned no row')
  return row
}
