import { pino } from 'pino'
import { expect, test } from 'vitest'
import { captureLog } from '../../test/captureLog.ts'
import { testApp } from '../../test/testApp.ts'
import { raw, run } from '../db/sql.ts'

test('request log: has health checks only when they fail', async () => {
  const log = captureLog()
  const server = await testApp({ log: pino({ level: 'debug' }, log.stream) })
  const entries = () =>
    log
      .all()
      .filter(({ msg }) => msg === 'request')
      .map(({ level, path, status }) => [level, path, status])
  expect((await server.anonymous.get('/api/salud')).status).toBe(503)
  await server.as()
  expect((await server.anonymous.get('/api/salud')).status).toBe(200)
  expect((await server.anonymous.get('/api/vivo')).status).toBe(200)
  expect((await server.anonymous.get('/api/config')).status).toBe(200)
  expect(entries()).toEqual([
    [30, '/api/salud', 503],
    [20, '/api/salud', 200],
    [30, '/api/config', 200],
  ])
  await run(server.db, raw('alter table usuarios rename to otros'))
  expect((await server.anonymous.get('/api/salud')).status).toBeGreaterThanOrEqual(500)
  expect(entries().at(-1)).toMatchObject([30, '/api/salud', expect.any(Number)])
  await server.close()
})
