import type { Db } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import type { Mailer } from '../../platform/mail/Mailer.ts'
import { clearMailError } from './queries.ts'

/** Loads the SMTP code only if SMTP_URL is set; otherwise clears an earlier mail error. */
export async function loadMailer(env: Env, db: Db): Promise<Mailer | undefined> {
  const { SMTP_URL, CORREO_REMITENTE } = env
  if (!(SMTP_URL && CORREO_REMITENTE)) {
    await clearMailError(db)
    return undefined
  }
  const { smtpMailer } = await import('../../platform/mail/smtp.ts')
  return smtpMailer({ SMTP_URL, CORREO_REMITENTE })
}
