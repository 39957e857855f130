import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { one, raw } from '../../platform/db/sql.ts'
import { everyCatalogue, valuesOf } from '../../test/catalogueValues.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { countByStatus } from '../../test/users.ts'

let server: TestApp
let admin: Client
let second: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  second = server.clientOf(server.startAnotherApp(), (await server.as()).token)
})
afterAll(() => server.close())

const stale = {
  success: false,
  message: 'Otro usuario modificó este registro. Recarga para ver los cambios.',
  error: { code: 'CONFLICTO' },
}
const rounds = 50

describe.each(everyCatalogue)('version of $name', (catalogue) => {
  const url = `/api/${catalogue.name}`
  const create = async () => (await admin.post(url, valuesOf(catalogue))).body.data
  const read = async (id: number) => (await admin.get(`${url}/${id}`)).body.data
  const eliminatedBy = (id: number) =>
    one<{ eliminado_por: number | null }>(
      server.db,
      raw(`select eliminado_por from ${catalogue.name} where id = ${id}`),
    )

  test('every write raises it', async () => {
    const { id, version } = await create()
    expect(version).toBe(1)
    const seen: number[] = []
    for (let i = 0; i < 3; i++)
      seen.push((await admin.put(`${url}/${id}`, valuesOf(catalogue))).body.data.version)
    expect(seen).toEqual([2, 3, 4])
    expect((await read(id)).version).toBe(4)
    // Writing the same values is a write too.
    const same = await read(id)
    expect((await admin.put(`${url}/${id}`, same)).body.data.version).toBe(5)
  })

  test('stale: returns 409 and writes nothing', async () => {
    const { id } = await create()
    await admin.put(`${url}/${id}`, valuesOf(catalogue, { version: 1 }))
    const before = await read(id)
    const responses = [
      await admin.put(`${url}/${id}`, valuesOf(catalogue, { version: 1 })),
      await admin.put(`${url}/${id}`, valuesOf(catalogue, { version: 3 })),
      await admin.delete(`${url}/${id}?version=1`),
      await admin.delete(`${url}/${id}?version=3`),
    ]
    for (const { status, body } of responses) expect([status, body]).toEqual([409, stale])
    expect(await read(id)).toEqual(before)
    expect((await admin.delete(`${url}/${id}?version=2`)).status).toBe(200)
    expect((await eliminatedBy(id))?.eliminado_por).toBe(admin.userId)
  })

  test('missing, null or empty: accepted', async () => {
    const { id } = await create()
    for (const version of [undefined, null, '']) {
      expect((await admin.put(`${url}/${id}`, valuesOf(catalogue, { version }))).status).toBe(200)
    }
    expect((await admin.delete(`${url}/${id}?version=`)).status).toBe(200)
  })

  test('no whole number: returns 400', async () => {
    const { id } = await create()
    for (const version of ['1', 1.5, true, [], {}]) {
      const { status, body } = await admin.put(`${url}/${id}`, valuesOf(catalogue, { version }))
      expect([version, status, Object.keys(body.error?.campos ?? {})]).toEqual([version, 400, ['version']])
    }
    for (const version of ['abc', '1.5', 'null']) {
      const { status, body } = await admin.delete(`${url}/${id}?version=${version}`)
      expect([version, status, Object.keys(body.error?.campos ?? {})]).toEqual([version, 400, ['version']])
    }
    expect((await read(id)).version).toBe(1)
  })

  test(`two concurrent updates: one wins, ${rounds} times`, async () => {
    const { id } = await create()
    for (let version = 1; version <= rounds; version++) {
      const bodies = [valuesOf(catalogue, { version }), valuesOf(catalogue, { version })]
      const responses = await Promise.all([
        admin.put(`${url}/${id}`, bodies[0]),
        second.put(`${url}/${id}`, bodies[1]),
      ])
      expect(countByStatus(responses)).toEqual({ 200: 1, 409: 1 })
      const { version: _, ...won } = bodies[responses.findIndex(({ status }) => status === 200)] ?? {}
      expect(await read(id)).toMatchObject({ ...won, version: version + 1 })
    }
  })

  test('concurrent update and deletion: one wins', async () => {
    for (let round = 0; round < 15; round++) {
      const { id } = await create()
      const responses = await Promise.all([
        admin.put(`${url}/${id}`, valuesOf(catalogue, { version: 1 })),
        second.delete(`${url}/${id}?version=1`),
      ])
      expect(countByStatus(responses)).toSatisfy((t: object) =>
        [
          { 200: 1, 404: 1 },
          { 200: 1, 409: 1 },
        ].some((each) => sameTally(each, t)),
      )
    }
  })

  test('concurrent deletions: one succeeds', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await create()
      const clients = [admin, second, admin, second]
      expect(countByStatus(await Promise.all(clients.map((each) => each.delete(`${url}/${id}`))))).toEqual({
        200: 1,
        404: 3,
      })
    }
  })

  test('without a version: every update counts', async () => {
    const { id } = await create()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? admin : second).put(`${url}/${id}`, valuesOf(catalogue))),
    )
    expect(countByStatus(responses)).toEqual({ 200: 20 })
    expect((await read(id)).version).toBe(21)
  })
})

const sameTally = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)
