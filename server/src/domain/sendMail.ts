import type { Now } from '../platform/clock.ts'
import { type Db, run, sql } from '../platform/db/sql.ts'
import { mailNotSent } from '../platform/errors.ts'
import { type Mail, type Mailer, MailNotSentError } from '../platform/mail/Mailer.ts'

export const recordMailSent = (db: Db, ahora: Date) =>
  run(db, sql`update correo_estado set ultimo_envio = ${ahora}, ultimo_error = null, fallando_desde = null`)

/** @param isLost if there will be no retry, the failure becomes a notice */
export const recordMailFailure = (
  db: Db,
  ahora: Date,
  { reason, isLost }: { reason: string; isLost: boolean },
) =>
  run(
    db,
    sql`update correo_estado set ultimo_error = ${reason},
      fallando_desde = case when ${isLost} then coalesce(fallando_desde, ${ahora}) else fallando_desde end`,
  )

/** Sends a mail while the user waits, without retries. @throws {HttpError} 502 with the mail server's reason */
export async function sendMailNow(db: Db, now: Now, mailer: Mailer, mail: Mail): Promise<void> {
  try {
    await mailer.send(mail)
  } catch (error) {
    if (!(error instanceof MailNotSentError)) throw error
    await recordMailFailure(db, now(), { reason: error.message, isLost: error.isFinal })
    throw mailNotSent(error.message)
  }
  await recordMailSent(db, now())
}
