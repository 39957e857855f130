import { randomBytes } from 'node:crypto'
import { segundoFactor } from '@flota/contract/segundoFactor.ts'
import { sentences } from '@flota/contract/sentences.ts'
import type { Sql } from 'sql-template-tag'
import type { Now } from '../../../platform/clock.ts'
import { type Database, type Db, run, sql } from '../../../platform/db/sql.ts'
import type { Env } from '../../../platform/env.ts'
import { addressOf } from '../../../platform/http/clientAddress.ts'
import { conflict, invalid } from '../../../platform/http/errors.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { verifyPassword } from '../../../platform/passwords.ts'
import type { TryPassword } from '../lockout.ts'
import { base32Of, newSecret, uriOf } from './codes.ts'
import {
  beginFactor,
  confirmationOf,
  confirmFactor,
  deleteFactor,
  findBegun,
  findDemand,
  findState,
  holdFactor,
  type Proof,
  proofOf,
  takeProof,
  tellFactor,
} from './queries.ts'

const wrong = () => invalid({ codigo: sentences.wrongCodigo })
const notBegun = () => conflict('Pide primero un código nuevo.')

/** Of a try that was right. */
const forgive = (db: Db, pardon: Sql) => run(db, sql`with ${pardon} nada as (select) select`)

/** @throws {HttpError} 409 where there is none, or the company demands one */
async function refuseRemoval(db: Db, userId: number): Promise<void> {
  const { has, needs } = await findDemand(db, userId)
  if (!has) throw conflict('No tienes un segundo factor.')
  if (needs) throw conflict('Tu empresa pide un segundo factor.')
}

interface Parts {
  db: Database
  tryPassword: TryPassword
  env: Env
  now: Now
}

/**
 * The own second factor (docs/contract/sessions.md). Password and codes are tried as a login tries them: what is wrong
 * counts as a failed one, what is right clears the count.
 */
export function segundoFactorRoutes(app: App, parts: Parts): void {
  serve(app, segundoFactor.show, ({ session }) => findState(parts.db, session.user.id))
  serveBegin(app, parts)
  serveConfirm(app, parts)
  serveRemove(app, parts)
}

function serveBegin(app: App, { db, tryPassword, env }: Parts): void {
  serve(app, segundoFactor.begin, async ({ body, session: { user }, db: own, request }) => {
    const isRight = await tryPassword(
      user.username,
      addressOf(request),
      (found) => verifyPassword(found?.password_hash, body.actual),
      async (_found, pardon) => {
        await forgive(db, pardon)
        return true
      },
    )
    if (!isRight) throw invalid({ actual: sentences.wrongPassword })
    const factor = { secreto: newSecret(), sal: randomBytes(16) }
    const hasBegun = await own.transaction((tx) => beginFactor(tx, user.id, factor))
    if (!hasBegun) throw conflict('Ya tienes un segundo factor.')
    const secreto = base32Of(factor.secreto)
    return { secreto, uri: uriOf(secreto, env.EMPRESA_NOMBRE, user.username) }
  })
}

function serveConfirm(app: App, { db, tryPassword, now }: Parts): void {
  serve(app, segundoFactor.confirm, async ({ body, session: { user }, db: own, request }) => {
    const begun = await findBegun(db, user.id)
    if (!begun) throw notBegun()
    const confirmation = await confirmationOf(begun, body.codigo, now())
    const recuperacion = await tryPassword(
      user.username,
      addressOf(request),
      async () => confirmation !== undefined,
      (_found, pardon) =>
        own.transaction(async (tx) => {
          if (!confirmation || !(await confirmFactor(tx, user.id, confirmation))) throw notBegun()
          await tellFactor(tx, user, true)
          await forgive(tx, pardon)
          return confirmation.recuperacion
        }),
    )
    if (!recuperacion) throw wrong()
    return { recuperacion }
  })
}

function serveRemove(app: App, { db, tryPassword, now }: Parts): void {
  serve(app, segundoFactor.remove, async ({ query, session: { user }, db: own, request }) => {
    await refuseRemoval(db, user.id)
    let proof: Proof | undefined
    const isDone = await tryPassword(
      user.username,
      addressOf(request),
      async () => {
        proof = await proofOf(db, user.id, query.codigo, now())
        return proof !== undefined
      },
      (_found, pardon) =>
        own.transaction(async (tx) => {
          await holdFactor(tx, user.id)
          await refuseRemoval(tx, user.id)
          if (!proof || !(await takeProof(tx, user.id, proof))) return undefined
          await deleteFactor(tx, user.id)
          await tellFactor(tx, user, false)
          await forgive(tx, pardon)
          return true
        }),
    )
    if (!isDone) throw wrong()
    return null
  })
}
