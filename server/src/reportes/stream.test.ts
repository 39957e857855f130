import { buffer, text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { many, one, raw, run, sql } from '../db/sql.ts'
import { lines } from '../test/logLines.ts'
import { listenForReaders } from '../test/reader.ts'
import { fillRutas } from '../test/rutas.ts'
import { type Client, type TestApp, testApp } from '../test/testApp.ts'

// Long answers, and readers that are slow, leave, or come while others read.

const log = lines()
let server: TestApp
let office: Client
let readers: Awaited<ReturnType<typeof listenForReaders>>
beforeAll(async () => {
  server = await testApp({ log: pino({ level: 'info' }, log.stream) })
  office = await server.as({ rol: 'usuario', permisos: ['generar_reportes', 'ver_rutas'] })
  await fillRutas(server.db, { rutas: 5000, clientes: 3, camiones: 2, choferes: 2, ayudantes: 1 })
  // What no compression makes small: far more than a connection keeps for a reader that does not read.
  await run(
    server.db,
    raw(`update rutas set comentario = (
      select string_agg(md5(random()::text || rutas.id || i), '') from generate_series(1, 60) as i)`),
  )
  readers = await listenForReaders(server.app)
})
afterAll(async () => {
  await server.close()
  await readers.remove()
})

const opened: ReturnType<typeof readers.open>[] = []
const remember = (reader: (typeof opened)[number]) => {
  opened.push(reader)
  return reader
}
const openExcel = () => remember(readers.open('/api/reportes/exportar', office.token))
const openPeriodo = (more = {}) =>
  remember(readers.open('/api/reportes/periodo', office.token, { periodo: '2026', tipo: 'anio', ...more }))
const kinds = { 'GET /api/reportes/exportar': openExcel, 'POST /api/reportes/periodo': openPeriodo }

/** The connections of readers that are waited for. */
const held = () =>
  many<{ pid: number }>(
    server.db,
    sql`select pid from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`,
  )
const expectHeld = (n: number) => expect.poll(held, { timeout: 20_000 }).toHaveLength(n)

afterEach(async () => {
  for (const reader of opened.splice(0)) reader.leave()
  await expectHeld(0)
})

describe.each(Object.entries(kinds))('%s', (_line, open) => {
  test('waits for its reader, and one that leaves gives the connection back', async () => {
    const reader = open()
    await reader.begun
    await expectHeld(1)
    reader.leave()
    await expectHeld(0)
  })

  test('that fails in the middle is broken off, and stands in the log', async () => {
    const before = log.all().length
    const reader = open()
    const answer = await reader.begun
    await expectHeld(1)
    for (const { pid } of await held()) await one(server.db, sql`select pg_terminate_backend(${pid})`)
    await expect(text(answer)).rejects.toThrow('aborted')
    const failures = log
      .all()
      .slice(before)
      .filter(({ level }) => Number(level) >= 50)
    expect(failures).toMatchObject([{ msg: 'an answer failed after its first bytes', err: {} }])
  })

  test('that fails before the first byte is told in the envelope, and is no file', async () => {
    await run(server.db, raw('alter table rutas rename to perdidas'))
    const answer = await open().begun
    expect(answer.statusCode).toBe(500)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['content-disposition']).toBeUndefined()
    expect(JSON.parse(await text(answer))).toMatchObject({ success: false, error: { code: 'INTERNO' } })
    await run(server.db, raw('alter table perdidas rename to rutas'))
  })
})

test('three are served at once, the others when their turn comes, and everybody else meanwhile', async () => {
  const first = [openExcel(), openPeriodo(), openExcel()]
  await Promise.all(first.map(({ begun }) => begun))
  await expectHeld(3)

  const waiting = [openPeriodo(), openExcel()]
  const impatient = openExcel()
  const served = () => [...waiting, impatient].filter(({ hasBegun }) => hasBegun()).length
  for (let i = 0; i < 20; i++) {
    expect((await office.get('/api/rutas?porPagina=10')).status).toBe(200)
    expect((await office.get('/api/reportes')).status).toBe(200)
  }
  const pdf = remember(readers.open('/api/reportes/exportar?formato=pdf', office.token))
  expect((await buffer(await pdf.begun)).subarray(0, 5).toString()).toBe('%PDF-')
  // A page of a period is no long answer.
  const page = openPeriodo({ porPagina: 10 })
  expect(JSON.parse(await text(await page.begun)).data.rutas).toHaveLength(10)
  expect(served()).toBe(0)
  expect(await held()).toHaveLength(3)

  impatient.leave()
  first[1]?.leave()
  await Promise.race(waiting.map(({ begun }) => begun))
  await expectHeld(3)
  expect(served()).toBe(1)
  first[0]?.leave()
  const answers = await Promise.all(waiting.map(({ begun }) => begun))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await expectHeld(3)
})

test('whoever leaves is no failure', () => {
  expect(log.all().filter(({ msg }) => msg === 'unexpected')).toHaveLength(Object.keys(kinds).length)
})
