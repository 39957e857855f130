import { randomBytes } from 'node:crypto'
import { segundoFactor } from '@flota/contract/account/segundoFactor.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { clientAddress } from '../../../platform/clientAddress.ts'
import type { Now } from '../../../platform/clock.ts'
import { findCompanyName } from '../../../platform/db/companyName.ts'
import type { Database, Db } from '../../../platform/db/sql.ts'
import type { Env } from '../../../platform/env.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { checkOwnPassword, pardonAttempt, type TryPassword } from '../lockout.ts'
import { base32Of, newSecret, uriOf } from './codes.ts'
import {
  beginFactor,
  confirmFactor,
  consumeProof,
  createConfirmation,
  deleteFactor,
  findPendingFactor,
  findProof,
  findRequirement,
  findState,
  lockFactor,
  logFactorChange,
  type Proof,
} from './queries.ts'

const wrongCode = () => invalid({ codigo: sentences.wrongCodigo })
const notBegunError = () => conflict('Pide primero un código nuevo.')

/** @throws {HttpError} 409 if the user has no second factor, or the company requires one */
async function assertRemovable(db: Db, userId: number): Promise<void> {
  const { has, needs } = await findRequirement(db, userId)
  if (!has) throw conflict('No tienes un segundo factor.')
  if (needs) throw conflict('Tu empresa pide un segundo factor.')
}

interface SegundoFactorContext {
  db: Database
  tryPassword: TryPassword
  env: Env
  now: Now
}

/**
 * Serves the user's own second factor (docs/contract/sessions.md). A wrong password or code counts as a failed login, a
 * correct one clears the count.
 */
export function segundoFactorRoutes(app: App, parts: SegundoFactorContext): void {
  serve(app, segundoFactor.show, ({ session }) => findState(parts.db, session.user.id))
  serveBegin(app, parts)
  serveConfirm(app, parts)
  serveRemove(app, parts)
}

function serveBegin(app: App, { db, tryPassword, env }: SegundoFactorContext): void {
  serve(app, segundoFactor.begin, async (input) => {
    await checkOwnPassword(db, tryPassword, input, input.body.actual)
    const { user } = input.session
    const factor = { secreto: newSecret(), sal: randomBytes(16) }
    const hasBegun = await input.db.transaction((tx) => beginFactor(tx, user.id, factor))
    if (!hasBegun) throw conflict('Ya tienes un segundo factor.')
    const secreto = base32Of(factor.secreto)
    return { secreto, uri: uriOf(secreto, await findCompanyName(db, env), user.username) }
  })
}

function serveConfirm(app: App, { db, tryPassword, now }: SegundoFactorContext): void {
  serve(app, segundoFactor.confirm, async ({ body, session: { user }, db: writer, request }) => {
    const pending = await findPendingFactor(db, user.id)
    if (!pending) throw notBegunError()
    const confirmation = await createConfirmation(pending, body.codigo, now())
    const recuperacion = await tryPassword(
      user.username,
      clientAddress(request),
      async () => confirmation !== undefined,
      (_found, pardon) =>
        writer.transaction(async (tx) => {
          if (!confirmation || !(await confirmFactor(tx, user.id, confirmation))) throw notBegunError()
          await logFactorChange(tx, user, true)
          await pardonAttempt(tx, pardon)
          return confirmation.recuperacion
        }),
    )
    if (!recuperacion) throw wrongCode()
    return { recuperacion }
  })
}

function serveRemove(app: App, { db, tryPassword, now }: SegundoFactorContext): void {
  serve(app, segundoFactor.remove, async ({ query, session: { user }, db: writer, request }) => {
    await assertRemovable(db, user.id)
    let proof: Proof | undefined
    const isRemoved = await tryPassword(
      user.username,
      clientAddress(request),
      async () => {
        proof = await findProof(db, user.id, query.codigo, now())
        return proof !== undefined
      },
      (_found, pardon) =>
        writer.transaction(async (tx) => {
          await lockFactor(tx, user.id)
          await assertRemovable(tx, user.id)
          if (!proof || !(await consumeProof(tx, user.id, proof))) return undefined
          await deleteFactor(tx, user.id)
          await logFactorChange(tx, user, false)
          await pardonAttempt(tx, pardon)
          return true
        }),
    )
    if (!isRemoved) throw wrongCode()
    return null
  })
}
