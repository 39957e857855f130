import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { listenForSlowReaders, type SlowReader } from '../../test/pausedReader.ts'
import { sendStream } from './stream.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A server whose one answer these chunks are, and what became of them. */
async function answering(
  make: (gone: AbortSignal) => AsyncIterable<string>,
  patience?: Parameters<typeof sendStream>[3],
) {
  const seen = { ended: false }
  const app = Fastify()
  app.get('/', (_request, reply) =>
    sendStream(
      reply,
      { 'Content-Type': 'text/plain', 'X-Del-Archivo': '2' },
      async function* (gone) {
        try {
          yield* make(gone)
        } finally {
          seen.ended = true
        }
      },
      patience,
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

test('a reader gets all of it, with its headers', async () => {
  const { open, seen } = await answering(async function* () {
    yield 'uno '
    yield 'dos'
  })
  const answer = await open().response
  expect(answer.headers).toMatchObject({ 'content-type': 'text/plain', 'x-del-archivo': '2' })
  expect(await text(answer)).toBe('uno dos')
  expect(seen.ended).toBe(true)
})

test('nothing at all is an answer too', async () => {
  const { open } = await answering(async function* () {})
  expect(await text(await open().response)).toBe('')
})

test('what fails before its first chunk is told as any failure, without the headers of the file', async () => {
  const { open } = await answering(async function* () {
    yield await Promise.reject<string>(new Error('no se pudo'))
  })
  const answer = await open().response
  expect(answer.statusCode).toBe(500)
  expect(answer.headers['x-del-archivo']).toBeUndefined()
  expect(await text(answer)).toContain('no se pudo')
})

test('what fails later breaks the connection off', async () => {
  const { open } = await answering(async function* () {
    yield 'uno '
    await new Promise(setImmediate)
    throw new Error('a medias')
  })
  const answer = await open().response
  expect(answer.statusCode).toBe(200)
  await expect(text(answer)).rejects.toThrow('aborted')
})

test('a reader that leaves ends it', async () => {
  const { open, seen } = await answering(endless)
  const reader = open()
  await reader.response
  expect(seen.ended).toBe(false)
  reader.disconnect()
  await expect.poll(() => seen.ended).toBe(true)
})

test('a reader that leaves before the first chunk is heard of, and ends it', async () => {
  const asked = Promise.withResolvers<void>()
  const { open, seen } = await answering(async function* (gone) {
    asked.resolve()
    await new Promise((resolve) => gone.addEventListener('abort', resolve))
    yield 'x'
  })
  const reader = open()
  await asked.promise
  reader.disconnect()
  await expect.poll(() => seen.ended).toBe(true)
})

test('a reader that takes nothing any more is let go', async () => {
  const { open, seen } = await answering(endless, { stalled: 100, total: 60_000 })
  const answer = await open().response
  await expect.poll(() => seen.ended, { timeout: 20_000 }).toBe(true)
  await expect(text(answer)).rejects.toThrow('aborted')
})

test('so is one that takes a little again and again', async () => {
  const { open, seen } = await answering(
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
