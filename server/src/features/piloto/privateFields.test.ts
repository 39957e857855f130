import type * as contractValues from '@flota/contract/core/values.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { one, raw, sql } from '../../platform/db/sql.ts'
import { addFile } from '../../test/archivos.ts'
import type { RutaOffice } from '../../test/openOffice.ts'
import { callsOfPilot, linesOfPilot } from '../../test/pilotCalls.ts'
import { readableText } from '../../test/readableText.ts'
import type { Client } from '../../test/testApp.ts'

// Trips and their money get a field, `nota_interna`, that no list of a pilot's fields has.

const nota_interna = 'solo-para-la-oficina-4471'
const precio = 7313.37

let office: RutaOffice
let piloto: Client
/** Record that each kind of address names. */
const ids: Record<string, number> = {}

/** Adds `nota_interna` to a view, with the same text in every row. */
async function addColumn(view: string): Promise<void> {
  const { db } = office.server
  const found = await one<{ body: string }>(db, sql`select pg_get_viewdef(${view}::regclass) as body`)
  const body = found?.body.replace(/;$/, '')
  await db.query(
    raw(`create or replace view ${view} as select v.*, '${nota_interna}' as nota_interna from (${body}) v`),
  )
}

beforeAll(async () => {
  vi.resetModules()
  vi.doMock('@flota/contract/core/values.ts', async (original) => {
    const values = await original<typeof contractValues>()
    return { ...values, recordMeta: { ...values.recordMeta, nota_interna: z.string().optional() } }
  })
  // Imported late: the server must load the contract with the new field.
  const { openOffice } = await import('../../test/openOffice.ts')
  office = await openOffice()
  for (const view of ['rutas_leer', 'movimientos_leer']) await addColumn(view)
  const { hoy } = (await office.server.anonymous.get('/api/config')).body.data
  const { id } = await office.create({ fecha: hoy, estado: 'En curso', precio })
  piloto = await office.server.as({ rol: 'piloto', piloto_id: office.references.chofer_id })
  const gasto = await piloto.post(`/piloto/ruta/${id}/gastos`, { concepto: 'Peaje', monto: 75 })
  const archivo = await addFile(piloto, `/piloto/ruta/${id}/archivos`)
  Object.assign(ids, { rutas: id, ruta: id, gastos: gasto.body.data.id, archivos: archivo.id })
})
afterAll(async () => {
  await office.close()
  vi.doUnmock('@flota/contract/core/values.ts')
  vi.resetModules()
})

/** Returns every key of a JSON value, at any depth. */
function keysOf(value: unknown): Set<string> {
  if (typeof value !== 'object' || value === null) return new Set()
  const keys = Array.isArray(value) ? [] : Object.keys(value)
  return Object.values(value).reduce<Set<string>>((all, each) => all.union(keysOf(each)), new Set(keys))
}

async function call(line: string) {
  const [method = '', path = ''] = line.split(' ')
  const { query = '', body } = callsOfPilot[line] ?? {}
  const url = path.replace(/(\w+)\/:id/, (_all, kind: string) => `${kind}/${ids[kind]}`)
  const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json'
  return office.server.app.inject({
    method: method as 'GET',
    url: url + query.replace(':id', String(ids.rutas)),
    headers: { authorization: `Bearer ${piloto.token}`, ...(body && { 'content-type': type }) },
    ...(body && { payload: body }),
  })
}

test('endpoints of a pilot: this test requests each of them', () => {
  expect(Object.keys(callsOfPilot).toSorted()).toEqual([...linesOfPilot].toSorted())
})

test('GET /api/rutas/:id: returns the new field to the office', async () => {
  expect((await office.read(ids.rutas ?? 0)).body.data).toMatchObject({ nota_interna, precio })
})

test.each(linesOfPilot)('%s: returns only the listed fields to a pilot', async (line) => {
  const answer = await call(line)
  expect([answer.statusCode < 300, answer.body]).toEqual([true, expect.anything()])
  const text = await readableText(answer)
  expect(text.match(new RegExp(`${nota_interna}|7,?313\\.37`))).toBeNull()
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  const keys = isJson ? keysOf(answer.json().data) : new Set<string>()
  expect([...keys].toSorted()).toEqual([...new Set(callsOfPilot[line]?.keys)].toSorted())
})
