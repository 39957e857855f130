import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Db, raw, run, sql } from '../../platform/db/sql.ts'
import { maxRowExports } from '../../platform/limits/exportQueue.ts'
import { captureLog } from '../../test/captureLog.ts'
import { listenForSlowReaders } from '../../test/pausedReader.ts'
import { fillRutas } from '../../test/rutas.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// Long responses with slow, leaving and simultaneous readers.

const log = captureLog()
let server: TestApp
let office: Client
/** Starts a server whose long reads pause until the test lets them continue or fail. */
let readers: Awaited<ReturnType<typeof listenForSlowReaders>>
let gate: PromiseWithResolvers<void>
let running = 0
beforeAll(async () => {
  server = await testApp({ log: pino({ level: 'info' }, log.stream) })
  office = await anOffice()
  await fillRutas(server.db, { rutas: 5000, clientes: 3, camiones: 2, choferes: 2, ayudantes: 1 })
  // Random text, which does not compress: far more than a connection buffers for a reader that does not read.
  await run(
    server.db,
    raw(`update rutas set comentario = (
      select string_agg(md5(random()::text || rutas.id || i), '') from generate_series(1, 60) as i)`),
  )
  readers = await listenForSlowReaders(server.startAnotherApp({ db: { ...server.db, snapshot: gated } }))
})
afterAll(async () => {
  await server.close()
  await readers.remove()
})
beforeEach(() => {
  gate = Promise.withResolvers()
  gate.resolve()
})

async function* gated<T>(read: (db: Db) => AsyncIterable<T>) {
  running += 1
  try {
    let given = 0
    for await (const each of server.db.snapshot(read)) {
      yield each
      // In the middle of all long responses: a page has three parts.
      if (++given === 4) await gate.promise
    }
  } finally {
    running -= 1
  }
}

const anOffice = () => server.as({ rol: 'usuario', permisos: ['generar_reportes', 'ver_rutas'] })

const opened: ReturnType<typeof readers.open>[] = []
const remember = (reader: (typeof opened)[number]) => {
  opened.push(reader)
  return reader
}
const openExcel = (who = office) => remember(readers.open('/api/reportes/exportar', who.token))
const openPeriodo = (who = office, more = {}) =>
  remember(readers.open('/api/reportes/periodo', who.token, { periodo: '2026', tipo: 'anio', ...more }))
const kinds = { 'GET /api/reportes/exportar': openExcel, 'POST /api/reportes/periodo': openPeriodo }

/** Waits until that many exports are running. */
const expectRunning = (n: number) => expect.poll(() => running, { timeout: 20_000 }).toBe(n)

afterEach(async () => {
  for (const reader of opened.splice(0)) reader.disconnect()
  gate.resolve()
  await expectRunning(0)
})

describe.each(Object.entries(kinds))('long response of %s', (_line, open) => {
  test('long response: produced at its own speed and complete for a reader that pauses', async () => {
    const answer = await open().response
    await expectRunning(0)
    // Far more than the reader took meanwhile.
    expect((await buffer(answer)).length).toBeGreaterThan(5_000_000)
  })

  test('long response: stops when the reader leaves', async () => {
    gate = Promise.withResolvers()
    const reader = open()
    await reader.response
    await expectRunning(1)
    reader.disconnect()
    gate.resolve()
    await expectRunning(0)
  })

  test('long response: a late failure aborts the connection and is logged', async () => {
    const before = log.all().length
    gate = Promise.withResolvers()
    const answer = await open().response
    await expectRunning(1)
    gate.promise.catch(() => undefined)
    gate.reject(new Error('a medias'))
    await expect(text(answer)).rejects.toThrow('aborted')
    const failures = log
      .all()
      .slice(before)
      .filter(({ level }) => Number(level) >= 50)
    expect(failures).toMatchObject([{ msg: 'an answer failed after its first bytes', err: {} }])
  })

  test('long response: a failure before the first byte returns the error envelope', async () => {
    await run(server.db, raw('alter table rutas rename to perdidas'))
    const answer = await open().response
    expect(answer.statusCode).toBe(500)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['content-disposition']).toBeUndefined()
    expect(JSON.parse(await text(answer))).toMatchObject({ success: false, error: { code: 'INTERNO' } })
    await run(server.db, raw('alter table perdidas rename to rutas'))
  })

  test('long response: three readers that read nothing do not block a fourth', async () => {
    for (let i = 0; i < 3; i++) await open(await anOffice()).response
    const answer = await open().response
    expect((await buffer(answer)).length).toBeGreaterThan(5_000_000)
  })

  test('long response: one at a time per user, the next one after it', async () => {
    const [first, second] = [open(), open()]
    const answer = await Promise.race([first.response, second.response])
    await expectRunning(0)
    expect([first, second].filter(({ hasStarted }) => hasStarted())).toHaveLength(1)
    await buffer(answer)
    for (const { response } of [first, second]) expect((await response).statusCode).toBe(200)
  })
})

