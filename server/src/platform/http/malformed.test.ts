import type { AddressInfo } from 'node:net'
import { permisos } from '@flota/contract/core/permisos.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { captureLog } from '../../test/captureLog.ts'
import { aRuta, someReferences } from '../../test/factories.ts'
import { databaseDigest } from '../../test/malformed/databaseDigest.ts'
import { describeResult, type MalformedTarget, sendMalformed } from '../../test/malformed/sendMalformed.ts'
import { aMantenimiento } from '../../test/mantenimientos.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'

// A short form of `npm run test:abuse`. The same requests again: MALFORMED_SEED; more: MALFORMED_COUNT.

const seed = Number(process.env.MALFORMED_SEED ?? Math.floor(Math.random() * 2 ** 31))
const count = Number(process.env.MALFORMED_COUNT ?? 400)

const log = captureLog()
let server: TestApp
let target: MalformedTarget
beforeAll(async () => {
  server = await testApp({ log: pino({ level: 'trace' }, log.stream) })
  const admin = await server.as()
  const references = await someReferences(admin)
  await admin.post('/api/rutas', aRuta(references))
  await admin.post('/api/mantenimientos', aMantenimiento(references.camion_id))
  const usuario = await server.as({ rol: 'usuario', permisos: permisos.map((p) => p.nombre_permiso) })
  const piloto = await server.as({ rol: 'piloto', piloto_id: references.chofer_id })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  // A server that listens on a port has an AddressInfo.
  const { port } = server.app.server.address() as AddressInfo
  const [a = '', u = '', p = ''] = [admin, usuario, piloto].map(({ token }) => token)
  target = { port, tokens: { administrador: a, usuario: u, piloto: p } }
})
afterAll(() => server.close())

test('malformed requests: are rejected and change nothing', async () => {
  const before = await databaseDigest(server.db)
  const sent = await sendMalformed(target, { seed, count, concurrency: 4 })
  const bad = sent.filter(({ errors }) => errors.length > 0)
  expect(
    bad.map((each) => describeResult(each, target)),
    `seed ${seed}`,
  ).toEqual([])
  expect(await databaseDigest(server.db)).toEqual(before)
  for (const token of Object.values(target.tokens)) {
    expect((await server.clientOf(server.app, token).get('/api/auth/verify')).status).toBe(200)
    expect(log.text()).not.toContain(token)
  }
  expect(log.all().filter(({ level }) => Number(level) >= 50)).toEqual([])
})
