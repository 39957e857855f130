import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idsOf } from '../../test/openOffice.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const create = async (tarifa: { origen: string; destino: string; precio: number }): Promise<number> => {
  const { status, body } = await admin.post('/api/tarifas', { ...tarifa, vigente_desde: '2026-01-01' })
  expect([status, body.error]).toEqual([201, undefined])
  return body.data.id
}

test('list of tarifas: ordered by price, equal ones by id, over all pages and in a search', async () => {
  const tag = randomUUID().slice(0, 8)
  const ids: number[] = []
  for (const precio of [300, 20, 20.5, 1000, 20])
    ids.push(await create({ origen: `Paso ${tag}`, destino: `D ${ids.length}`, precio }))
  const rising = [1, 4, 2, 0, 3].map((at) => ids[at])
  const read = async (query: string) => idsOf(await admin.get(`/api/tarifas?${query}`))
  const pagesOf = async (query: string) => {
    const found: number[] = []
    for (const pagina of [1, 2, 3]) found.push(...(await read(`${query}&porPagina=2&pagina=${pagina}`)))
    return found
  }
  expect(await pagesOf(`buscar=${tag}&orden=precio`)).toEqual(rising)
  expect(await pagesOf(`buscar=${tag}&orden=-precio`)).toEqual(rising.toReversed())

  const other = await create({ origen: 'Escuintla', destino: 'Cobán', precio: 20.25 })
  const all = [...rising.slice(0, 2), other, ...rising.slice(2)]
  expect(await read('orden=precio')).toEqual(all)
  expect(await read('orden=-precio')).toEqual(all.toReversed())
  const last = `porPagina=1&pagina=${all.length}`
  expect(await read(`orden=precio&${last}`)).toEqual([all.at(-1)])
  expect(await read(`orden=-precio&${last}`)).toEqual([all[0]])
})
