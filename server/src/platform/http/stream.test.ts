import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { listenForSlowReaders, type SlowReader } from '../../test/pausedReader.ts'
import { sendStream } from './stream.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Starts a server that sends these chunks; `seen.ended` tells whether the iteration ended. */
async function startServer(
  make: (disconnected: AbortSignal) => AsyncIterable<string>,
  timeoutsMs?: Parameters<typeof sendStream>[3],
) {
  const seen = { ended: false }
  const app = Fastify()
  app.get('/', (_request, reply) =>
    sendStream(
      reply,
      { 'Content-Type': 'text/plain', 'X-Del-Archivo': '2' },
      async function* (disconnected) {
        try {
          yield* make(disconnected)
        } finally {
          seen.ended = true
        }
      },
      timeoutsMs,
    ),
  )
  const readers = await listenForSlowReaders(app)
  closing.push(readers.remove, () => app.close())
  const open = (): SlowReader => {
    const reader = readers.open('/')
    closing.push(async () => reader.disconnect())
    return reader
  }
  return { open, seen }
}

async function* endless() {
  for (;;) yield 'x'.repeat(10_000)
}

test('sendStream: sends all chunks with the headers', async () => {
  const { open, seen } = await startServer(async function* () {
    yield 'uno '
    yield 'dos'
  })
  const answer = await open().response
  expect(answer.headers).toMatchObject({ 'content-type': 'text/plain', 'x-del-archivo': '2' })
  expect(await text(answer)).toBe('uno dos')
  expect(seen.ended).toBe(true)
})

test('sendStream: sends an empty body when there are no chunks', async () => {
  const { open } = await startServer(async function* () {})
  expect(await text(await open().response)).toBe('')
})

test('sendStream: throws an error before the first chunk and sends none of the headers', async () => {
  const { open } = await startServer(async function* () {
    yield await Promise.reject<string>(new Error('no se pudo'))
  })
  const answer = await open().response
  expect(answer.statusCode).toBe(500)
  expect(answer.headers['x-del-archivo']).toBeUndefined()
  expect(await text(answer)).toContain('no se pudo')
})

test('sendStream: closes the connection after a later error', async () => {
  const { open } = await startServer(async function* () {
    yield 'uno '
    await new Promise(setImmediate)
    throw new Error('a medias')
  })
  const answer = await open().response
  expect(answer.statusCode).toBe(200)
  await expect(text(answer)).rejects.toThrow('aborted')
})

test('sendStream: ends the iteration when the client disconnects', async () => {
  const { open, seen } = await startServer(endless)
  const reader = open()
  await reader.response
  expect(seen.ended).toBe(false)
  reader.disconnect()
  await expect.poll(() => seen.ended).toBe(true)
})

test('sendStream: aborts the signal when the client disconnects before the first chunk', async () => {
  const started = Promise.withResolvers<void>()
  const { open, seen } = await startServer(async function* (disconnected) {
    started.resolve()
    await new Promise((resolve) => disconnected.addEventListener('abort', resolve))
    yield 'x'
  })
  const reader = open()
  await started.promise
  reader.disconnect()
  await expect.poll(() => seen.ended).toBe(true)
})

test('sendStream: closes the connection when the client stops reading', async () => {
  const { open, seen } = await startServer(endless, { stalled: 100, total: 60_000 })
  const answer = await open().response
  await expect.poll(() => seen.ended, { timeout: 20_000 }).toBe(true)
  await expect(text(answer)).rejects.toThrow('aborted')
})

test('sendStream: closes the connection when the client reads too slowly', async () => {
  const { open, seen } = await startServer(
    async function* () {
      for (;;) {
        yield 'x'
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    { stalled: 60_000, total: 200 },
  )
  const answer = await open().response
  await expect(text(answer)).rejects.toThrow('aborted')
  await expect.poll(() => seen.ended).toBe(true)
})
