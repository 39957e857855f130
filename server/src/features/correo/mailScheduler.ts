import type { Caller } from '@flota/contract/access.ts'
import { nowIn, weekdayOf } from '@flota/contract/dates.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Now } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { type Letter, type Mailer, NotSent } from '../../platform/mail/Mailer.ts'
import { alarmLetter, type Noticed, weekLetter } from './mailContents.ts'
import {
  type Alarm,
  type Envio,
  mark,
  markUnsent,
  readyAlarm,
  readyWeek,
  takeNext,
  type When,
} from './outbox.ts'
import { tellSent, tellUnsent } from './queries.ts'

export interface Rounds {
  db: Database
  mailer: Mailer
  env: Pick<Env, 'EMPRESA_NOMBRE' | 'TZ_EMPRESA' | 'URL_PUBLICA'>
  now: Now
  log: FastifyBaseLogger
  /** What a user is told by GET /api/avisos. */
  noticesOf: (db: Db, caller: Caller, when: When) => Promise<Noticed>
  /** What administrators are told at once, as long as it is so. */
  alarms: (ahora: Date) => Promise<readonly Alarm[]>
}

/** Of Monday's mails, by the company's clocks. */
const hour = '06:00'

const whenOf = ({ env, now }: Pick<Rounds, 'env' | 'now'>) => {
  const ahora = now()
  const [hoy = '', clock = ''] = nowIn(env.TZ_EMPRESA, ahora).split(' ')
  return { ahora, hoy, isWeek: weekdayOf(hoy) === 0 && clock >= hour }
}

/** Makes ready what is due and sends what waits, one after another, until nothing does or `isOver`. */
export async function round(rounds: Rounds, isOver = () => false): Promise<void> {
  const { db } = rounds
  const when = whenOf(rounds)
  if (when.isWeek) await readyWeek(db, when)
  for (const alarm of await rounds.alarms(when.ahora)) await readyAlarm(db, alarm, when)
  while (!isOver() && (await sendNext(rounds)));
}

/** @returns whether there may be more */
async function sendNext(rounds: Rounds): Promise<boolean> {
  const { db, mailer, now } = rounds
  const when = whenOf(rounds)
  const taken = await db.transaction(async (tx) => {
    const envio = await takeNext(tx, when)
    if (!envio) return undefined
    const letter = await letterOf(tx, rounds, envio, when)
    // Whatever becomes of this process now, no other sends it again.
    await mark(tx, envio.id, letter ? 'enviando' : 'callado')
    return { envio, letter }
  })
  if (!taken) return false
  const { envio, letter } = taken
  if (!letter) return true
  try {
    await mailer.send({ ...letter, to: envio.correo, id: `flota-${envio.dia}-${envio.id}` })
  } catch (error) {
    if (!(error instanceof NotSent)) throw error
    await tellFailed(rounds, envio, error)
    return true
  }
  await mark(db, envio.id, 'enviado')
  await tellSent(db, now())
  return true
}

/** Undefined where there is nothing to say, or nobody to say it to. */
async function letterOf(
  tx: Db,
  { env, noticesOf }: Rounds,
  { caller, asunto, texto }: Envio,
  when: When,
): Promise<Letter | undefined> {
  if (!caller) return undefined
  if (asunto !== null && texto !== null) return alarmLetter(env, { asunto, texto })
  return weekLetter(env, await noticesOf(tx, caller, when))
}

async function tellFailed({ db, now, log }: Rounds, envio: Envio, { message, isFinal }: NotSent) {
  const ahora = now()
  const isLost = await markUnsent(db, envio, { ahora, isFinal })
  await tellUnsent(db, ahora, { reason: message, isLost })
  // Neither to whom nor what: an id, and what the server said.
  log.warn({ envio: envio.id, reason: message, isLost }, 'mail not sent')
}

const aMinute = 60_000

/** For as long as the server listens. What is being sent when it closes is waited for. */
export function keepMailed(fastify: FastifyInstance, rounds: Rounds): void {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | undefined
  const look = () => {
    underWay ??= round(rounds, () => isOver)
      .catch((err: unknown) => rounds.log.warn({ err }, 'mails not looked after'))
      .finally(() => {
        underWay = undefined
      })
  }
  fastify.addHook('onListen', async () => {
    look()
    timer = setInterval(look, aMinute).unref()
  })
  fastify.addHook('onClose', async () => {
    isOver = true
    clearInterval(timer)
    await underWay
  })
}
