import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRequestQueue, type RequestKind } from './requestQueue.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

/** Requests that run until the test ends them; `running` lists their names. */
function queueOf(connections: number) {
  const queue = createRequestQueue(connections)
  const running: string[] = []
  const enter = (kind: RequestKind, name: string = kind) => {
    // The queue uses only its events.
    const response = new EventEmitter() as ServerResponse
    let leave: () => void = () => undefined
    const outcome = queue.enter(kind, response).then(
      (end) => {
        running.push(name)
        leave = () => {
          running.splice(running.indexOf(name), 1)
          end()
        }
        return 'running'
      },
      (error: { status: number }) => error.status,
    )
    return { outcome, end: () => leave(), disconnect: () => response.emit('close') }
  }
  return { queue, running, enter, settle: () => new Promise(setImmediate) }
}

test('requestQueue: leaves a quarter of the connections to writes, and reports use at most a quarter', async () => {
  const { running, enter, settle } = queueOf(8)
  for (let i = 0; i < 9; i++) for (const kind of ['export', 'report', 'read', 'write'] as const) enter(kind)
  await settle()
  const count = (kind: string) => running.filter((each) => each === kind).length
  expect([count('export'), count('report'), count('read'), count('write')]).toEqual([2, 2, 2, 2])
})

test('requestQueue: leaves a connection each to reports and exports when reads and reports flood it', async () => {
  const { running, enter, settle } = queueOf(16)
  for (let i = 0; i < 20; i++) for (const kind of ['read', 'report'] as const) enter(kind)
  enter('export')
  await settle()
  const reports = running.filter((kind) => kind === 'report').length
  expect([running.length, reports > 0, running.includes('export')]).toEqual([12, true, true])
  const onlyReads = queueOf(16)
  for (let i = 0; i < 20; i++) onlyReads.enter('read')
  for (let i = 0; i < 4; i++) onlyReads.enter('report')
  onlyReads.enter('export')
  await settle()
  expect(onlyReads.running).toEqual([...Array(10).fill('read'), 'report', 'export'])
  const all = queueOf(16)
  for (const kind of ['write', 'read', 'report', 'export'] as const)
    for (let i = 0; i < 20; i++) all.enter(kind)
  await settle()
  expect(all.running).toEqual([...Array(10).fill('write'), ...Array(4).fill('read'), 'report', 'export'])
})

test('requestQueue: leaves a quarter of the connections to reads when writes flood it', async () => {
  const { running, enter, settle } = queueOf(8)
  for (let i = 0; i < 9; i++) enter('write')
  enter('read')
  await settle()
  expect(running).toEqual([...Array(4).fill('write'), 'read'])
})

test('requestQueue: starts writes, reads, reports and exports in this order, the oldest first', async () => {
  const { running, enter, settle } = queueOf(1)
  const first = enter('read', 'first')
  const waiting = (['export', 'report', 'read', 'write'] as const).flatMap((kind) => [
    enter(kind, `${kind} 1`),
    enter(kind, `${kind} 2`),
  ])
  const order: string[] = []
  await settle()
  first.end()
  for (let i = 0; i < waiting.length; i++) {
    await settle()
    order.push(...running)
    for (const { end } of waiting.filter(() => running.length === 1)) end()
  }
  expect(order).toEqual([
    'write 1',
    'write 2',
    'read 1',
    'read 2',
    'report 1',
    'report 2',
    'export 1',
    'export 2',
  ])
})

test('requestQueue: rejects with 503 what has waited for 1.5 s', async () => {
  const { queue, running, enter } = queueOf(1)
  const first = enter('read', 'first')
  const old = enter('write', 'old')
  await first.outcome
  vi.advanceTimersByTime(1000)
  const young = enter('export', 'young')
  vi.advanceTimersByTime(500)
  expect(await old.outcome).toBe(503)
  first.end()
  expect([await young.outcome, running, queue.waitingCount()]).toEqual(['running', ['young'], 0])
})

test('requestQueue: a client that disconnects leaves the queue and takes no turn', async () => {
  const { queue, running, enter } = queueOf(1)
  const first = enter('write', 'first')
  const left = enter('write', 'left')
  const next = enter('write', 'next')
  await first.outcome
  left.disconnect()
  expect([await left.outcome, queue.waitingCount()]).toEqual([503, 1])
  first.end()
  first.end()
  await next.outcome
  expect(running).toEqual(['next'])
})
