import { expect, test } from 'vitest'
import { concurrencyLimit } from './concurrencyLimit.ts'

/** Work that runs until the test ends it; `running` lists the names in progress. */
function workers(maxConcurrent: number) {
  const limited = concurrencyLimit(maxConcurrent)
  const running: string[] = []
  const start = (name: string) => {
    const disconnected = new AbortController()
    const end = Promise.withResolvers<void>()
    async function* work() {
      running.push(name)
      try {
        yield name
        await end.promise
      } finally {
        running.splice(running.indexOf(name), 1)
      }
    }
    const iterator = limited(disconnected.signal, work)
    const first = iterator.next()
    first.catch(() => undefined)
    return {
      first,
      leaveQueue: () => disconnected.abort(new Error('se fue')),
      leaveWork: () => iterator.return(undefined),
      finish: async () => {
        end.resolve()
        await iterator.next()
      },
      fail: async () => {
        end.reject(new Error('falló'))
        await iterator.next()
      },
    }
  }
  const settled = () => new Promise(setImmediate)
  return { start, running, settled }
}

test('concurrencyLimit: runs the maximum and queues the rest in order', async () => {
  const { start, running, settled } = workers(2)
  const all = ['a', 'b', 'c', 'd', 'e'].map(start)
  await settled()
  expect(running).toEqual(['a', 'b'])
  await all[1]?.finish()
  await settled()
  expect(running).toEqual(['a', 'c'])
  await all[0]?.finish()
  await settled()
  expect(running).toEqual(['c', 'd'])
})

test('concurrencyLimit: frees the turn when work ends, fails or is abandoned', async () => {
  const { start, running, settled } = workers(1)
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(start)
  await a?.first
  await a?.finish()
  await b?.first
  await expect(b?.fail()).rejects.toThrow('falló')
  await c?.first
  await c?.leaveWork()
  expect(await d?.first).toEqual({ done: false, value: 'd' })
  await d?.finish()
  const later = start('e')
  await settled()
  expect(running).toEqual(['e'])
  await later.finish()
})

test('concurrencyLimit: skips a waiter whose signal aborts', async () => {
  const { start, running, settled } = workers(1)
  const [a, b, c] = ['a', 'b', 'c'].map(start)
  await settled()
  b?.leaveQueue()
  await expect(b?.first).rejects.toThrow('se fue')
  // Aborts at the moment of its turn: the turn must not be lost.
  await a?.finish()
  c?.leaveQueue()
  await c?.first
  await c?.leaveWork()
  await start('d').first
  expect(running).toEqual(['d'])
})

test('concurrencyLimit: rejects and takes no turn when the signal is already aborted', async () => {
  const limited = concurrencyLimit(1)
  await expect(limited(AbortSignal.abort(new Error('nunca')), async function* () {}).next()).rejects.toThrow(
    'nunca',
  )
  expect(
    await limited(new AbortController().signal, async function* () {
      yield 1
    }).next(),
  ).toEqual({ done: false, value: 1 })
})
