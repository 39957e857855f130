import type { Now } from '../platform/clock.ts'
import { type Db, one, run, sql } from '../platform/db/sql.ts'
import { mailNotSent, tooManyMails } from '../platform/errors.ts'
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

/** Mails that a user sends at once, and how many an hour all users together may send. */
const mailsPerHour = {
  test: { mails: 'correos de prueba', max: 5 },
  statement: { mails: 'estados de cuenta', max: 300 },
} as const

/** @throws {HttpError} 429 after the maximum of this clock hour */
async function countMail(db: Db, kind: keyof typeof mailsPerHour): Promise<void> {
  const { mails, max } = mailsPerHour[kind]
  const row = await one<{ n: number; espera: number }>(
    db,
    sql`select contar_en_la_hora(${mails}) as n,
      ceil(extract(epoch from date_trunc('hour', now()) + interval '1 hour' - now()))::int as espera`,
  )
  if (row && row.n > max) throw tooManyMails(max, mails, Math.max(1, row.espera))
}

/**
 * Sends a mail while the user waits, without retries.
 * @throws {HttpError} 429, or 502 with the mail server's reason
 */
export async function sendMailNow(
  db: Db,
  now: Now,
  mailer: Mailer,
  { kind, mail }: { kind: keyof typeof mailsPerHour; mail: Mail },
): Promise<void> {
  await countMail(db, kind)
  try {
    await mailer.send(mail)
  } catch (error) {
    if (!(error instanceof MailNotSentError)) throw error
    await recordMailFailure(db, now(), { reason: error.message, isLost: error.isFinal })
    throw mailNotSent(error.message)
  }
  await recordMailSent(db, now())
}
