import { createHash } from 'node:crypto'
import { type Endpoint, isTrial } from '@flota/contract/core/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Db, one, prepared, run, sql, violates, type Writer } from '../db/sql.ts'
import { conflict } from '../errors.ts'
import type { Session } from './authentication.ts'
import { translateError } from './translateError.ts'

/** An idempotency key of one user for one call (docs/contract/general.md). */
export interface IdempotencyKey {
  userId: number
  /** Method and path, with ids. */
  llamada: string
  clave: string
  /** Digest of the request's input. */
  huella: string
  /** Days until the key expires. */
  days: number
  /**
   * Whether a rollback undoes all that the request does. Then a repeat may run too, and the key is inserted with the
   * response, which saves a statement.
   */
  isDatabaseOnly?: boolean | undefined
}

/** Node decodes headers as Latin-1, clients send UTF-8. An empty key counts as none. */
const keyHeader = ({ headers }: FastifyRequest) =>
  Buffer.from(headers['idempotency-key']?.toString().trim() ?? '', 'latin1').toString()

const takesKey = (endpoint: Endpoint, body: unknown) => endpoint.idempotent && !isTrial(endpoint, body)

export const keyProblem = (endpoint: Endpoint, request: FastifyRequest, body: unknown): [string, string][] =>
  takesKey(endpoint, body) && [...keyHeader(request)].length > 200
    ? [['Idempotency-Key', 'Máximo 200 caracteres.']]
    : []

const entriesOf = (value: unknown) => new Map<string, unknown>(Object.entries(value ?? {}))

interface KeyedRequest {
  params: unknown
  query: unknown
  body: unknown
  session: Session | undefined
  request: FastifyRequest
}

/** @param sha256 digest of a file's body; its query is the rest of the input */
export function idempotencyKeyOf(
  endpoint: Endpoint,
  input: KeyedRequest,
  sha256?: string,
): IdempotencyKey | undefined {
  const { params, query, body, session, request } = input
  const clave = takesKey(endpoint, body) ? keyHeader(request) : ''
  if (!clave || !session) return undefined
  const ids = entriesOf(params)
  return {
    userId: session.user.id,
    llamada: `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, (_all, name: string) => String(ids.get(name)))}`,
    clave,
    huella: sha256
      ? fingerprint(endpoint.query, query, endpoint.fieldsAddedLater, sha256)
      : fingerprint(endpoint.body, body, endpoint.fieldsAddedLater),
    days: session.rol_nombre === 'piloto' ? 30 : 1,
  }
}

/** Digests an input. An absent field counts as null; passwords are left out. */
function fingerprint(schema: z.ZodType, input: unknown, added: readonly string[], sha256?: string): string {
  const values = entriesOf(input)
  const shape = schema instanceof z.ZodObject ? schema.shape : undefined
  /** An older web app may have queued the body before these fields existed: its digest must not change. */
  const isAsAbsent = (name: string) =>
    added.includes(name) && z.safeParse(shape?.[name] ?? z.any(), undefined).data === values.get(name)
  const fields = (shape ? Object.keys(shape) : [...values.keys()])
    .filter((name) => name !== 'password' && !isAsAbsent(name))
    .map((name): [string, unknown] => [name, values.get(name) ?? null])
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(sha256 ? [...fields, ['sha256', sha256]] : fields)))
    .digest('base64url')
}

/**
 * Runs `work` once per key. A repeat gets the first response, also while the first request runs. A rejected request
 * frees its key.
 * @param work must write through the given Writer only
 * @param toStored returns the response to store for repeats
 * @throws {HttpError} 409 when the key was used with another input
 */
