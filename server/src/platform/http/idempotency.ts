import { createHash } from 'node:crypto'
import type { Endpoint } from '@flota/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Db, one, prepared, run, sql, type Writer } from '../db/sql.ts'
import { conflict } from '../errors.ts'
import type { Session } from './authentication.ts'

/** A key is its user's own, for one call, for so many days (docs/contract/general.md). */
export interface IdempotencyKey {
  userId: number
  /** Method and path with its ids. */
  llamada: string
  clave: string
  /** A digest of what is asked. */
  huella: string
  days: number
}

/** Node reads headers byte by byte; people write them in UTF-8. An empty key counts as no key. */
const keyHeader = ({ headers }: FastifyRequest) =>
  Buffer.from(headers['idempotency-key']?.toString().trim() ?? '', 'latin1').toString()

export const keyProblem = ({ idempotent }: Endpoint, request: FastifyRequest): [string, string][] =>
  idempotent && [...keyHeader(request)].length > 200 ? [['Idempotency-Key', 'Máximo 200 caracteres.']] : []

const entriesOf = (value: unknown) => new Map<string, unknown>(Object.entries(value ?? {}))

interface KeyedRequest {
  params: unknown
  query: unknown
  body: unknown
  session: Session | undefined
  request: FastifyRequest
}

/** @param sha256 of a body that is bytes: the query says the rest of what is asked */
export function idempotencyKeyOf(
  endpoint: Endpoint,
  asked: KeyedRequest,
  sha256?: string,
): IdempotencyKey | undefined {
  const { params, query, body, session, request } = asked
  const clave = endpoint.idempotent ? keyHeader(request) : ''
  if (!clave || !session) return undefined
  const ids = entriesOf(params)
  return {
    userId: session.user.id,
    llamada: `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, (_all, name: string) => String(ids.get(name)))}`,
    clave,
    huella: sha256
      ? fingerprint(endpoint.query, query, [], sha256)
      : fingerprint(endpoint.body, body, endpoint.added),
    days: session.rol_nombre === 'piloto' ? 30 : 1,
  }
}

/** What is not sent is as null; nothing of a password is kept. */
function fingerprint(schema: z.ZodType, said: unknown, added: readonly string[], sha256?: string): string {
  const sent = entriesOf(said)
  const shape = schema instanceof z.ZodObject ? schema.shape : undefined
  /** A body that an older page queued, without these names, stays one with itself. */
  const isAsAbsent = (name: string) =>
    added.includes(name) && z.safeParse(shape?.[name] ?? z.any(), undefined).data === sent.get(name)
  const asked = (shape ? Object.keys(shape) : [...sent.keys()])
    .filter((name) => name !== 'password' && !isAsAbsent(name))
    .map((name): [string, unknown] => [name, sent.get(name) ?? null])
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(sha256 ? [...asked, ['sha256', sha256]] : asked)))
    .digest('base64url')
}

/**
 * Once for a key: a repeat, also while the first runs, gets the first answer; a refused try may be sent again.
 * @param work all that it writes goes through the Writer that it is given
 * @param kept what a repeat gets of the answer
 * @throws {HttpError} 409 when the key was used for another request
 */
export function runOnce<T>(
  db: Writer,
  key: IdempotencyKey | undefined,
  work: (db: Writer) => Promise<T>,
  toStored: (answer: T) => T = (answer) => answer,
): Promise<T> {
  if (!key) return work(db)
  return db.transaction(async (tx) => {
    const first = await claimKey<T>(tx, key)
    if (first) return first.respuesta
    const answer = await work(tx)
    await storeResponse(tx, key, toStored(answer))
    return answer
  })
}

/** Whether something was answered to it: a repeat is told that again, whatever has become of it since. */
export const hasStoredResponse = async (db: Db, key: IdempotencyKey): Promise<boolean> =>
  (await one(db, sql`select from idempotencia where ${matchesKey(key)} and vence_en >= now()`)) !== undefined

const matchesKey = ({ userId, llamada, clave }: IdempotencyKey) =>
  sql`usuario_id = ${userId} and llamada = ${llamada} and clave = ${clave}`

/** Takes the key's row, or finds what the first request with it was answered. */
async function claimKey<T>(tx: Db, key: IdempotencyKey) {
  const { userId, llamada, clave, huella, days } = key
  const mine = await run(
    tx,
    prepared(sql`insert into idempotencia (usuario_id, llamada, clave, huella, vence_en)
      values (${userId}, ${llamada}, ${clave}, ${huella}, now() + make_interval(days => ${days}))
      on conflict (usuario_id, llamada, clave) do update
      set huella = excluded.huella, vence_en = excluded.vence_en
      where idempotencia.vence_en < now()`),
  )
  if (mine > 0) return undefined
  const first = await one<{ huella: string; respuesta: T }>(
    tx,
    prepared(sql`select huella, respuesta from idempotencia where ${matchesKey(key)}`),
  )
  if (first && first.huella !== huella) throw conflict('Ese envío ya se hizo con otros datos.')
  return first
}

/** Also deletes a few expired keys, except those that somebody else is writing. */
const storeResponse = (tx: Db, key: IdempotencyKey, answer: unknown) =>
  run(
    tx,
    prepared(sql`with viejas as (
        delete from idempotencia where ctid in (
          select ctid from idempotencia where vence_en < now() limit 20 for update skip locked))
      update idempotencia set respuesta = ${JSON.stringify(answer)} where ${matchesKey(key)}`),
  )
