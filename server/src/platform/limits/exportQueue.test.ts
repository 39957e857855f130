import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createExportQueue } from './exportQueue.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

test('exportQueue: ends the turn of the request, and rejects with 503 what waits for 2 s behind six others', async () => {
  const { runPdfExport } = createExportQueue()
  const gate = Promise.withResolvers<void>()
  async function* read() {
    await gate.promise
    yield 'x'
  }
  let ended = 0
  const request = { userId: 1, endTurn: () => void ended++ }
  const outcomes = Array.from({ length: 12 }, () =>
    runPdfExport(new AbortController().signal, request, read)
      .next()
      .then(
        ({ value }) => value,
        (error: { status: number }) => error.status,
      ),
  )
  expect(ended).toBe(12)
  await new Promise(setImmediate)
  vi.advanceTimersByTime(2000)
  vi.useRealTimers()
  gate.resolve()
  // Three run and six wait.
  const rejected = (await Promise.all(outcomes.slice(0, 6))).filter((each) => each === 503)
  expect(rejected).toHaveLength(3)
})