export function runOnce<T>(
  db: Writer,
  key: IdempotencyKey | undefined,
  work: (db: Writer) => Promise<T>,
  toStored: (response: T) => T = (response) => response,
): Promise<T> {
  if (!key) return work(db)
  const claimOrRepeat = () =>
    db.transaction(async (tx) => {
      const first = await claimKey<T>(tx, key)
      if (first) return first.respuesta
      const response = await work(tx)
      await run(tx, storeStatement(key, toStored(response)))
      return response
    })
  if (!db.claimOnce) return claimOrRepeat()
  const steps = {
    claim: key.isDatabaseOnly ? undefined : prepared(insertKey(key)),
    work,
    store: (response: T) => (key.isDatabaseOnly ? insertStatement : storeStatement)(key, toStored(response)),
    again: claimOrRepeat,
  }
  return db.claimOnce(steps).catch(async (error: unknown) => {
    // A repeat that ran may have been rejected for what the first request wrote.
    const isRepeat =
      violates(error, 'idempotencia_pkey') ||
      (key.isDatabaseOnly && isRejection(error) && (await hasStoredResponse(db, key)))
    if (isRepeat) return claimOrRepeat()
    throw error
  })
}

const isRejection = (error: unknown) => translateError(error, 0).status < 500

/** Removes the fields that are shown only once from a stored response. */
export const withoutSecrets = ({ omittedOnRepeat }: Endpoint, answer: unknown): unknown => {
  if (omittedOnRepeat.length === 0) return answer
  const { data, ...rest } = Object(answer) as { data?: object }
  return { ...rest, data: { ...data, ...Object.fromEntries(omittedOnRepeat.map((name) => [name, null])) } }
}

export async function hasStoredResponse(db: Pick<Db, 'queries'>, key: IdempotencyKey): Promise<boolean> {
  const stored = sql`select from idempotencia where ${matchesKey(key)} and vence_en >= now()`
  const [rows] = await db.queries<[unknown]>([stored])
  return rows.length > 0
}

const matchesKey = ({ userId, llamada, clave }: IdempotencyKey) =>
  sql`usuario_id = ${userId} and llamada = ${llamada} and clave = ${clave}`

/** Waits while another request inserts the key, and violates the primary key if that one succeeds. */
const insertKey = (
  { userId, llamada, clave, huella, days }: IdempotencyKey,
  respuesta: string | null = null,
) =>
  sql`insert into idempotencia (usuario_id, llamada, clave, huella, vence_en, respuesta)
    values (${userId}, ${llamada}, ${clave}, ${huella}, now() + make_interval(days => ${days}), ${respuesta})`

/**
 * Inserts the key, or replaces it if it has expired.
 * @returns the first request's response, or undefined if this is the first
 * @throws {HttpError} 409 when the first request had another input
 */
async function claimKey<T>(tx: Db, key: IdempotencyKey) {
  const claimed = await run(
    tx,
    prepared(sql`${insertKey(key)} on conflict (usuario_id, llamada, clave) do update
      set huella = excluded.huella, vence_en = excluded.vence_en
      where idempotencia.vence_en < now()`),
  )
  if (claimed > 0) return undefined
  const first = await one<{ huella: string; respuesta: T }>(
    tx,
    // A repeat writes nothing: without an author it is not counted.
    prepared(sql`select huella, respuesta, set_config('flota.autor', '', true)
      from idempotencia where ${matchesKey(key)}`),
  )
  if (first && first.huella !== key.huella) throw conflict('Ese envío ya se hizo con otros datos.')
  return first
}

/** Deletes a few expired keys that are not locked. Not the given key: one statement cannot delete and write a row. */
const expiredCte = (key: IdempotencyKey) => sql`viejas as (
    delete from idempotencia where ctid in (
      select ctid from idempotencia where vence_en < now() and not (${matchesKey(key)}) limit 20 for update skip locked))`

const insertStatement = (key: IdempotencyKey, response: unknown) =>
  prepared(sql`with ${expiredCte(key)} ${insertKey(key, JSON.stringify(response))}`)

const storeStatement = (key: IdempotencyKey, response: unknown) =>
  prepared(sql`with ${expiredCte(key)}
    update idempotencia set respuesta = ${JSON.stringify(response)} where ${matchesKey(key)}`)
