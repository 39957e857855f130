import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { one, run, sql } from '../../platform/db/sql.ts'
import { someReferences } from '../../test/factories.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'
import { countByStatus } from '../../test/users.ts'

// Repeated status changes with one Idempotency-Key.

let office: RutaOffice
let piloto: Client
let elsewhere: Client
beforeAll(async () => {
  office = await openOffice()
  piloto = await office.server.as({ rol: 'piloto', piloto_id: office.references.chofer_id })
  elsewhere = office.server.clientOf(office.server.startAnotherApp(), piloto.token)
})
afterAll(() => office.close())

const send = (id: number, key: string, body: unknown, client = piloto, base = '/piloto') =>
  client.send({
    method: 'PUT',
    url: `${base}/ruta/${id}/estado`,
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
  })
const rows = async (id: number) => (await office.history(id)).length
let keys = 0
const newKey = () => `clave ${++keys}`

test('idempotency key: six simultaneous requests on two processes write once; later repeats get the same response', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await office.create()
    const key = newKey()
    const body = { nuevoEstado: 'En curso', comentario: 'Salgo', version: 1 }
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => send(id, key, body, i % 2 ? piloto : elsewhere)),
    )
    for (const { status, body: answer } of answers) expect([status, answer]).toEqual([200, answers[0]?.body])
    expect(await rows(id)).toBe(2)
    await office.put(id, { estado: 'Incidente', no_ruta: `OTRA-${round}` })
    expect((await send(id, key, body)).body).toEqual(answers[0]?.body)
    expect((await send(id, key, { version: 1, comentario: 'Salgo ', nuevoEstado: 'En curso' })).body).toEqual(
      answers[0]?.body,
    )
    expect([await rows(id), (await office.read(id)).body.data.estado]).toEqual([3, 'Incidente'])
  }
})

test('idempotency key: six keys write six times', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await office.create()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        send(id, newKey(), { nuevoEstado: 'En curso', comentario: `${i}` }, i % 2 ? piloto : elsewhere),
      ),
    )
    expect(countByStatus(answers)).toEqual({ 200: 6 })
    expect(answers.map(({ body }) => body.data.version).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7])
    expect(await rows(id)).toBe(7)
  }
})

test('idempotency key: both addresses share it', async () => {
  const { id } = await office.create()
  const key = newKey()
  const body = { nuevoEstado: 'Pendiente', comentario: 'Cargando' }
  const first = await send(id, key, body, piloto, '/api/piloto')
  expect((await send(id, key, body)).body).toEqual(first.body)
  expect(await rows(id)).toBe(2)
})

test('idempotency key: returns 409 with another body', async () => {
  const { id } = await office.create()
  const key = newKey()
  const first = await send(id, key, { nuevoEstado: 'En curso', comentario: 'Salgo' })
  expect(first.status).toBe(200)
  for (const body of [
    { nuevoEstado: 'Entregado', comentario: 'Salgo' },
    { nuevoEstado: 'En curso', comentario: 'salgo' },
    { nuevoEstado: 'En curso' },
    { nuevoEstado: 'En curso', comentario: 'Salgo', version: 1 },
  ]) {
    const { status, body: answer } = await send(id, key, body)
    expect([status, answer]).toEqual([
      409,
      { success: false, message: expect.stringMatching(/\S/), error: { code: 'CONFLICTO' } },
    ])
  }
  // Absent, null and unknown fields do not change the body.
  const same = { comentario: 'Salgo', version: null, nuevoEstado: 'En curso', desconocido: 5 }
  expect((await send(id, key, same)).body).toEqual(first.body)
  expect(await rows(id)).toBe(2)
})

test('idempotency key: hora_dispositivo belongs to the body; absence, null and "" are equal', async () => {
  const { id } = await office.create()
  const body = { nuevoEstado: 'En curso', comentario: 'Salgo', version: 1 }
  const key = newKey()
  const first = await send(id, key, { ...body, hora_dispositivo: '', desfase_s: null })
  expect(first.status).toBe(200)
  for (const more of [{}, { hora_dispositivo: null, desfase_s: '' }, { desfase_s: 0 }])
    expect((await send(id, key, { ...body, ...more })).body).toEqual(first.body)
  for (const more of [{ desfase_s: 1 }, { hora_dispositivo: '2026-11-20T08:30:00-06:00' }])
    expect((await send(id, key, { ...body, ...more })).status).toBe(409)
  const stored = await one(office.server.db, sql`select huella from idempotencia where clave = ${key}`)
  // Hash of the body, as the previous release stored it.
  const before = '{"nuevoEstado":"En curso","comentario":"Salgo","version":1}'
  expect(stored).toEqual({ huella: createHash('sha256').update(before).digest('base64url') })
})

