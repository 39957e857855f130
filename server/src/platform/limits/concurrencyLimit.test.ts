import { expect, test } from 'vitest'
import { concurrencyLimit } from './concurrencyLimit.ts'

/** Work that goes on until it is told to end; `running` says who is at it. */
function workers(atOnce: number) {
  const inTurn = concurrencyLimit(atOnce)
  const running: string[] = []
  const start = (name: string) => {
    const gone = new AbortController()
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
    const iterator = inTurn(gone.signal, work)
    const first = iterator.next()
    first.catch(() => undefined)
    return {
      first,
      leaveQueue: () => gone.abort(new Error('se fue')),
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

test('so many run, the others in the order they came', async () => {
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

test('a turn is given back by who finishes, fails or leaves', async () => {
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

test('who leaves the queue is passed over', async () => {
  const { start, running, settled } = workers(1)
  const [a, b, c] = ['a', 'b', 'c'].map(start)
  await settled()
  b?.leaveQueue()
  await expect(b?.first).rejects.toThrow('se fue')
  // Its turn has come and it leaves in the same moment: the turn is not lost.
  await a?.finish()
  c?.leaveQueue()
  await c?.first
  await c?.leaveWork()
  await start('d').first
  expect(running).toEqual(['d'])
})

test('who was gone before it came takes no turn', async () => {
  const inTurn = concurrencyLimit(1)
  await expect(inTurn(AbortSignal.abort(new Error('nunca')), async function* () {}).next()).rejects.toThrow(
    'nunca',
  )
  expect(
    await inTurn(new AbortController().signal, async function* () {
      yield 1
    }).next(),
  ).toEqual({ done: false, value: 1 })
})
