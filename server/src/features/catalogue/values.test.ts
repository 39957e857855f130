import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCatalogue, maxLengthOf, textFields, valuesOf } from '../../test/catalogueValues.ts'
import { missingId } from '../../test/endpointRequests.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const utc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

describe.each(everyCatalogue)('$name', (catalogue) => {
  const { name, fields, words } = catalogue
  const url = `/api/${name}`
  const texts = textFields(catalogue)
  const demanded = Object.keys(fields).filter((field) => fields[field]?.required || fields[field]?.nullIfOld)
  const dates = Object.keys(fields).filter((field) => fields[field]?.type === 'date')
  const [firstText = ''] = texts
  const declared = ['id', 'version', 'creado_en', 'actualizado_en', ...Object.keys(fields)].concat(
    Object.keys(catalogue.readOnly),
  )
  const create = (changes: Record<string, unknown> = {}) => admin.post(url, valuesOf(catalogue, changes))
  const createRecord = async (changes: Record<string, unknown> = {}) => {
    const { status, body } = await create(changes)
    if (status !== 201) throw new Error(`not created: ${JSON.stringify(body)}`)
    return body.data
  }

  /** Asserts that POST and PUT return 400 for exactly these fields. */
  async function expectRefused(changes: Record<string, unknown>) {
    const { id } = await createRecord()
    const responses = [await create(changes), await admin.put(`${url}/${id}`, valuesOf(catalogue, changes))]
    for (const { status, body } of responses) {
      expect([changes, status, body.error?.code]).toEqual([changes, 400, 'VALIDACION'])
      expect(Object.keys(body.error.campos).toSorted()).toEqual(Object.keys(changes).toSorted())
    }
    expect((await admin.get(`${url}/${id}`)).body.data.version).toBe(1)
  }

  test('create, read, update, list and delete return the sent values', async () => {
    const sent = valuesOf(catalogue)
    const created = await admin.post(url, sent)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      success: true,
      message: words.created,
      data: { ...sent, version: 1 },
    })
    const { id } = created.body.data
    expect((await admin.get(`${url}/${id}`)).body.data).toEqual(created.body.data)

    const changes = valuesOf(catalogue)
    const updated = await admin.put(`${url}/${id}`, { ...changes, version: 1 })
    expect([updated.status, updated.body.message]).toEqual([200, words.updated])
    expect(updated.body.data).toMatchObject({ ...changes, id, version: 2 })
    expect((await admin.get(`${url}/${id}`)).body.data).toEqual(updated.body.data)
    const { data } = (await admin.get(`${url}?buscar=${String(changes[catalogue.searchBy[0] ?? ''])}`)).body
    expect(data).toEqual([updated.body.data])

    const removed = await admin.delete(`${url}/${id}?version=2`)
    expect([removed.status, removed.body]).toEqual([
      200,
      { success: true, message: words.deleted, data: null },
    ])
  })

  test('a deleted record: returns 404 and is in no list', async () => {
    const { id } = await createRecord()
    const before = (await admin.get(url)).body.paginacion.total
    await admin.delete(`${url}/${id}`)
    const responses = [
      await admin.get(`${url}/${id}`),
      await admin.put(`${url}/${id}`, valuesOf(catalogue)),
      await admin.put(`${url}/${id}`, valuesOf(catalogue, { version: 1 })),
      await admin.delete(`${url}/${id}`),
      await admin.delete(`${url}/${id}?version=1`),
      await admin.get(`${url}/${missingId}`),
    ]
    for (const { status, body } of responses) {
      expect([status, body]).toEqual([
        404,
        { success: false, message: words.notFound, error: { code: 'NO_ENCONTRADO' } },
      ])
    }
    const { body } = await admin.get(url)
    expect(body.paginacion.total).toBe(before - 1)
    expect(body.data.map((row: { id: number }) => row.id)).not.toContain(id)
  })

  test('response: has exactly the declared keys', async () => {
    const row = await createRecord()
    const list = (await admin.get(`${url}?porPagina=1`)).body
    for (const each of [row, (await admin.get(`${url}/${row.id}`)).body.data, ...list.data]) {
      expect(Object.keys(each).toSorted()).toEqual(declared.toSorted())
      for (const moment of [each.creado_en, each.actualizado_en]) expect(moment).toMatch(utc)
    }
    expect(Object.keys(list)).toEqual(['success', 'message', 'data', 'count', 'paginacion'])
  })

  test('PUT: replaces the record and keeps id and creado_en', async () => {
    const row = await createRecord()
    const { data } = (await admin.put(`${url}/${row.id}`, valuesOf(catalogue))).body
    expect([data.id, data.creado_en]).toEqual([row.id, row.creado_en])
    expect(Date.parse(data.actualizado_en)).toBeGreaterThanOrEqual(Date.parse(row.actualizado_en))
  })

  test.each(demanded)('%s: is required', async (field) => {
    for (const empty of [undefined, null, '', '   ', '\t\n', '\u00a0'])
      await expectRefused({ [field]: empty })
  })

  test('missing fields: are returned all at once', async () => {
    const { body } = await admin.post(url, {})
    expect(Object.keys(body.error.campos).toSorted()).toEqual(demanded.toSorted())
  })

  test.each(Object.keys(fields))('%s: rejects other JSON types', async (field) => {
    for (const wrong of [5, 0, true, false, [], ['x'], {}, { x: 1 }]) await expectRefused({ [field]: wrong })
  })

  test.each(texts)('%s: is trimmed', async (field) => {
    const value = valuesOf(catalogue)[field]
    const row = await createRecord({ [field]: ` \t${String(value)}\n ` })
    expect(row[field]).toBe(value)
  })

  test.each(texts)('%s: has its maximum length in user-perceived characters', async (field) => {
    const max = maxLengthOf(catalogue, field)
    expect(max).toBe({ telefono: 30, numero_unidad: 20 }[field] ?? 100)
    const row = await createRecord({ [field]: '🚚'.repeat(max) })
    expect(row[field]).toBe('🚚'.repeat(max))
    await admin.delete(`${url}/${row.id}`)
    expect((await createRecord({ [field]: `  ${'ñ'.repeat(max)}  ` }))[field]).toBe('ñ'.repeat(max))
    await expectRefused({ [field]: '🚚'.repeat(max + 1) })
    await expectRefused({ [field]: 'x'.repeat(max + 1) })
  })

  test.each(texts)('%s: rejects what PostgreSQL can’t store', async (field) => {
    await expectRefused({ [field]: 'con\0cero' })
    await expectRefused({ [field]: '\0' })
    // A lone surrogate, which would come back as another character.
    await expectRefused({ [field]: 'medio \ud83d' })
    await expectRefused({ [field]: '\ude9a medio' })
  })

  test.each(texts)('%s: returns special characters unchanged', async (field) => {
    const odd = [
      `O'Brien "el 2"`,
      `<script>alert(1)</script>`,
      `'; drop table x; --`,
      `\\%_\${x}{{y}}`,
      '👩‍👩‍👧 🇬🇹 é',
      'é'.normalize('NFD'),
      'شركة 運送',
      'a\u200bb',
      '=1+1',
      '%s%n',
    ]
    for (const value of odd.filter((each) => each.length <= maxLengthOf(catalogue, field))) {
      const row = await createRecord({ [field]: value })
      expect(row[field]).toBe(value)
      expect((await admin.get(`${url}/${row.id}`)).body.data[field]).toBe(value)
    }
  })

  test.runIf(dates.length > 0)('a date is one of the calendar', async () => {
    for (const field of dates) {
      expect((await createRecord({ [field]: '2028-02-29' }))[field]).toBe('2028-02-29')
      for (const wrong of [
        '2027-02-29',
        '2027-13-01',
        '2027-00-10',
        '27-01-01',
        '01/02/2027',
        '2027-1-1',
        'hoy',
      ]) {
        await expectRefused({ [field]: wrong })
      }
      await expectRefused({ [field]: '2027-01-01T00:00:00Z' })
      await expectRefused({ [field]: '0000-01-01' })
    }
  })

  test('undeclared fields: are ignored, also the server’s own', async () => {
    const past = '2001-01-01T00:00:00Z'
    const own = { id: 999_999, creado_en: past, actualizado_en: past, eliminado_en: past, eliminado_por: 1 }
    const row = await createRecord({ ...own, busqueda: 'oculto', nada: { de: 'nada' } })
    expect(row.id).not.toBe(999_999)
    expect(row.creado_en).not.toBe(past)
    const { body } = await admin.put(
      `${url}/${row.id}`,
      valuesOf(catalogue, { ...own, [firstText]: 'Cambiado' }),
    )
    expect(body.data).toMatchObject({ id: row.id, creado_en: row.creado_en, version: 2 })
    expect((await admin.get(`${url}?buscar=oculto`)).body.count).toBe(0)
  })

  test('SQL in a value, search or order: is never executed', async () => {
    const attacks = [
      `'; delete from ${name}; --`,
      `') or 1=1 --`,
      `x' union select password_hash from usuarios --`,
    ]
    await createRecord()
    const before = (await admin.get(url)).body.paginacion.total
    for (const attack of attacks) {
      const row = await createRecord({ [firstText]: attack })
      const encoded = encodeURIComponent(attack)
      const matches = (await admin.get(`${url}?buscar=${encoded}`)).body.data
      expect(matches.map((each: { id: number }) => each.id)).toEqual([row.id])
      expect((await admin.get(`${url}?orden=${encoded}`)).status).toBe(400)
    }
    expect((await admin.get(url)).body.paginacion.total).toBe(before + attacks.length)
  })
})
