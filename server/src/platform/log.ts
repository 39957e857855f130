import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import pretty from 'pino-pretty'
import type { Env } from './env.ts'

/** Omits PostgreSQL's detail, which repeats the failed row with, for example, a password hash. */
const withoutRows = (error: Error) => ({
  ...pino.stdSerializers.err(error),
  detail: undefined,
  where: undefined,
})

/** Logs to standard error: JSON lines, or readable lines in a terminal. */
export function createLog({ LOG_LEVEL }: Pick<Env, 'LOG_LEVEL'>): FastifyBaseLogger {
  const stream = process.stderr.isTTY
    ? pretty({ destination: 2, translateTime: 'HH:MM:ss', ignore: 'pid,hostname,reqId', sync: true })
    : pino.destination({ dest: 2, sync: true })
  return pino({ level: LOG_LEVEL, serializers: { err: withoutRows } }, stream)
}
