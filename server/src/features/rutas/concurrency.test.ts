import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTotalDifferences } from '../../domain/trips/totals.ts'
import { many, one, raw, sql } from '../../platform/db/sql.ts'
import { aCamion, aChofer, aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { inParallel } from '../../test/mapConcurrently.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import type { ApiResponse, Client } from '../../test/testApp.ts'

// Simultaneous requests on few records, over three processes, keep all invariants.

let office: RutaOffice
let apps: FastifyInstance[]
let admins: Client[]
let refs: Awaited<ReturnType<typeof someReferences>>[]
let pilots: Client[]
beforeAll(async () => {
  office = await openOffice()
  const { server, admin } = office
  apps = [server.app, server.startAnotherApp(), server.startAnotherApp()]
  admins = apps.map((app) => server.clientOf(app, admin.token))
})
afterAll(() => office.close())

const estados = ['Pendiente', 'En curso', 'Entregado', 'Incidente']
const kinds = [
  'put',
  'put',
  'put',
  'estado',
  'estado',
  'estado',
  'post',
  'borrar',
  'restaurar',
  'cliente',
  'cliente',
  'chofer',
  'chofer',
  'texto',
  'borrar chofer',
  'borrar cliente',
  'camion',
  'leer',
] as const
interface Step {
  kind: (typeof kinds)[number]
  who: number
  route: number
  ref: number
  estado: string
  fecha: string
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  who: fc.nat(2),
  route: fc.nat(5),
  ref: fc.nat(2),
  estado: fc.constantFrom(...estados),
  fecha: fc.constantFrom('2026-11-20', '2026-11-30', '2026-12-01'),
})

function send(
  { kind, who, route, ref, estado, fecha }: Step,
  ids: number[],
  key: number,
): Promise<ApiResponse> {
  const admin = admins[who]!
  const id = ids[route]!
  const { cliente_id, chofer_id, camion_id } = refs[ref]!
  const form = aRuta(refs[ref]!, { estado, fecha, precio: '0.10' })
  switch (kind) {
    case 'put':
      return admin.put(`/api/rutas/${id}`, form)
    case 'texto':
      return admin.put(`/api/rutas/${id}`, { ...form, cliente_id: null, cliente: `Nueva ${fecha}` })
    case 'estado':
      return pilots[ref]!.send({
        method: 'PUT',
        url: `/piloto/ruta/${id}/estado`,
        payload: JSON.stringify({ nuevoEstado: estado, comentario: fecha }),
        headers: { 'content-type': 'application/json', ...(who && { 'idempotency-key': `k${key % 7}` }) },
      })
    case 'post':
      return admin.post('/api/rutas', form)
    case 'borrar':
      return admin.delete(`/api/rutas/${id}`)
    case 'restaurar':
      return admin.post(`/api/papelera/rutas/${id}/restaurar`)
    case 'cliente':
      return admin.put(`/api/clientes/${cliente_id}`, aPersona())
    case 'chofer':
      return admin.put(`/api/choferes/${chofer_id}`, aChofer())
    case 'camion':
      return admin.put(`/api/camiones/${camion_id}`, aCamion())
    case 'borrar chofer':
      return admin.delete(`/api/choferes/${chofer_id}`)
    case 'borrar cliente':
      return admin.delete(`/api/clientes/${cliente_id}`)
    case 'leer':
      return admin.get(`/api/rutas?buscar=rosa&estado=${encodeURIComponent(estado)}`)
  }
}

/** Creates three sets of records, a pilot session and two routes for each. @returns the routes' ids */
async function newRound(): Promise<number[]> {
  refs = []
  pilots = []
  const ids: number[] = []
  for (const app of apps) {
    const references = await someReferences(office.admin)
    const { token } = await office.server.as({ rol: 'piloto', piloto_id: references.chofer_id })
    refs.push(references)
    pilots.push(office.server.clientOf(app, token))
    for (let i = 0; i < 2; i++) ids.push((await office.create({ ...references })).id)
  }
  return ids
}

/** Asserts the invariants of the database. */
async function expectWhole() {
  const { db } = office.server
  expect(await findTotalDifferences(db)).toEqual([])
  const wrongSearch = raw(`select r.id, r.busqueda from rutas r
    join clientes cl on cl.id = r.cliente_id join choferes ch on ch.id = r.chofer_id
    where r.eliminado_en is null
      and (split_part(r.busqueda, E'\\n', 2) <> nombre_completo(cl.busqueda)
        or split_part(r.busqueda, E'\\n', 4) <> nombre_completo(ch.busqueda))`)
  expect(await many(db, wrongSearch)).toEqual([])
  const wrongHistory = raw(`select * from (
      select ruta_id, estado_anterior, lag(estado_nuevo) over (partition by ruta_id order by id) as antes
      from rutas_historial where ruta_id in (select id from rutas)) h
    where estado_anterior is distinct from antes`)
  expect(await many(db, wrongHistory)).toEqual([])
  const wrongState = raw(`select r.id from rutas r where estado <> (
    select estado_nuevo from rutas_historial h where h.ruta_id = r.id order by id desc limit 1)`)
  expect(await many(db, wrongState)).toEqual([])
}

test('random requests: no request fails, and totals, search and history stay right', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 80, maxLength: 120 }), async (steps) => {
      const ids = await newRound()
      const answers = await inParallel(16, steps, (each, i) => send(each, ids, i))
      const failed = answers.filter(({ status }) => ![200, 201, 400, 401, 404, 409].includes(status))
      expect(failed.map(({ status, body }) => [status, body])).toEqual([])
      await expectWhole()
    }),
    { numRuns: 8, endOnFailure: true },
  )
})

test('catalogue record: is either deleted or gets an open route, never both', async () => {
  for (let round = 0; round < 10; round++) {
    const references = await someReferences(office.admin)
    const ruta = (await office.admin.post('/api/rutas', aRuta(references, { estado: 'Entregado' }))).body.data
    const piloto = await office.server.as({ rol: 'piloto', piloto_id: references.chofer_id })
    const [reopened, put, created, removed] = await Promise.all([
      piloto.put(`/piloto/ruta/${ruta.id}/estado`, { nuevoEstado: 'Pendiente' }),
      admins[1]!.put(`/api/rutas/${ruta.id}`, { ...ruta, estado: 'En curso', version: null }),
      admins[2]!.post('/api/rutas', aRuta(references)),
      office.admin.delete(`/api/clientes/${references.cliente_id}`),
    ])
    const open = await one<{ n: number }>(
      office.server.db,
      sql`select count(*) as n from rutas
        where cliente_id = ${references.cliente_id} and estado in ('Pendiente', 'En curso')`,
    )
    const statuses = [reopened.status, put.status, created.status, removed.status]
    expect([statuses, open!.n > 0]).toEqual([statuses, removed.status !== 200])
    expect(statuses).toEqual(removed.status === 200 ? [409, 400, 400, 200] : [200, 200, 201, 409])
  }
})
