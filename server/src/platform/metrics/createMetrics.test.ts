import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findConnection } from '../../test/emptyDatabase.ts'
import { listenForSlowReaders } from '../../test/pausedReader.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { connect } from '../db/connect.ts'
import type { Database } from '../db/sql.ts'
import { maxRowExports } from '../limits/exportQueue.ts'
import { createMetrics, type MetricsSources } from './createMetrics.ts'

let server: TestApp
const pools: Database[] = []
beforeAll(async () => {
  server = await testApp()
})
afterAll(async () => {
  for (const pool of pools) await pool.close()
  await server.close()
})

/** Starts an app with metrics. `read` maps each name with labels to its value. */
function startMeasuredApp(changes: Partial<MetricsSources> = {}) {
  const all = {
    db: server.db,
    replica: undefined,
    lastBackup: undefined,
    version: '1.2.3',
    readDisks,
    ...changes,
  }
  const metrics = createMetrics(all)
  const app: FastifyInstance = server.startAnotherApp({ db: all.db, instrument: metrics.instrument })
  const read = async () => {
    const lines = (await metrics.read()).split('\n').filter((line) => line && !line.startsWith('#'))
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
    )
  }
  return { app, read }
}

const readDisks = async () => [{ folder: '/datos', freeBytes: 3_100_000_000, totalBytes: 40_000_000_000 }]

const ofRequests = (all: Map<string, number>) =>
  new Map([...all].filter(([name]) => name.startsWith('flota_request_seconds_count')))

test('request metrics: count by endpoint and status, not by URL', async () => {
  const { app, read } = startMeasuredApp()
  const { token = '' } = await server.as()
  const client = server.clientOf(app, token)
  for (const id of [1, 2, 3]) await client.get(`/api/rutas/${id}?nada=${id}`)
  for (const url of ['/usuarios', '/api/usuarios']) await client.get(url)
  for (const url of ['/api/inventada', '/x%22%7D', '/tampoco.js']) await client.get(url)
  await client.delete('/api/salud')
  await server.clientOf(app).post('/api/auth/login', { username: 'nadie', password: 'no es esta' })
  expect(ofRequests(await read())).toEqual(
    new Map([
      ['flota_request_seconds_count{call="GET /api/rutas/:id",status="404"}', 3],
      ['flota_request_seconds_count{call="GET /api/usuarios",status="200"}', 2],
      ['flota_request_seconds_count{call="other",status="404"}', 3],
      ['flota_request_seconds_count{call="other",status="405"}', 1],
      ['flota_request_seconds_count{call="POST /api/auth/login",status="401"}', 1],
    ]),
  )
})

test('database metrics: report connections and availability', async () => {
  const pool = connect(await findConnection(server.db), () => undefined, 1)
  pools.push(pool)
  const { read } = startMeasuredApp({ db: pool, replica: server.db })
  const before = await read()
  expect(before.get('flota_info{version="1.2.3"}')).toBe(1)
  expect(before.get('flota_database_up')).toBe(1)
  expect(before.get('flota_database_answer_seconds')).toBeGreaterThan(0)
  expect(before.get('flota_connections_lent{database="primary"}')).toBe(0)
  expect(before.get('flota_connections_lent{database="replica"}')).toBe(0)

  const gate = Promise.withResolvers<void>()
  const holding = pool.transaction(() => gate.promise)
  // The probe waits for the only connection and gives up after 2 s.
  const during = await read()
  expect(during.get('flota_connections_lent{database="primary"}')).toBe(1)
  expect(during.get('flota_database_up')).toBe(0)
  expect(during.has('flota_database_answer_seconds')).toBe(false)
  gate.resolve()
  await holding
  expect((await read()).get('flota_database_up')).toBe(1)
})

test('database metrics: report 0 when the database is unreachable', async () => {
  const gone = connect({ host: '/nonexistent', user: 'postgres', database: 'x' }, () => undefined)
  pools.push(gone)
  const { read } = startMeasuredApp({ db: gone })
  const all = await read()
  expect(all.get('flota_database_up')).toBe(0)
  expect(all.get('process_resident_memory_bytes')).toBeGreaterThan(1e7)
})

test('disk metrics: report the free bytes of each disk, none while they can not be read', async () => {
  let disks: Awaited<ReturnType<typeof readDisks>> | undefined = await readDisks()
  const { read } = startMeasuredApp({
    readDisks: async () => disks ?? Promise.reject(new Error('EIO')),
  })
  const free = async () => [...(await read())].filter(([name]) => name.startsWith('flota_disk'))
  const label = (folder: string) => `flota_disk_free_bytes{folder="${folder}"}`
  expect(await free()).toEqual([[label('/datos'), 3_100_000_000]])
  disks = [...disks, { folder: '/fotos', freeBytes: 5, totalBytes: 10 }]
  expect(await free()).toEqual([
    [label('/datos'), 3_100_000_000],
    [label('/fotos'), 5],
  ])
  disks = undefined
  expect(await free()).toEqual([])
})

test('backup metrics: report the newest backup; absent when automatic backups are off', async () => {
  const backups = async (lastBackup: MetricsSources['lastBackup']) =>
    [...(await startMeasuredApp({ lastBackup }).read())].filter(([name]) =>
      /^flota_(backup|files)/.test(name),
    )
  expect(await backups(undefined)).toEqual([])
  expect(await backups(() => null)).toEqual([['flota_backup_last_failed', 0]])
  const hecho_en = '2026-11-20T10:00:00.000Z'
  const moment = ['flota_backup_last_timestamp_seconds', Date.parse(hecho_en) / 1000]
  for (const [error, archivos_faltan] of [
    [null, 0],
    [null, 3],
    ['No.', 0],
  ] as const) {
    expect(await backups(() => ({ hecho_en, error, archivos_faltan }))).toEqual([
      moment,
      ['flota_backup_last_failed', error === null ? 0 : 1],
      ['flota_files_missing', archivos_faltan],
    ])
  }
})

test('export metrics: report running and queued exports', async () => {
  const gate = Promise.withResolvers<void>()
  let making = 0
  const slow: Database = {
    ...server.db,
    async *snapshot(read) {
      making += 1
      await gate.promise
      yield* server.db.snapshot(read)
    },
  }
  const { app, read } = startMeasuredApp({ db: slow })
  const readers = await listenForSlowReaders(app)
  const twice = await server.as()
  const others = [await server.as(), await server.as(), await server.as()]
  const open = ({ token }: { token: string | undefined }) => readers.open('/api/reportes/exportar', token)
  // A user's second export waits, and so does any beyond the limit.
  const all = [open(twice), open(twice), ...others.map(open)]
  await expect.poll(() => making).toBe(maxRowExports)
  await expect.poll(async () => (await read()).get('flota_exports_waiting')).toBe(all.length - maxRowExports)
  expect((await read()).get('flota_exports_running')).toBe(maxRowExports)
  gate.resolve()
  for (const { response } of all) (await response).resume()
  await expect.poll(async () => (await read()).get('flota_exports_running')).toBe(0)
  expect((await read()).get('flota_exports_waiting')).toBe(0)
  await readers.remove()
})
