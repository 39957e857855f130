import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, run, sql } from '../../platform/db/sql.ts'
import { readEnv } from '../../platform/env.ts'
import { aFile, filesIn, sendFile } from '../../test/archivos.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import type { ApiResponse, Client } from '../../test/testApp.ts'

// Limits on uploads per user and day, and on concurrent uploads.

const MiB = 1024 ** 2

let office: RutaOffice
let ofRuta: string
beforeAll(async () => {
  office = await openOffice()
  await setLimit(10)
  ofRuta = `/api/archivos?entidad=rutas&entidad_id=${(await office.create()).id}`
})
afterAll(() => office.close())

const setLimit = async (subida_diaria_mb: number | null) =>
  expect((await office.admin.put('/api/ajustes', { subida_diaria_mb })).status).toBe(200)
const aUser = (as = office.server) => as.as({ rol: 'usuario', permisos: ['editar_rutas'] })
const addMiB = async (client: Client, megabytes: number) =>
  (await sendFile(client, ofRuta, aFile('jpg', megabytes * MiB))).status

const limitSummary = ({ status, body, headers }: ApiResponse) => [
  status,
  body.message,
  body.error?.code,
  headers['retry-after'],
]
const limitReached = [
  429,
  'Hoy ya subiste 10 MB. Mañana puedes subir más.',
  'DEMASIADOS_INTENTOS',
  expect.stringMatching(/^\d+$/),
]

const findReservations = async (userId: number | undefined) =>
  (await many(office.server.db, sql`select from subidas where usuario_id = ${userId}`)).length

/** Starts a listening server of the same office, as another process would. */
async function aProcess(changes: Parameters<RutaOffice['server']['startAnotherApp']>[0] = {}) {
  const app = office.server.startAnotherApp(changes)
  app.addHook('preClose', async () => app.server.closeAllConnections())
  await app.listen({ port: 0, host: '127.0.0.1' })
  // A server that listens on a port has an AddressInfo.
  const { port } = app.server.address() as AddressInfo
  return {
    as: (client: Client) => office.server.clientOf(app, client.token, client.userId),
    /** Starts an upload and sends its first byte. */
    begin: async ({ token, userId }: Client, headers: Record<string, string | number>) => {
      const before = await findReservations(userId)
      const pendingRequest = request({
        port,
        method: 'POST',
        path: ofRuta,
        agent: false,
        headers: { authorization: `Bearer ${token}`, ...headers },
      })
      pendingRequest.on('error', () => undefined)
      pendingRequest.write(aFile().subarray(0, 1))
      await expect.poll(() => findReservations(userId)).toBe(before + 1)
      return pendingRequest
    },
  }
}

describe('daily limit of a user', () => {
  test('applies once the day’s files reach the setting, also deleted ones', async () => {
    const [user, other] = [await aUser(), await aUser()]
    const first = await sendFile(user, ofRuta, aFile('jpg', 7 * MiB))
    expect(first.status).toBe(201)
    expect(await addMiB(user, 2)).toBe(201)
    // One byte below the limit: the file that exceeds it is accepted.
    expect((await sendFile(user, ofRuta, aFile('jpg', MiB - 1))).status).toBe(201)
    expect((await sendFile(user, ofRuta, aFile('jpg', 30))).status).toBe(201)
    expect(limitSummary(await sendFile(user, ofRuta, aFile()))).toEqual(limitReached)
    await office.admin.delete(`/api/archivos/${first.body.data.id}`)
    expect(limitSummary(await sendFile(user, ofRuta, aFile()))).toEqual(limitReached)
    expect(await addMiB(other, 1)).toBe(201)
    await setLimit(11)
    expect(await addMiB(user, 1)).toBe(201)
    await setLimit(10)
  })

  test('applies to piloto and administrador too', async () => {
    const piloto = await office.server.as({ rol: 'piloto', piloto_id: office.references.chofer_id })
    const url = `/piloto/ruta/${ofRuta.split('=').at(-1)}/archivos`
    const admin = await office.server.as()
    for (const [client, path] of [
      [piloto, url],
      [admin, ofRuta],
    ] as const) {
      for (let n = 0; n < 2; n++)
        expect((await sendFile(client, path, aFile('jpg', 8 * MiB))).status).toBe(201)
      expect(limitSummary(await sendFile(client, path, aFile()))).toEqual(limitReached)
    }
  })

  test('ends at midnight in the company’s zone, and Retry-After says when', async () => {
    const user = await aUser()
    expect(await addMiB(user, 8)).toBe(201)
    expect(await addMiB(user, 2)).toBe(201)
    await run(
      office.server.db,
      sql`update archivos set terminado_en = '2026-11-20T00:00:00-06:00' where subido_por_id = ${user.userId}`,
    )
    const at = async (moment: string) => {
      const app = office.server.startAnotherApp({ now: () => new Date(moment) })
      return limitSummary(await sendFile(office.server.clientOf(app, user.token), ofRuta, aFile()))
    }
    expect((await at('2026-11-19T23:59:59-06:00'))[0]).toBe(201)
    expect(await at('2026-11-20T00:00:00-06:00')).toEqual([...limitReached.slice(0, 3), '86400'])
    expect(await at('2026-11-20T23:59:30-06:00')).toEqual([...limitReached.slice(0, 3), '30'])
    expect(await at('2026-11-20T23:59:59.900-06:00')).toEqual([...limitReached.slice(0, 3), '1'])
    expect((await at('2026-11-21T00:00:00-06:00'))[0]).toBe(201)
  })

  test('accepts repeats by Idempotency-Key', async () => {
    const user = await aUser()
    const bytes = aFile('jpg', 8 * MiB)
    const first = await sendFile(user, ofRuta, bytes, { key: 'a' })
    expect(first.status).toBe(201)
    expect(await addMiB(user, 2)).toBe(201)
    expect((await sendFile(user, ofRuta, bytes, { key: 'b' })).status).toBe(429)
    const again = await sendFile(user, ofRuta, bytes, { key: 'a' })
    expect([again.status, again.body]).toEqual([201, first.body])
  })

  test('counts concurrent uploads of every process by Content-Length', async () => {
    const user = await aUser()
    const [one, other] = [await aProcess(), await aProcess()]
    const jpg = { 'content-type': 'image/jpeg' }
    const uploads = [await one.begin(user, { ...jpg, 'content-length': 4 * MiB })]
    // Without Content-Length it may become 8 MiB.
    uploads.push(await other.begin(user, { ...jpg, 'transfer-encoding': 'chunked' }))
    for (const { as } of [one, other])
      expect(limitSummary(await sendFile(as(user), ofRuta, aFile()))).toEqual(limitReached)
    expect(await addMiB(await aUser(), 1)).toBe(201)
    uploads[1]?.destroy()
    await expect.poll(async () => (await sendFile(user, ofRuta, aFile())).status).toBe(201)
    uploads[0]?.destroy()
  })

  test('does not count an interrupted attempt against the next with its key', async () => {
    const user = await aUser()
    expect(await addMiB(user, 7)).toBe(201)
    const bytes = aFile('jpg', 4 * MiB)
    const { begin } = await aProcess()
    const broken = await begin(user, { 'content-length': bytes.length, 'idempotency-key': 'c' })
    expect((await sendFile(user, ofRuta, aFile())).status).toBe(429)
    expect((await sendFile(user, ofRuta, bytes, { key: 'c' })).status).toBe(201)
    broken.destroy()
  })

  test('ignores reservations of a killed process after a quarter of an hour', async () => {
    const user = await aUser()
    const { begin } = await aProcess()
    const uploads = [
      await begin(user, { 'content-length': 8 * MiB }),
      await begin(user, { 'content-length': 8 * MiB }),
    ]
    expect((await sendFile(user, ofRuta, aFile())).status).toBe(429)
    await run(office.server.db, sql`update subidas set vence_en = vence_en - interval '15 minutes'`)
    expect((await sendFile(user, ofRuta, aFile())).status).toBe(201)
    for (const each of uploads) each.destroy()
  })
})