test('long responses: three run at once (two or one on few cores), others queue, and other requests are served', async () => {
  gate = Promise.withResolvers()
  const [a, b, c, d, e] = await Promise.all([1, 2, 3, 4, 5].map(anOffice))
  const first = [() => openExcel(a), () => openPeriodo(b), () => openExcel(c)].slice(0, maxRowExports)
  await Promise.all(first.map((open) => open().response))
  await expectRunning(maxRowExports)

  const waiting = [openPeriodo(d), openExcel(e)]
  const impatient = openExcel()
  const served = () => [...waiting, impatient].filter(({ hasStarted }) => hasStarted()).length
  for (let i = 0; i < 20; i++) {
    expect((await office.get('/api/rutas?porPagina=10')).status).toBe(200)
    expect((await office.get('/api/reportes')).status).toBe(200)
  }
  const pdf = remember(readers.open('/api/reportes/exportar?formato=pdf', office.token))
  expect((await buffer(await pdf.response)).subarray(0, 5).toString()).toBe('%PDF-')
  // A page of a period is no long response.
  const page = openPeriodo(office, { porPagina: 10 })
  expect(JSON.parse(await text(await page.response)).data.rutas).toHaveLength(10)
  expect(served()).toBe(0)
  expect(running).toBe(maxRowExports)

  impatient.disconnect()
  gate.resolve()
  const answers = await Promise.all(waiting.map(({ response }) => response))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

test.each(Object.entries(kinds))(
  '%s: a request that waits too long gets an error and no data',
  async (_line, open) => {
    gate = Promise.withResolvers()
    const first = await Promise.all(Array.from({ length: maxRowExports }, anOffice))
    await Promise.all(first.map((who) => openExcel(who).response))
    await expectRunning(maxRowExports)
    const [dismissed, demoted] = await Promise.all([anOffice(), anOffice()])
    const waiting = [dismissed, demoted].map((who) => open(who))
    await sleep(150)
    const admin = await server.as()
    await admin.patch(`/usuarios/${dismissed.userId}/status`, { estado: 'inactivo' })
    await admin.put(`/usuarios/${demoted.userId}`, { permisos: [4] })
    gate.resolve()
    const answers = await Promise.all(waiting.map(({ response }) => response))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 403])
  },
)

test('queue: a reader that leaves is no failure', () => {
  expect(log.all().filter(({ msg }) => msg === 'unexpected')).toHaveLength(Object.keys(kinds).length)
})

describe.each(Object.entries(kinds))('long response of %s', (_line, open) => {
  test.each(['session', 'token'] as const)(
    'long response: ends when its %s is revoked between two rows',
    async (kind) => {
      const who = await anOffice()
      const given = (await (await server.as()).post(`/usuarios/${who.userId}/tokens`, { nombre: 'Hoja' }))
        .body.data
      gate = Promise.withResolvers()
      const reader = open(kind === 'token' ? server.clientOf(server.app, given.token) : who)
      const answer = await reader.response
      await expectRunning(1)
      const table = raw(kind === 'token' ? 'tokens' : 'sesiones')
      await run(server.db, sql`delete from ${table} where usuario_id = ${who.userId}`)
      // The server caches a session for 0.1 s.
      await sleep(150)
      gate.resolve()
      await expect(buffer(answer)).rejects.toThrow('aborted')
      await expectRunning(0)
    },
  )
})
