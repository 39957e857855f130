import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { aCamion, aPersona, someReferences } from '../factories.ts'
import { type Client, type TestApp, testApp } from '../testApp.ts'
import { compareRecords } from './compare.ts'
import { recordKinds } from './recordKinds.ts'
import type { SendRequest } from './retryingSender.ts'
import type { ClientBatch, WrittenRecord } from './writeLedger.ts'

// Tests that the crash tests detect losses and duplicates.

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const send: SendRequest = async (_method, path) => {
  const { status, body } = await admin.get(path)
  return { status, body, tries: 1, sentAt: 0 }
}
const kindOf = (path: string) => recordKinds.find((kind) => kind.path === path) ?? recordKinds[0]!
const batch = (path: string, prefix: string, written: Partial<WrittenRecord>[]): ClientBatch => {
  const kind = kindOf(path)
  const rest = { kind, name: `${prefix}0`, id: 0, states: [], isRemoved: false }
  return { kind, prefix, records: written.map((one) => ({ ...rest, ...one })) }
}

test('compareRecords: finds nothing when all acknowledged writes exist', async () => {
  await admin.post('/api/camiones', aCamion({ placa: 'A0', color: 'nuevo' }))
  const found = await compareRecords(send, batch('/api/camiones', 'A', [{ states: ['nuevo'] }]))
  expect(found).toEqual({ lost: [], duplicated: [] })
})

test('compareRecords: reports a missing record, change or removal as lost', async () => {
  await admin.post('/api/camiones', aCamion({ placa: 'B0', color: 'nuevo' }))
  const written = [{ states: ['nuevo', 'pintado'] }, { name: 'B1', states: ['nuevo'] }]
  const { lost, duplicated } = await compareRecords(send, batch('/api/camiones', 'B', written))
  expect(lost).toEqual(['B0: nuevo, version 1, not pintado, version 2', 'B1: the whole record'])
  expect(duplicated).toEqual([])
  const removed = batch('/api/camiones', 'B', [{ states: ['nuevo'], isRemoved: true }])
  expect((await compareRecords(send, removed)).lost).toEqual(['B0: its removal'])
})

test('compareRecords: reports a missing log row as lost and an extra one as duplicated', async () => {
  for (const placa of ['QX0', 'QX1']) await admin.post('/api/camiones', aCamion({ placa, color: 'nuevo' }))
  await run(server.db, sql`update camiones set color = 'pintado', version = 2 where placa = 'QX0'`)
  await run(
    server.db,
    sql`insert into bitacora (tipo, registro_id, accion)
      select 'camiones', id, 'editar' from camiones where placa = 'QX1'`,
  )
  const written = [{ states: ['nuevo', 'pintado'] }, { name: 'QX1', states: ['nuevo'] }]
  expect(await compareRecords(send, batch('/api/camiones', 'QX', written))).toEqual({
    lost: ['QX0: 1 rows in the log, not 2'],
    duplicated: ['QX1: 2 rows in the log, not 1'],
  })
})

test('compareRecords: reports a second record of a name, a repeated change and an unknown record as duplicated', async () => {
  for (const apellido of ['D0', 'D0', 'D1', 'D2'])
    await admin.post('/api/clientes', aPersona({ nombre: 'Rosa', apellido }))
  const { body } = await admin.get('/api/clientes?buscar=D1')
  const [{ id }] = body.data
  await admin.put(`/api/clientes/${id}`, aPersona({ nombre: 'Rosa', apellido: 'D1' }))
  const written = [{ states: ['Rosa'] }, { name: 'D1', states: ['Rosa'] }]
  const { lost, duplicated } = await compareRecords(send, batch('/api/clientes', 'D', written))
  expect(duplicated).toEqual([
    'D0: 2 records',
    'D1: Rosa, version 2, not Rosa, version 1',
    'd2: nobody wrote it',
  ])
  expect(lost).toEqual([])
})

test('compareRecords: reports a missing status in the history as lost and an extra one as duplicated', async () => {
  const references = await someReferences(admin)
  const rutas = kindOf('/api/rutas')
  const make = rutas.create('E0', 'Pendiente', references)
  const { body } = await admin.post('/api/rutas', make)
  const { id } = body.data
  await admin.put(`/api/rutas/${id}`, { ...make, estado: 'En curso' })
  await admin.put(`/api/rutas/${id}`, { ...make, estado: 'Pendiente' })
  const { lost } = await compareRecords(
    send,
    batch('/api/rutas', 'E', [{ id, states: ['Pendiente', 'Incidente', 'En curso', 'Pendiente'] }]),
  )
  expect(lost).toContain('E0: its history is Pendiente|, En curso|, Pendiente|')
  const { duplicated } = await compareRecords(send, batch('/api/rutas', 'E', [{ id, states: ['Pendiente'] }]))
  expect(duplicated).toContain('E0: its history is Pendiente|, En curso|, Pendiente|')
})
