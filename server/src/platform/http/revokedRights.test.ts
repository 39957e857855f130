import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { rolId } from '@flota/contract/core/permisos.ts'
import { endpoints } from '@flota/contract/endpoints.ts'
import type { Sql } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockAllTables, readAllTables } from '../../test/allRows.ts'
import type { CallContext, RevokedCall } from '../../test/delayedCall.ts'
import {
  officeCallGroups,
  otherCalls,
  ownAccountCalls,
  pilotCalls,
  pilotEndpoints,
} from '../../test/delayedCalls.ts'
import { segundoFactorCalls } from '../../test/delayedFactorCalls.ts'
import { aPersona, aRuta } from '../../test/factories.ts'
import { insertReferences, insertRutaRow } from '../../test/rutas.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { aUser } from '../../test/users.ts'
import { aUsuario } from '../../test/usuarios.ts'
import { type Db, one, run, sql } from '../db/sql.ts'

// An authenticated call waits for a lock or a queue; meanwhile its user loses the access.

let server: TestApp
let at: CallContext
beforeAll(async () => {
  server = await testApp()
  const { ayudante_id, ...others } = await insertReferences(server.db)
  at = { server, admin: await server.as(), references: { ...others, ayudante_id: ayudante_id ?? 0 } }
})
afterAll(() => server.close())

/** Counts the statements that wait for a lock. */
const countWaiting = () => count(sql`pg_locks where not granted and pid <> pg_backend_pid()`)

/** More calls than this wait in the program's queue, not for the database (docs/operations/limits.md). */
const maxRunningWrites = 10
const partsOf = (calls: readonly RevokedCall[]) =>
  calls.flatMap((_, i) => (i % maxRunningWrites === 0 ? [calls.slice(i, i + maxRunningWrites)] : []))

/** Makes all calls wait until `lose` has run and checks that none writes. */
async function expectTooLate(
  calls: readonly RevokedCall[],
  by: Client,
  lose: (id: number) => Sql,
  refusal: readonly [number, string],
  refusals: Record<string, readonly [number, string]> = {},
) {
  const answers: Promise<[string, ApiResponse]>[] = []
  let before: unknown
  await server.db.transaction(async (tx) => {
    await lockAllTables(tx)
    for (const { line, make } of calls) answers.push(make(by).then((answer) => [line, answer]))
    await expect.poll(countWaiting, { timeout: 10_000 }).toBe(calls.length)
    await sleep(150)
    await run(tx, lose(by.userId ?? 0))
    before = await readAllTables(tx)
  })
  for (const [line, answer] of await Promise.all(answers)) {
    const [status, code] = refusals[line] ?? refusal
    expect([line, answer.status, answer.body.error]).toEqual([line, status, { code }])
  }
  expect(await readAllTables(server.db)).toEqual(before)
}

const sessionExpired = [401, 'SESION_EXPIRADA'] as const
const forbidden = [403, 'SIN_PERMISO'] as const
const losses: [string, (id: number) => Sql, readonly [number, string]][] = [
  ['was deactivated', (id) => sql`update usuarios set estado = 'inactivo' where id = ${id}`, sessionExpired],
  ['was deleted', (id) => sql`update usuarios set eliminado_en = now() where id = ${id}`, sessionExpired],
  [
    'was logged out or given a password',
    (id) => sql`delete from sesiones where usuario_id = ${id}`,
    sessionExpired,
  ],
  [
    'was given another role',
    (id) => sql`update usuarios set rol_id = 3, permisos = '{}' where id = ${id}`,
    forbidden,
  ],
]

describe.each(losses)('waiting call whose user %s', (_name, lose, refusal) => {
  test.each(officeCallGroups)('writes nothing %s', async (_what, calls) => {
    for (const part of partsOf(await calls(at))) await expectTooLate(part, await server.as(), lose, refusal)
  })
  test('writes nothing elsewhere', async () => {
    const parts = partsOf(await otherCalls(at)).length
    for (let part = 0; part < parts; part++) {
      const by = await server.as()
      await expectTooLate(partsOf(await otherCalls(at, by.userId))[part] ?? [], by, lose, refusal)
    }
  })
})

test.each(losses.slice(0, 3))(
  'waiting call about the own account: changes nothing when the user %s',
  async (...[, lose, refusal]) => {
    await expectTooLate(ownAccountCalls, (await aUser(server)).client, lose, refusal)
  },
)

test.each(losses.slice(0, 3))(
  'waiting call about the second factor: changes nothing when the user %s',
  async (...[, lose, refusal]) => {
    for (const prepare of segundoFactorCalls) {
      const { client } = await aUser(server)
      await expectTooLate([await prepare(client)], client, lose, refusal)
    }
  },
)

test.each([
  ['the permission', sql`permisos = '{4}'`, forbidden],
  // The call begins again, for the user's own trips.
  ['the pilot', sql`piloto_id = null`, [404, 'NO_ENCONTRADO']],
] as const)(
  'waiting call of a pilot: writes no trip and no file without %s',
  async (_name, change, state) => {
    const { chofer_id } = await insertReferences(server.db)
    const by = await server.as({ rol: 'piloto', piloto_id: chofer_id })
    const id = await insertRutaRow(server.db, { ...at.references, chofer_id }, { estado: 'Pendiente' })
    const lose = (userId: number) => sql`update usuarios set ${change} where id = ${userId}`
    const refusals = { 'PUT /api/piloto/ruta/:id/estado': state }
    await expectTooLate(await pilotCalls(by, id), by, lose, forbidden, refusals)
  },
)

