import { setTimeout as sleep } from 'node:timers/promises'
import { permisos, rolId } from '@flota/contract/core/permisos.ts'
import type { FastifyInstance } from 'fastify'
import type { Sql } from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createProgram } from '../../test/apiPrograms.ts'
import type { CallContext } from '../../test/delayedCall.ts'
import { aRuta } from '../../test/factories.ts'
import { insertReferences, insertRutaRow } from '../../test/rutas.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { type Database, one, run, sql } from '../db/sql.ts'

// A session that a process read in the last 30 s is not read again: the statements of the call prove it.

let server: TestApp
/** Another process on the same database. */
let other: FastifyInstance
let references: CallContext['references']
/** Messages to the database of the first process. */
let messages = 0
beforeAll(async () => {
  server = await testApp()
  other = server.startAnotherApp()
  const inserted = await insertReferences(server.db)
  references = { ...inserted, ayudante_id: inserted.ayudante_id ?? 0 }
})
afterEach(() => run(server.db, sql`update ajustes set segundo_factor = 'nadie'`))
afterAll(() => server.close())

const countMessages = (db: Database): Database => ({
  ...db,
  query: (statement) => {
    messages += 1
    return db.query(statement)
  },
  queries: (statements) => {
    messages += 1
    return db.queries(statements)
  },
})

interface Caller {
  by: Client
  /** A trip of the pilot. */
  id: number
}
const office = async (): Promise<Caller> => ({ by: await server.as(), id: 0 })
const pilot = async (): Promise<Caller> => {
  const { chofer_id } = await insertReferences(server.db)
  const id = await insertRutaRow(server.db, { ...references, chofer_id }, { estado: 'Pendiente' })
  return { by: await server.as({ rol: 'piloto', piloto_id: chofer_id }), id }
}

let keys = 0
const keyed = (by: Client, method: 'POST' | 'PUT', url: string, payload: {}) =>
  by.send({ method, url, payload, headers: { 'idempotency-key': `recordada-${++keys}` } })
let comments = 0
const aState = () => ({ nuevoEstado: 'Pendiente', comentario: `cambio ${++comments}` })

type Call = (by: Client, id: number) => Promise<ApiResponse>
type Case = [string, typeof office, Call]
const reads: Case[] = [
  ['list', office, (by) => by.get('/api/rutas')],
  ['day', office, (by) => by.get('/api/rutas/recientes?dias=1')],
  ['months', office, (by) => by.get('/api/reportes?filtro=mes&fechaInicio=2025-12-01&fechaFin=2026-11-30')],
  ['check', office, (by) => by.post('/api/rutas/revision', aRuta(references))],
  ['own trips', pilot, (by) => by.get('/api/piloto/mis-rutas')],
]
const writes: Case[] = [
  ['create', office, (by) => by.post('/api/rutas', aRuta(references))],
  ['state', pilot, (by, id) => by.put(`/api/piloto/ruta/${id}/estado`, aState())],
]
const several: Case[] = [
  ['trip that does not exist', office, (by) => by.get('/api/rutas/999999')],
  ['history of a trip', pilot, (by, id) => by.get(`/api/piloto/ruta/${id}/historial`)],
  ['create with key', office, (by) => keyed(by, 'POST', '/api/rutas', aRuta(references))],
  ['state with key', pilot, (by, id) => keyed(by, 'PUT', `/api/piloto/ruta/${id}/estado`, aState())],
]
const all = [...reads, ...writes, ...several]

const expired = [401, 'SESION_EXPIRADA'] as const
const noFactor = [403, 'SEGUNDO_FACTOR'] as const
const ofUser = (change: Sql) => (id: number) => sql`update usuarios set ${change} where id = ${id}`
const ofSession = (change: Sql) => (id: number) => sql`update sesiones set ${change} where usuario_id = ${id}`
const endings: [string, (id: number) => Sql, readonly [number, string]][] = [
  ['the user was deactivated', ofUser(sql`estado = 'inactivo'`), expired],
  ['the user was deleted', ofUser(sql`eliminado_en = now()`), expired],
  ['the session was ended', (id) => sql`delete from sesiones where usuario_id = ${id}`, expired],
  ['the role was taken away', ofUser(sql`rol_id = 3, permisos = '{}'`), [403, 'SIN_PERMISO']],
  ['the idle limit was reached', ofSession(sql`usada_en = now() - interval '8 days'`), expired],
  ['the session was 30 days old', ofSession(sql`creada_en = now() - interval '31 days'`), expired],
  ['a second factor was demanded', () => sql`update ajustes set segundo_factor = 'todos'`, noFactor],
]

