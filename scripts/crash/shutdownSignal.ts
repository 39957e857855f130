/** Aborted by Ctrl+C or SIGTERM: what was started is then ended in order, however often it is pressed. */
export function shutdownSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => controller.abort(new Error(`ended by ${name}`)))
  return controller.signal
}
