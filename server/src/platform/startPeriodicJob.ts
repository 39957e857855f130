import type { FastifyBaseLogger } from 'fastify'

/** Runs a job now and at an interval. A failure is only logged: the next run tries again. */
export function startPeriodicJob(
  log: FastifyBaseLogger,
  everyMs: number,
  failureMessage: string,
  work: () => Promise<void>,
): { stop(): void } {
  const run = () => {
    work().catch((err: unknown) => log.warn({ err }, failureMessage))
  }
  run()
  const timer = setInterval(run, everyMs).unref()
  return { stop: () => clearInterval(timer) }
}