const writeNothing = new Set<string>([
  'POST /api/auth/logout',
  'POST /api/reportes/periodo',
  'POST /api/rutas/revision',
  'POST /api/correo/prueba',
])

test('waiting calls: are all calls that write', async () => {
  const { client } = await aUser(server)
  const ofFactor: RevokedCall[] = []
  for (const prepare of segundoFactorCalls) ofFactor.push(await prepare(client))
  const all = [...(await otherCalls(at)), ...ownAccountCalls, ...ofFactor].map(({ line }) => line)
  for (const [, calls] of officeCallGroups) all.push(...(await calls(at)).map(({ line }) => line))
  const writing = endpoints
    .filter(({ method, access }) => method !== 'GET' && access !== 'public')
    .map(({ line }) => line)
    .filter((line) => !writeNothing.has(line))
  expect(new Set([...all, ...pilotEndpoints])).toEqual(new Set(writing))
})

const count = async (table: Sql) =>
  (await one<{ n: number }>(server.db, sql`select count(*) as n from ${table}`))?.n ?? 0
/** Makes the call wait for a lock, runs `meanwhile` and releases the lock. */
async function afterWait(
  make: () => Promise<ApiResponse>,
  meanwhile: (tx: Db) => Promise<unknown> = async () => 0,
) {
  const answers: Promise<ApiResponse>[] = []
  await server.db.transaction(async (tx) => {
    await lockAllTables(tx)
    answers.push(make())
    await expect.poll(countWaiting).toBe(1)
    await sleep(150)
    await meanwhile(tx)
  })
  return (await Promise.all(answers))[0]
}

test('waiting call: succeeds when the user keeps the permission or removes it by this call', async () => {
  const user = await server.as()
  const body = aPersona()
  expect((await afterWait(() => user.post('/api/clientes', body)))?.status).toBe(201)
  const less = () => user.put(`/usuarios/${user.userId}`, { rol_id: rolId.usuario })
  expect((await afterWait(less))?.status).toBe(200)
  expect((await user.get('/api/usuarios')).status).toBe(403)
})

/** Makes the call wait until `meanwhile` is committed, and no longer. */
async function duringCommit(make: () => Promise<ApiResponse>, meanwhile: Sql) {
  let answer: Promise<ApiResponse> | undefined
  await server.db.transaction(async (tx) => {
    await lockAllTables(tx)
    answer = make()
    await expect.poll(countWaiting, { interval: 5 }).toBe(1)
    await run(tx, meanwhile)
  })
  return answer
}

test.each(losses.flatMap((loss) => [[...loss, true] as const, [...loss, false] as const]))(
  'new trip and state change: are rejected after the shortest wait when the user %s (%#)',
  async (_name, lose, refusal, isRemembered) => {
    const { chofer_id } = await insertReferences(server.db)
    const id = await insertRutaRow(server.db, { ...at.references, chofer_id }, { estado: 'Pendiente' })
    const calls: [Client, (by: Client) => Promise<ApiResponse>][] = [
      [await server.as(), (by) => by.post('/api/rutas', aRuta(at.references))],
      [
        await server.as({ rol: 'piloto', piloto_id: chofer_id }),
        (by) => by.put(`/piloto/ruta/${id}/estado`, { nuevoEstado: 'En curso' }),
      ],
    ]
    const before = await count(sql`rutas_historial`)
    for (const [by, make] of calls) {
      if (isRemembered) await by.get('/api/rutas')
      const answer = await duringCommit(() => make(by), lose(by.userId ?? 0))
      expect([answer?.status, answer?.body.error]).toEqual([refusal[0], { code: refusal[1] }])
    }
    expect(await count(sql`rutas_historial`)).toBe(before)
  },
)

test('waiting call: writes once when its user was changed but keeps the permission', async () => {
  const by = await server.as({ username: 'antes' })
  const before = await count(sql`rutas`)
  for (const name of ['despues', 'otra vez']) {
    const rename = sql`update usuarios set username = ${name} where id = ${by.userId}`
    const answer = await duringCommit(() => by.post('/api/rutas', aRuta(at.references)), rename)
    expect(answer?.status).toBe(201)
  }
  expect(await count(sql`rutas`)).toBe(before + 2)
})

test('PUT /usuarios/:id: succeeds after a wait when administrators make themselves pilots', async () => {
  const user = await server.as()
  const { chofer_id } = await insertReferences(server.db)
  const other = await server.as({ rol: 'piloto', piloto_id: chofer_id })
  const answers: Promise<ApiResponse>[] = []
  await server.db.transaction(async (tx) => {
    await run(tx, sql`update usuarios set piloto_id = null where id = ${other.userId}`)
    answers.push(user.put(`/usuarios/${user.userId}`, { rol_id: rolId.piloto, piloto_id: chofer_id }))
    await expect.poll(countWaiting).toBe(1)
    await sleep(150)
  })
  expect((await Promise.all(answers))[0]?.status).toBe(200)
})

test('POST /usuarios: writes nothing when the user loses the access during the hash queue', async () => {
  const user = await server.as()
  const answers = Array.from({ length: 8 * availableParallelism() }, () =>
    user.post('/api/usuarios', aUsuario({ username: `tarde-${crypto.randomUUID().slice(0, 8)}` })),
  )
  await sleep(150)
  expect((await at.admin.patch(`/usuarios/${user.userId}/status`, { estado: 'inactivo' })).status).toBe(200)
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses).toContain(401)
  // The write during which the access was lost has its own response.
  expect(await one(server.db, sql`select count(*) as n from usuarios where username like 'tarde-%'`)).toEqual(
    { n: statuses.filter((status) => status === 201).length },
  )
})