describe('disk space', () => {
  const storedFiles = () => filesIn(office.server.archivosDir).filter((file) => !file.startsWith('llegando'))
  /** Sets the free space to this many MiB above twice the minimum. */
  const withSpare = (spare: number) => ({
    env: readEnv({ ARCHIVOS_DIR: office.server.archivosDir, DISCO_MINIMO_MB: '100' }),
    freeBytes: async () => (200 + spare) * MiB,
  })

  test('keeps twice the minimum free with all reserved uploads; other writes continue', async () => {
    const [one, other] = [await aProcess(withSpare(12)), await aProcess(withSpare(12))]
    const [user, client] = [await aUser(), one.as(await aUser())]
    const uploads = await one.begin(user, { 'content-length': 8 * MiB })
    const before = storedFiles()
    expect((await sendFile(client, ofRuta, aFile('jpg', 4 * MiB + 1))).status).toBe(503)
    expect((await sendFile(other.as(user), ofRuta, aFile('jpg', 4 * MiB + 1))).status).toBe(503)
    expect(storedFiles()).toEqual(before)
    expect((await sendFile(client, ofRuta, aFile('jpg', 4 * MiB))).status).toBe(201)
    expect(
      (await one.as(office.admin).post('/api/clientes', { nombre: 'A', apellido: 'B', telefono: '1' }))
        .status,
    ).toBe(201)
    uploads.destroy()
    await expect
      .poll(async () => (await sendFile(client, ofRuta, aFile('jpg', 4 * MiB + 1))).status)
      .toBe(201)
  })

  test('releases the reservation of a rejected upload', async () => {
    const { as } = await aProcess(withSpare(5))
    const client = as(await aUser())
    const requests = [6, 6, 5, 6].map((megabytes) => () => addMiB(client, megabytes))
    const statuses: number[] = []
    for (const request of requests) statuses.push(await request())
    expect(statuses).toEqual([503, 503, 201, 503])
  })
})

test('limit in the message: is formatted in Spanish', async () => {
  const user = await aUser()
  await setLimit(100_000)
  await sendFile(user, ofRuta, aFile())
  await run(
    office.server.db,
    sql`insert into archivos (entidad, entidad_id, clase, nombre, tipo_mime, bytes, sha256, subido_por_id, terminado_en)
      select 'rutas', 0, 'foto', 'foto.jpg', 'image/jpeg', 1048576000, ${'b'.repeat(64)}, ${user.userId}, now()
      from generate_series(1, 100)`,
  )
  const { body } = await sendFile(user, ofRuta, aFile())
  expect(body.message).toBe('Hoy ya subiste 100,000 MB. Mañana puedes subir más.')
  await setLimit(10)
})
