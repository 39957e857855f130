import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { one, sql } from '../db/sql.ts'
import { connectionOf } from '../test/emptyDatabase.ts'
import { aRuta, someReferences } from '../test/factories.ts'
import { type TestApp, testApp } from '../test/testApp.ts'
import { streamPeriodo } from './periodo.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
  const admin = await server.as()
  const references = await someReferences(admin)
  // More than a stream keeps for a reader that does not read.
  for (let i = 0; i < 60; i++)
    await admin.post('/api/rutas', aRuta(references, { comentario: 'x'.repeat(2000) }))
})
afterAll(() => server.close())

const year = { desde: '2026-01-01', hasta: '2026-12-31' }

test('a reader that leaves gives the connection back', async () => {
  const db = connect(await connectionOf(server.db), () => undefined, 1)
  const stream = await streamPeriodo(db, 'anio', '2026', year)
  stream.destroy()
  await once(stream, 'close')
  expect(await one(db, sql`select 1 as uno`)).toEqual({ uno: 1 })
  await db.close()
})

test('what fails before the first byte is thrown, and nothing else', async () => {
  const db = connect({ host: '/nonexistent', user: 'postgres', database: 'x' }, () => undefined, 1)
  await expect(streamPeriodo(db, 'anio', '2026', year)).rejects.toThrow('ENOENT')
  await db.close()
})
