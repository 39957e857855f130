import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyCatalogue, valuesOf } from '../../test/catalogueValues.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

test.each(everyCatalogue)('$name: create, read, list, update, delete and restore', async (catalogue) => {
  const { name, words } = catalogue
  const url = `/api/${name}`
  const values = valuesOf(catalogue)
  const created = await admin.post(url, values)
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    success: true,
    message: words.created,
    data: { ...values, version: 1 },
  })
  const one = `${url}/${created.body.data.id}`
  expect((await admin.get(one)).body).toMatchObject({ success: true, data: created.body.data })
  expect((await admin.get(url)).body).toMatchObject({ data: [created.body.data], count: 1 })

  const changes = valuesOf(catalogue)
  const changed = await admin.put(one, { ...changes, version: 1 })
  expect(changed.body).toMatchObject({ message: words.updated, data: { ...changes, version: 2 } })
  expect((await admin.get(one)).body.data).toEqual(changed.body.data)

  expect(await admin.delete(one)).toMatchObject({
    status: 200,
    body: { message: words.deleted, data: null },
  })
  expect(await admin.get(one)).toMatchObject({ status: 404, body: { message: words.notFound } })
  expect((await admin.get(url)).body.data).toEqual([])

  const nombre = catalogue.orderBy.map((field) => changes[String(field)]).join(' ')
  const { tipo, id } = { tipo: name, id: created.body.data.id }
  expect((await admin.get('/api/papelera')).body.data).toContainEqual(
    expect.objectContaining({ tipo, id, nombre }),
  )
  const restored = await admin.post(`/api/papelera/${tipo}/${id}/restaurar`, {})
  expect(restored.body.data).toMatchObject({ ...changes, version: 4 })
  expect((await admin.get(one)).body.data).toEqual(restored.body.data)
  expect(await admin.post(`/api/papelera/${tipo}/${id}/restaurar`, {})).toMatchObject({
    status: 404,
    body: { message: words.notFound },
  })
})
