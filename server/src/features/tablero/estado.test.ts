import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLogRowsOfRequest } from '../../test/bitacora.ts'
import { someReferences } from '../../test/factories.ts'
import { invalidCamposOf, openOffice, type RutaOffice, staleMessage } from '../../test/openOffice.ts'

// PATCH /api/rutas/estado (docs/contract/trips.md).

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const create = (changes: Record<string, unknown> = {}) => office.create({ estado: 'Pendiente', ...changes })
const patch = (rutas: unknown, estado: unknown = 'En curso', client = office.admin) =>
  client.patch('/api/rutas/estado', { rutas, estado })

test('PATCH /api/rutas/estado: changes 19 of 20 routes and names the stale one', async () => {
  const stale = await create()
  const rutas = [stale, ...(await Promise.all(Array.from({ length: 19 }, () => create())))]
  await office.admin.put(`/api/rutas/${stale.id}`, { ...stale, comentario: 'Otra bodega' })
  const requested = rutas.toReversed().map(({ id, version }) => ({ id, version }))
  const answer = await patch(requested)
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      success: true,
      message: 'Se actualizaron 19 de 20 rutas.',
      data: requested.map(({ id }) =>
        id === stale.id ? { id, ok: false, mensaje: staleMessage } : { id, ok: true },
      ),
    },
  ])
  const rows = await findLogRowsOfRequest(office.server.db, answer)
  expect(rows.map(({ accion, cambios }) => [accion, cambios])).toEqual(
    Array.from({ length: 19 }, () => ['estado', { estado: ['Pendiente', 'En curso'] }]),
  )
  for (const { id } of rutas) {
    const history = (await office.admin.get(`/api/rutas/${id}/historial`)).body.data
    expect(history).toHaveLength(id === stale.id ? 1 : 2)
  }
  expect((await office.admin.get('/api/rutas?estado=En%20curso')).body.paginacion.total).toBe(19)
  expect((await office.admin.get(`/api/rutas/${stale.id}`)).body.data.estado).toBe('Pendiente')
})

test('PATCH /api/rutas/estado: the same state succeeds and writes nothing', async () => {
  const { id } = await create()
  const answer = await patch([{ id, version: 1 }], 'Pendiente')
  expect(answer.body).toMatchObject({ message: 'Se actualizó 1 de 1 ruta.', data: [{ id, ok: true }] })
  expect((await office.admin.get(`/api/rutas/${id}`)).body.data.version).toBe(1)
  expect((await office.admin.get(`/api/rutas/${id}/historial`)).body.data).toHaveLength(1)
  expect(await findLogRowsOfRequest(office.server.db, answer)).toEqual([])
  expect((await patch([{ id, version: 2 }], 'Pendiente')).body.data).toEqual([
    { id, ok: false, mensaje: staleMessage },
  ])
})

test("PATCH /api/rutas/estado: reports unknown routes and routes that can't be reopened", async () => {
  const deleted = await create()
  await office.admin.delete(`/api/rutas/${deleted.id}`)
  const unknown = [deleted.id, 2_000_000_000, 99_999_999_999]
  expect((await patch(unknown.map((id) => ({ id, version: null })))).body).toEqual({
    success: true,
    message: 'Se actualizaron 0 de 3 rutas.',
    data: unknown.map((id) => ({ id, ok: false, mensaje: 'Ruta no encontrada' })),
  })
  expect((await patch([{ id: 2_000_000_000 }])).body.message).toBe('Se actualizaron 0 de 1 rutas.')
  const mensaje =
    'No se puede reabrir: el cliente, el camión, el piloto o el ayudante de esta ruta está en la papelera.'
  const tables = [
    ['clientes', 'cliente_id'],
    ['camiones', 'camion_id'],
    ['choferes', 'chofer_id'],
    ['ayudantes', 'ayudante_id'],
  ] as const
  for (const [table, column] of tables) {
    const newReferences = await someReferences(office.admin)
    const { id } = await create({ estado: 'Entregado', ...newReferences })
    const open = await create()
    await office.admin.delete(`/api/${table}/${newReferences[column]}`)
    expect((await patch([{ id }, { id: open.id }], 'Pendiente')).body).toMatchObject({
      message: 'Se actualizaron 1 de 2 rutas.',
      data: [
        { id, ok: false, mensaje },
        { id: open.id, ok: true },
      ],
    })
    expect((await patch([{ id }], 'Incidente')).body.data).toEqual([{ id, ok: true }])
  }
})

test('PATCH /api/rutas/estado: requires 1 to 100 different ids and a state', async () => {
  const { id } = await create()
  const many = (n: number) => Array.from({ length: n }, (_, at) => ({ id: 1_000_000 + at }))
  for (const rutas of [[], null, undefined, 'x', [{}], [{ id: 0 }], [{ id: '1' }], [{ id: 1.5 }], many(101)])
    expect(invalidCamposOf(await patch(rutas))).toEqual(['rutas'])
  for (const rutas of [[{ id }, { id }], [{ id, version: 0 }], [{ id, version: 'x' }], [id]])
    expect(invalidCamposOf(await patch(rutas))).toEqual(['rutas'])
  for (const estado of ['', null, 'Perdida'])
    expect(invalidCamposOf(await patch([{ id }], estado))).toEqual(['estado'])
  expect((await patch(many(100))).status).toBe(200)
})

test('PATCH /api/rutas/estado: runs once per idempotency key; other methods return 405', async () => {
  const { id } = await create()
  const send = (estado: string) =>
    office.admin.send({
      method: 'PATCH',
      url: '/api/rutas/estado',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'una-vez' },
      payload: JSON.stringify({ rutas: [{ id, version: 1 }], estado }),
    })
  const answers = [await send('En curso'), await send('En curso')]
  expect(answers.map(({ body }) => body.data)).toEqual([[{ id, ok: true }], [{ id, ok: true }]])
  expect((await send('Entregado')).status).toBe(409)
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
    const { status, headers } = await office.admin.send({ method, url: '/api/rutas/estado' })
    expect([method, status, headers.allow]).toEqual([method, 405, 'PATCH'])
  }
})

test('PATCH /api/rutas/estado: simultaneous requests over the same routes do not deadlock', async () => {
  const rutas = await Promise.all(Array.from({ length: 10 }, async () => ({ id: (await create()).id })))
  const answers = await Promise.all(
    ['En curso', 'Entregado', 'Incidente'].flatMap((estado) => [
      patch(rutas, estado),
      patch(rutas.toReversed(), estado),
    ]),
  )
  expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
    answers.map(() => [200, 'Se actualizaron 10 de 10 rutas.']),
  )
})