const historyLength = async () =>
  (await one<{ n: number }>(server.db, sql`select count(*)::int as n from rutas_historial`))?.n

describe.each(all)('%s', (_name, who, call) => {
  // No second factor is demanded of pilots.
  test.each(endings.filter(([, , refusal]) => who === office || refusal !== noFactor))(
    'is rejected on both processes when %s',
    async (_ending, end, [status, code]) => {
      const { by, id } = await who()
      const both = [by, server.clientOf(other, by.token)]
      for (const each of both) expect([200, 201, 404]).toContain((await call(each, id)).status)
      await run(server.db, end(by.userId ?? 0))
      const before = await historyLength()
      for (const each of [...both, ...both]) {
        const answer = await call(each, id)
        expect([answer.status, answer.body.error, answer.body.data]).toEqual([status, { code }, undefined])
      }
      expect(await historyLength()).toBe(before)
    },
  )
})

// Own trips also read their version first (servePolled.ts).
const inOneMessage = [...reads.filter(([name]) => name !== 'own trips'), ...writes]
describe.each(inOneMessage)('%s', (_name, who, call) => {
  test('needs one message to the database when its session is remembered', async () => {
    const { by, id } = await who()
    const counted = server.clientOf(server.startAnotherApp({ db: countMessages(server.db) }), by.token)
    await call(counted, id)
    messages = 0
    expect((await call(counted, id)).status).toBeLessThan(300)
    expect(messages).toBe(1)
  })
})

test('permission: applies at the next call when it is granted or replaced', async () => {
  const by = await server.as({ rol: 'usuario', permisos: [] })
  const list = async () => (await by.get('/api/clientes')).status
  const give = (ids: number[]) => run(server.db, ofUser(sql`permisos = ${ids}`)(by.userId ?? 0))
  expect([await list(), await list()]).toEqual([403, 403])
  await give(permisos.map(({ id }) => id))
  expect([await list(), await list()]).toEqual([200, 200])
  await give([])
  expect(await list()).toBe(403)
})

test('office user who becomes a pilot: reads no prices at the next call', async () => {
  const { by, id } = await pilot()
  const become = (rol: number) => run(server.db, ofUser(sql`rol_id = ${rol}`)(by.userId ?? 0))
  await become(rolId.administrador)
  const keys = async () => Object.keys((await by.get(`/api/rutas/${id}`)).body.data)
  expect(await keys()).toContain('precio')
  expect(await keys()).toContain('precio')
  await become(rolId.piloto)
  expect(await keys()).not.toContain('precio')
})

test('password changed by an administrator: ends the remembered session', async () => {
  const [admin, by] = [await server.as(), await server.as()]
  expect((await by.get('/api/rutas')).status).toBe(200)
  await admin.put(`/usuarios/${by.userId}`, { password: 'Nueva-clave-7' })
  expect((await by.get('/api/rutas')).status).toBe(401)
})

test('API token: is rejected at the next call when it was revoked or has expired', async () => {
  const admin = await server.as()
  const { id, session, client } = await createProgram({ server, admin })
  const list = async () => (await client.get('/api/rutas')).status
  expect([await list(), await list()]).toEqual([200, 200])
  await admin.delete(`/usuarios/${session.userId}/tokens/${id}`)
  expect(await list()).toBe(401)
})

test('last use: is written a minute after the previous one', async () => {
  const { by, id } = await pilot()
  const own = sql`from sesiones where usuario_id = ${by.userId}`
  await run(server.db, ofSession(sql`usada_en = now() - interval '59 seconds'`)(by.userId ?? 0))
  const list = () => by.get(`/api/piloto/mis-rutas?pagina=${id}`)
  const age = () => one(server.db, sql`select usada_en < now() - interval '30 seconds' as vieja ${own}`)
  await list()
  expect(await age()).toEqual({ vieja: true })
  await sleep(1100)
  await list()
  await expect.poll(age).toEqual({ vieja: false })
})

test('rejected input: answers 401 before 400 when the session has ended', async () => {
  const { by } = await office()
  expect((await by.post('/api/rutas', {})).status).toBe(400)
  expect((await by.get('/api/rutas?pagina=x')).status).toBe(400)
  const sendBroken = () =>
    by.send({
      method: 'POST',
      url: '/api/rutas',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    })
  expect((await sendBroken()).status).toBe(400)
  await run(server.db, sql`delete from sesiones where usuario_id = ${by.userId}`)
  expect((await sendBroken()).status).toBe(401)
  expect((await by.post('/api/rutas', {})).status).toBe(401)
  expect((await by.get('/api/rutas?pagina=x')).status).toBe(401)
})
