import { sentences } from '@flota/contract/core/sentences.ts'
import { correo } from '@flota/contract/system/correo.ts'
import { type CompanySource, findCompany } from '../../domain/company.ts'
import { sendMailNow } from '../../domain/sendMail.ts'
import type { Now } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { conflict } from '../../platform/errors.ts'
import { type App, Reply, serve, serveWrite } from '../../platform/http/serve.ts'
import type { Mailer } from '../../platform/mail/Mailer.ts'
import { testMail } from './mailContents.ts'
import { changeOwnMail, findMailState, findOwnMail } from './queries.ts'

interface CorreoContext {
  env: Env
  store: CompanySource['store']
  now: Now
  /** Undefined without SMTP_URL. */
  mailer: Mailer | undefined
}

export function correoRoutes(app: App, db: Database, { env, store, now, mailer }: CorreoContext): void {
  serve(app, correo.own, async ({ session }) => {
    const settings = await findOwnMail(db, session.user.id)
    return mailer ? settings : new Reply(sentences.mailNotConfigured, settings)
  })

  serveWrite(app, correo.change, (tx, { body, session }) => changeOwnMail(tx, session.user, body))

  serve(app, correo.state, async () => ({
    activo: mailer !== undefined,
    remitente: mailer?.remitente ?? null,
    ...(await findMailState(db)),
  }))

  serve(app, correo.trial, async ({ session }) => {
    if (!mailer) throw conflict(sentences.mailNotConfigured)
    const { correo: to } = await findOwnMail(db, session.user.id)
    if (to === null) throw conflict('Escribe primero tu correo.')
    const site = { ...env, empresa: await findCompany(db, { env, store }) }
    await sendMailNow(db, now, mailer, { kind: 'test', mail: { ...testMail(site), to } })
    return null
  })
}
