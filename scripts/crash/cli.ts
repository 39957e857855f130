/** @throws {Error} for anything but a positive integer, as 0 rounds would prove nothing */
export function parseCount(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new Error(`'${text}' is not a positive integer`)
  return count
}

/** Returns a signal that aborts on Ctrl+C or SIGTERM, so that started programs are stopped in order. */
export function shutdownSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => controller.abort(new Error(`Ended by ${name}`)))
  return controller.signal
}
