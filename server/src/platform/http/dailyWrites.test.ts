import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProgram } from '../../test/apiPrograms.ts'
import { type EndpointRequest, endpointRequests, requestName } from '../../test/endpointRequests.ts'
import { expectConflict, openOfficeWithPilot, type RutaOffice } from '../../test/openOffice.ts'
import type { ApiResponse, Client } from '../../test/testApp.ts'
import { run, scalar, sql } from '../db/sql.ts'
import { alwaysAllowed } from '../limits/freeDiskSpace.ts'

// The daily limit of writes (docs/contract/general.md).

let office: RutaOffice
let pilot: Client
beforeAll(async () => {
  const opened = await openOfficeWithPilot()
  office = opened.office
  pilot = opened.piloto
  await office.admin.put('/api/ajustes', { cambios_diarios_piloto: 100, cambios_diarios: 200 })
})
afterAll(() => office.server.close())

const comment = async (client: Client, id: number, key?: string) =>
  client.send({
    method: 'PUT',
    url: `/api/piloto/ruta/${id}/estado`,
    payload: { nuevoEstado: 'Pendiente', comentario: 'otra vez' },
    headers: key ? { 'idempotency-key': key } : {},
  })
const writesOf = async ({ userId }: Client) =>
  Number(
    (await scalar(
      office.server.db,
      sql`select sum(cambios) from cambios_diarios where usuario_id = ${userId}`,
    )) ?? 0,
  )
/** Sets the count of a caller's session, or of its tokens too. */
const setWrites = async ({ userId }: Pick<Client, 'userId'>, cambios: number, token_id = 0) => {
  await run(
    office.server.db,
    sql`delete from cambios_diarios where usuario_id = ${userId} and token_id = ${token_id}`,
  )
  await run(
    office.server.db,
    sql`insert into cambios_diarios select ${userId}, ${token_id}, 1, (now() at time zone zona)::date, ${cambios} from ajustes`,
  )
}

function expectLimit({ status, headers, body }: ApiResponse) {
  expect([status, body]).toEqual([
    429,
    {
      success: false,
      message: 'Llegaste al límite de cambios de hoy.',
      error: { code: 'DEMASIADOS_INTENTOS' },
    },
  ])
  const seconds = Number(headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(86_400)
}

test('PUT estado: returns 429 after 100 writes of the pilot, also of parallel ones, and 200 the next day', async () => {
  const { id } = await office.create()
  const statuses = []
  for (let i = 0; i < 14; i++)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 7 }, () => comment(pilot, id)))).map(({ status }) => status),
    )
  expect([...new Set(statuses)]).toEqual([200])
  expect(await writesOf(pilot)).toBe(98)
  expect((await comment(pilot, id)).status).toBe(200)
  expect((await comment(pilot, id)).status).toBe(200)
  expectLimit(await comment(pilot, id))
  expect(await writesOf(pilot)).toBe(100)
  expect((await pilot.get(`/api/piloto/ruta/${id}/historial`)).status).toBe(200)
  await run(
    office.server.db,
    sql`update cambios_diarios set dia = dia - 1 where usuario_id = ${pilot.userId}`,
  )
  expect((await comment(pilot, id)).status).toBe(200)
  expect((await comment(pilot, id)).status).toBe(200)
})

test('PUT estado: returns 409 when the pilot has 200 rows of the history, also for parallel calls', async () => {
  await run(office.server.db, sql`delete from cambios_diarios`)
  const { id } = await office.create()
  await run(
    office.server.db,
    sql`insert into rutas_historial (ruta_id, estado_anterior, estado_nuevo, usuario_id)
      select ${id}, 'Pendiente', 'Pendiente', ${pilot.userId} from generate_series(1, 195)`,
  )
  const answers = await Promise.all(Array.from({ length: 12 }, () => comment(pilot, id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expectConflict(answer, 'Ya hiciste 200 cambios en esta ruta. Avisa a la oficina.')
  const change = { nuevoEstado: 'En curso', comentario: 'sale' }
  expect((await pilot.put(`/api/piloto/ruta/${id}/estado`, change)).status).toBe(409)
  expect(
    (await office.admin.patch('/api/rutas/estado', { rutas: [{ id }], estado: 'En curso' })).status,
  ).toBe(200)
})

test('write count: does not rise for a read, a rejected write or a repeat', async () => {
  const { id } = await office.create()
  await comment(pilot, id, 'clave-1')
  const before = await writesOf(pilot)
  expect((await comment(pilot, id, 'clave-1')).status).toBe(200)
  expect((await comment(pilot, 2_000_000_000)).status).toBe(404)
  expect((await pilot.put(`/api/piloto/ruta/${id}/estado`, {})).status).toBe(400)
  expect((await pilot.get('/api/piloto/mis-rutas')).status).toBe(200)
  expect(await writesOf(pilot)).toBe(before)
})

test('write count: rises once for one call that writes many rows', async () => {
  const user = await office.server.as({ rol: 'usuario', permisos: ['editar_rutas', 'ver_rutas'] })
  const rutas = [await office.create(), await office.create()]
  const { status } = await user.patch('/api/rutas/estado', {
    rutas: rutas.map(({ id, version }) => ({ id, version })),
    estado: 'En curso',
  })
  expect([status, await writesOf(user)]).toEqual([200, 1])
})

test('API token: counts apart from its user and returns 429 at its own limit', async () => {
  const { id, client: program, session } = await createProgram(office, { permisos: ['gestionar_catalogos'] })
  const { userId } = session
  const add = () => program.post('/api/documento-tipos', {})
  await setWrites({ userId }, 200)
  expect((await add()).status).toBe(400)
  expectLimit(await session.post('/api/documento-tipos', {}))
  await setWrites({ userId }, 200, id)
  expectLimit(await add())
  await setWrites({ userId }, 0)
  expect((await session.post('/api/documento-tipos', {})).status).toBe(400)
})

const limited = endpointRequests.filter(
  ({ endpoint: { access, line, method } }) =>
    access !== 'public' && method !== 'GET' && !alwaysAllowed.has(line),
)
const exempt = endpointRequests.filter(
  ({ endpoint: { access, line, method } }) =>
    access !== 'public' && (method === 'GET' || alwaysAllowed.has(line)),
)
const send = (client: Client, { method, url }: EndpointRequest) => client.send({ method, url })

test.each(limited.map((call) => [requestName(call), call] as const))(
  '%s: returns 429 when its caller has reached the limit',
  async (_name, call) => {
    await setWrites(office.admin, 200)
    await setWrites(pilot, 100)
    const answers = [await send(office.admin, call), await send(pilot, call)]
    expect(answers.some(({ status }) => status === 429)).toBe(true)
  },
)

test('every other call: does not return 429 when its caller has reached the limit, unless it is an export', async () => {
  const refused = []
  for (const call of exempt) {
    const admin = await office.server.as()
    await setWrites(admin, 200)
    if ((await send(admin, call)).status === 429) refused.push(call.endpoint.line)
  }
  expect(refused.filter((line) => !line.endsWith('/exportar'))).toEqual(['GET /api/rutas/hojas'])
  expect(refused.length).toBeGreaterThan(5)
})
