import type { Caller } from '@flota/contract/core/access.ts'
import { nowIn, weekdayOf } from '@flota/contract/core/dates.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type CompanySource, findCompany } from '../../domain/company.ts'
import { recordMailFailure, recordMailSent } from '../../domain/sendMail.ts'
import type { Now } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { type MailContent, type Mailer, MailNotSentError } from '../../platform/mail/Mailer.ts'
import { alarmMail, type NoticesForMail, weeklyMail } from './mailContents.ts'
import {
  type Alarm,
  type CompanyTime,
  type Envio,
  lockNextMail,
  markMailFailed,
  queueAlarm,
  queueWeeklyMail,
  setEnvioEstado,
} from './outbox.ts'

export interface MailSchedulerOptions {
  db: Database
  store: CompanySource['store']
  mailer: Mailer
  env: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA' | 'URL_PUBLICA'>
  now: Now
  log: FastifyBaseLogger
  /** Returns the notices of GET /api/avisos. */
  findNotices: (db: Db, caller: Caller, when: CompanyTime) => Promise<NoticesForMail>
  /** Returns the alarms that apply now, which administradores get by mail at once. */
  findAlarms: (ahora: Date) => Promise<readonly Alarm[]>
}

/** On Mondays, in the company's time zone. */
const weeklyMailHour = '06:00'

const getCompanyTime = ({ env, now }: Pick<MailSchedulerOptions, 'env' | 'now'>) => {
  const ahora = now()
  const [hoy = '', clock = ''] = nowIn(env.TZ_EMPRESA, ahora).split(' ')
  return { ahora, hoy, isWeeklyMailDue: weekdayOf(hoy) === 0 && clock >= weeklyMailHour }
}

/** Queues the due mails, then sends the queue one by one until it is empty or `isClosing` returns true. */
export async function sendDueMails(options: MailSchedulerOptions, isClosing = () => false): Promise<void> {
  const { db } = options
  const when = getCompanyTime(options)
  if (when.isWeeklyMailDue) await queueWeeklyMail(db, when)
  for (const alarm of await options.findAlarms(when.ahora)) await queueAlarm(db, alarm, when)
  while (!isClosing() && (await sendNext(options)));
}

/** @returns false if no mail was due */
async function sendNext(options: MailSchedulerOptions): Promise<boolean> {
  const { db, mailer, now } = options
  const when = getCompanyTime(options)
  const next = await db.transaction(async (tx) => {
    const envio = await lockNextMail(tx, when)
    if (!envio) return undefined
    const content = await composeMail(tx, options, envio, when)
    // Committed before sending: if this process dies, no other sends the mail again.
    await setEnvioEstado(tx, envio.id, content ? 'enviando' : 'callado')
    return { envio, content }
  })
  if (!next) return false
  const { envio, content } = next
  if (!content) return true
  try {
    await mailer.send({ ...content, to: envio.correo, id: `flota-${envio.dia}-${envio.id}` })
  } catch (error) {
    if (!(error instanceof MailNotSentError)) throw error
    await recordFailure(options, envio, error)
    return true
  }
  await setEnvioEstado(db, envio.id, 'enviado')
  await recordMailSent(db, now())
  return true
}

/** @returns undefined if there are no notices, or the user no longer receives mail */
async function composeMail(
  tx: Db,
  { env, store, findNotices }: MailSchedulerOptions,
  { caller, asunto, texto }: Envio,
  when: CompanyTime,
): Promise<MailContent | undefined> {
  if (!caller) return undefined
  const site = { ...env, empresa: await findCompany(tx, { env, store }) }
  if (asunto !== null && texto !== null) return alarmMail(site, { asunto, texto })
  return weeklyMail(site, await findNotices(tx, caller, when))
}

async function recordFailure(
  { db, now, log }: MailSchedulerOptions,
  envio: Envio,
  { message, isFinal }: MailNotSentError,
) {
  const ahora = now()
  const isLost = await markMailFailed(db, envio, { ahora, isFinal })
  await recordMailFailure(db, ahora, { reason: message, isLost })
  // Without recipient and content.
  log.warn({ envio: envio.id, reason: message, isLost }, 'mail not sent')
}

const aMinute = 60_000

/** Sends due mails every minute while the server listens. Closing waits for the mail being sent. */
export function startMailJob(fastify: FastifyInstance, options: MailSchedulerOptions): void {
  let isClosing = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const tick = () => {
    running ??= sendDueMails(options, () => isClosing)
      .catch((err: unknown) => options.log.warn({ err }, 'mail job failed'))
      .finally(() => {
        running = undefined
      })
  }
  fastify.addHook('onListen', async () => {
    tick()
    timer = setInterval(tick, aMinute).unref()
  })
  fastify.addHook('onClose', async () => {
    isClosing = true
    clearInterval(timer)
    await running
  })
}
