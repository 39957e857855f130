import { correo } from '@flota/contract/correo.ts'
import { sentences } from '@flota/contract/sentences.ts'
import type { Now } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { conflict, notSent } from '../../platform/http/errors.ts'
import { type App, Said, serve } from '../../platform/http/serve.ts'
import { type Mailer, NotSent } from '../../platform/mail/Mailer.ts'
import { trialLetter } from './mailContents.ts'
import { changeOwnMail, findMailState, findOwnMail, tellSent, tellUnsent } from './queries.ts'

interface Site {
  env: Env
  now: Now
  /** Undefined where no mail is set up. */
  mailer: Mailer | undefined
}

/** Where mail goes to a user, and whether it goes out (docs/contract/notices.md). */
export function correoRoutes(app: App, db: Database, { env, now, mailer }: Site): void {
  serve(app, correo.own, async ({ session }) => {
    const own = await findOwnMail(db, session.user.id)
    return mailer ? own : new Said(sentences.mailOff, own)
  })

  serve(app, correo.change, ({ body, session, db: own }) =>
    own.transaction((tx) => changeOwnMail(tx, session.user, body)),
  )

  serve(app, correo.state, async () => ({
    activo: mailer !== undefined,
    remitente: mailer?.remitente ?? null,
    ...(await findMailState(db)),
  }))

  serve(app, correo.trial, async ({ session }) => {
    if (!mailer) throw conflict(sentences.mailOff)
    const { correo: to } = await findOwnMail(db, session.user.id)
    if (to === null) throw conflict('Escribe primero tu correo.')
    try {
      await mailer.send({ ...trialLetter(env), to })
    } catch (error) {
      if (!(error instanceof NotSent)) throw error
      await tellUnsent(db, now(), { reason: error.message, isLost: error.isFinal })
      throw notSent(error.message)
    }
    await tellSent(db, now())
    return null
  })
}
