import type { Caller } from '@flota/contract/access.ts'
import { nowIn, weekdayOf } from '@flota/contract/dates.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
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
import { recordMailFailure, recordMailSent } from './queries.ts'

export interface MailSchedulerOptions {
  db: Database
  mailer: Mailer
  env: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA' | 'URL_PUBLICA'>
  now: Now
  log: FastifyBaseLogger
  /** What a user is told by GET /api/avisos. */
  findNotices: (db: Db, caller: Caller, when: CompanyTime) => Promise<NoticesForMail>
  /** What administrators are told at once, as long as it is so. */
  findAlarms: (ahora: Date) => Promise<readonly Alarm[]>
}

/** Of Monday's mails, by the company's clocks. */
const weeklyMailHour = '06:00'

const getCompanyTime = ({ env, now }: Pick<MailSchedulerOptions, 'env' | 'now'>) => {
  const ahora = now()
  const [hoy = '', clock = ''] = nowIn(env.TZ_EMPRESA, ahora).split(' ')
  return { ahora, hoy, isWeek: weekdayOf(hoy) === 0 && clock >= weeklyMailHour }
}

/** Makes ready what is due and sends what waits, one after another, until nothing does or `isOver`. */
export async function sendDueMails(options: MailSchedulerOptions, isOver = () => false): Promise<void> {
  const { db } = options
  const when = getCompanyTime(options)
  if (when.isWeek) await queueWeeklyMail(db, when)
  for (const alarm of await options.findAlarms(when.ahora)) await queueAlarm(db, alarm, when)
  while (!isOver() && (await sendNext(options)));
}

/** @returns whether there may be more */
async function sendNext(rounds: MailSchedulerOptions): Promise<boolean> {
  const { db, mailer, now } = rounds
  const when = getCompanyTime(rounds)
  const taken = await db.transaction(async (tx) => {
    const envio = await lockNextMail(tx, when)
    if (!envio) return undefined
    const letter = await composeMail(tx, rounds, envio, when)
    // Whatever becomes of this process now, no other sends it again.
    await setEnvioEstado(tx, envio.id, letter ? 'enviando' : 'callado')
    return { envio, letter }
  })
  if (!taken) return false
  const { envio, letter } = taken
  if (!letter) return true
  try {
    await mailer.send({ ...letter, to: envio.correo, id: `flota-${envio.dia}-${envio.id}` })
  } catch (error) {
    if (!(error instanceof MailNotSentError)) throw error
    await recordFailure(rounds, envio, error)
    return true
  }
  await setEnvioEstado(db, envio.id, 'enviado')
  await recordMailSent(db, now())
  return true
}

/** Undefined where there is nothing to say, or nobody to say it to. */
async function composeMail(
  tx: Db,
  { env, findNotices }: MailSchedulerOptions,
  { caller, asunto, texto }: Envio,
  when: CompanyTime,
): Promise<MailContent | undefined> {
  if (!caller) return undefined
  if (asunto !== null && texto !== null) return alarmMail(env, { asunto, texto })
  return weeklyMail(env, await findNotices(tx, caller, when))
}

async function recordFailure(
  { db, now, log }: MailSchedulerOptions,
  envio: Envio,
  { message, isFinal }: MailNotSentError,
) {
  const ahora = now()
  const isLost = await markMailFailed(db, envio, { ahora, isFinal })
  await recordMailFailure(db, ahora, { reason: message, isLost })
  // Neither to whom nor what: an id, and what the server said.
  log.warn({ envio: envio.id, reason: message, isLost }, 'mail not sent')
}

const aMinute = 60_000

/** For as long as the server listens. What is being sent when it closes is waited for. */
export function startMailJob(fastify: FastifyInstance, options: MailSchedulerOptions): void {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | undefined
  const tick = () => {
    underWay ??= sendDueMails(options, () => isOver)
      .catch((err: unknown) => options.log.warn({ err }, 'mails not looked after'))
      .finally(() => {
        underWay = undefined
      })
  }
  fastify.addHook('onListen', async () => {
    tick()
    timer = setInterval(tick, aMinute).unref()
  })
  fastify.addHook('onClose', async () => {
    isOver = true
    clearInterval(timer)
    await underWay
  })
}