test('idempotency key: of two simultaneous bodies one succeeds', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await office.create()
    const key = newKey()
    const answers = await Promise.all(
      ['En curso', 'Entregado', 'En curso', 'Entregado'].map((nuevoEstado, i) =>
        send(id, key, { nuevoEstado }, i % 2 ? piloto : elsewhere),
      ),
    )
    expect(countByStatus(answers)).toEqual({ 200: 2, 409: 2 })
    expect(await rows(id)).toBe(2)
  }
})

test('idempotency key: is separate per user and route', async () => {
  const key = newKey()
  const body = { nuevoEstado: 'En curso' }
  const first = await office.create()
  const second = await office.create()
  expect((await send(first.id, key, body)).body.data.id).toBe(first.id)
  expect((await send(second.id, key, { nuevoEstado: 'Entregado' })).body.data.id).toBe(second.id)
  const others = await someReferences(office.admin)
  const another = await office.server.as({ rol: 'piloto', piloto_id: others.chofer_id })
  await office.put(first.id, { ...others, estado: 'Pendiente' })
  const answer = await send(first.id, key, { nuevoEstado: 'Incidente' }, another)
  expect([answer.status, answer.body.data.estado]).toEqual([200, 'Incidente'])
  expect((await office.history(first.id)).map(({ estado_nuevo }) => estado_nuevo)).toEqual([
    'Incidente',
    'Pendiente',
    'En curso',
    'Pendiente',
  ])
})

test('idempotency key: a rejected request may be repeated, also with another body', async () => {
  const ruta = await office.create()
  const key = newKey()
  const stale = { nuevoEstado: 'En curso', version: 2 }
  expect((await send(ruta.id, key, stale)).status).toBe(409)
  expect((await send(ruta.id, key, { nuevoEstado: 'x' })).status).toBe(400)
  await office.admin.delete(`/api/rutas/${ruta.id}`)
  expect((await send(ruta.id, key, { nuevoEstado: 'En curso' })).status).toBe(404)
  expect((await send(2_000_000, key, { nuevoEstado: 'En curso' })).status).toBe(404)
  await office.admin.post(`/api/papelera/rutas/${ruta.id}/restaurar`)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => send(ruta.id, key, { nuevoEstado: 'En curso', version: 3 })),
  )
  expect(countByStatus(answers)).toEqual({ 200: 4 })
  expect((await send(ruta.id, key, stale)).status).toBe(409)
  expect(await rows(ruta.id)).toBe(2)
})

test('idempotency key: a repeat needs the permission again', async () => {
  const { id } = await office.create()
  const key = newKey()
  await send(id, key, { nuevoEstado: 'En curso' })
  await run(office.server.db, sql`update usuarios set permisos = '{4}' where id = ${piloto.userId}`)
  expect((await send(id, key, { nuevoEstado: 'En curso' })).status).toBe(403)
  await run(office.server.db, sql`update usuarios set permisos = '{4,5}' where id = ${piloto.userId}`)
  expect((await send(id, key, { nuevoEstado: 'En curso' })).status).toBe(200)
})

test('idempotency key: up to 200 characters; an empty key is ignored', async () => {
  const { id } = await office.create()
  for (const key of ['k'.repeat(200), 'ñ'.repeat(200), '{"a": \'%_\\\'}'])
    for (let i = 0; i < 2; i++) {
      const body = { nuevoEstado: 'Pendiente', comentario: key.slice(0, 3) }
      expect((await send(id, key, body)).status).toBe(200)
    }
  expect(await rows(id)).toBe(4)
  for (const key of ['k'.repeat(201), 'ñ'.repeat(300)]) {
    const { status, body } = await send(id, key, { nuevoEstado: 'Entregado' })
    expect([status, body.error.code]).toEqual([400, 'VALIDACION'])
    expect((await send(2_000_000, key, { nuevoEstado: 'Entregado' })).status).toBe(400)
  }
  for (let i = 0; i < 2; i++) await send(id, '', { nuevoEstado: 'Pendiente', comentario: 'Sin clave' })
  expect(await rows(id)).toBe(6)
})

test('idempotency key: writes again after 30 days', async () => {
  const { id } = await office.create()
  const key = newKey()
  const body = { nuevoEstado: 'En curso', comentario: 'Salgo' }
  await send(id, key, body)
  const age = (interval: string) =>
    run(
      office.server.db,
      sql`update idempotencia set vence_en = now() + interval '30 days' - ${interval}::interval where clave = ${key}`,
    )
  await age('29 days 23 hours')
  await send(id, key, body)
  expect(await rows(id)).toBe(2)
  await age('30 days 1 second')
  const answers = await Promise.all(Array.from({ length: 4 }, () => send(id, key, body)))
  expect(countByStatus(answers)).toEqual({ 200: 4 })
  expect(await rows(id)).toBe(3)
  await age('31 days')
  expect((await send(id, key, { nuevoEstado: 'Entregado' })).body.data.estado).toBe('Entregado')
  // Each request deletes a few expired keys.
  await age('31 days')
  await send(id, newKey(), body)
  expect(
    await one(office.server.db, sql`select clave from idempotencia where clave = ${key}`),
  ).toBeUndefined()
})
