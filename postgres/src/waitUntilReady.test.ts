import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectionAt } from './startPostgres.ts'
import { waitUntilReady } from './waitUntilReady.ts'

let host: string
beforeEach(() => {
  host = mkdtempSync(join(tmpdir(), 'flota-ready-'))
})
afterEach(() => rmSync(host, { recursive: true, force: true }))

/** Returns PostgreSQL's error message during recovery. */
function refusal(): Buffer {
  const fields = Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0')
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeUInt32BE(4 + fields.length, 1)
  return Buffer.concat([head, fields])
}

it('waitUntilReady: polls a recovering server at growing intervals', async () => {
  const asked: number[] = []
  let isAlive = true
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      asked.push(performance.now())
      if (asked.length === 45) isAlive = false
      socket.end(refusal())
    })
  }).listen(join(host, '.s.PGSQL.5432'))
  await once(server, 'listening')
  const recovering = { ended: Promise.resolve('fin'), alive: () => isAlive, stop: () => Promise.resolve() }
  const site = { connection: connectionAt(host), notice: () => undefined }
  await expect(waitUntilReady(recovering, site, true)).rejects.toThrow('fin')
  const [first = 0, last = 0] = [asked[0], asked.at(-1)]
  // At a constant 15 ms, 45 attempts would take under 1 s.
  expect(last - first).toBeGreaterThan(2000)
  server.close()
})
