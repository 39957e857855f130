import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raw } from '../../platform/db/sql.ts'
import { everyCatalogue, textFields, valuesOf } from '../../test/catalogueValues.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

describe.each(everyCatalogue)('list of $name', (catalogue) => {
  const { name, fields } = catalogue
  const url = `/api/${name}`
  const [byName = '', ...others] = catalogue.orderBy.map(String)
  /** Starts with a word by which each test finds its own records. */
  const valuesOfName = (tag: string, value: string) => ({
    ...Object.fromEntries(others.map((field) => [field, tag])),
    [byName]: `${tag} ${value}`,
  })
  const list = async (tag: string, query = '') =>
    (await admin.get(`${url}?buscar=${encodeURIComponent(tag)}${query}`)).body
  const names = (body: { data: Record<string, unknown>[] }) =>
    body.data.map((row) => String(row[byName]).replace(/^\S+ /, ''))
  const ids = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)
  async function createAll(tag: string, values: string[]) {
    const createdIds: number[] = []
    for (const value of values) {
      const { body } = await admin.post(url, valuesOf(catalogue, valuesOfName(tag, value)))
      createdIds.push(body.data.id)
    }
    return createdIds
  }

  describe('pages', () => {
    test('without a match: zero pages', async () => {
      expect(await list('nadie se llama así')).toMatchObject({
        success: true,
        data: [],
        count: 0,
        paginacion: { pagina: 1, porPagina: 1000, total: 0, paginas: 0 },
      })
    })

    test('contain each record once, and past the end an empty list with the total', async () => {
      const createdIds = await createAll(
        'paginas',
        Array.from({ length: 23 }, (_, i) => `p${i % 7}-${i}`),
      )
      const page = (pagina: number, porPagina = 10) =>
        list('paginas', `&pagina=${pagina}&porPagina=${porPagina}`)
      const pages = [await page(1), await page(2), await page(3)]
      expect(pages.map(({ count }) => count)).toEqual([10, 10, 3])
      expect(pages.flatMap(ids).toSorted((a, b) => a - b)).toEqual(createdIds)
      expect(pages[1]?.paginacion).toEqual({ pagina: 2, porPagina: 10, total: 23, paginas: 3 })
      expect(await page(4)).toMatchObject({
        data: [],
        count: 0,
        paginacion: { pagina: 4, porPagina: 10, total: 23, paginas: 3 },
      })
      expect((await page(1, 23)).paginacion.paginas).toBe(1)
      expect((await page(1, 22)).paginacion.paginas).toBe(2)
      expect(ids(await page(23, 1))).toEqual([pages[2]?.data.at(-1).id])
    })

    test.each(['pagina', 'porPagina'])('%s: returns 400 unless a whole number from 1', async (parameter) => {
      for (const wrong of ['0', '-1', '1.5', 'abc', '1e1', '+1', '%201', 'null', '0x10', '１']) {
        const { status, body } = await admin.get(`${url}?${parameter}=${encodeURIComponent(wrong)}`)
        expect([wrong, status, body.error?.code]).toEqual([wrong, 400, 'VALIDACION'])
        expect(Object.keys(body.error.campos)).toEqual([parameter])
      }
      const twice = await admin.get(`${url}?${parameter}=1&${parameter}=2`)
      expect([twice.status, Object.keys(twice.body.error.campos)]).toEqual([400, [parameter]])
    })

    test('porPagina up to 100 and any pagina: accepted', async () => {
      expect((await admin.get(`${url}?porPagina=100`)).status).toBe(200)
      expect((await admin.get(`${url}?porPagina=101`)).status).toBe(400)
      for (const pagina of ['2147483648', '9007199254740993', '9'.repeat(40)]) {
        const { status, body } = await admin.get(`${url}?porPagina=100&pagina=${pagina}`)
        expect([status, body.count]).toEqual([200, 0])
      }
    })

    test('wrong parameters: returned all at once; empty and unknown ones are ignored', async () => {
      const { status, body } = await admin.get(`${url}?pagina=x&porPagina=y&orden=z&nada=1`)
      expect(status).toBe(400)
      expect(Object.keys(body.error.campos).toSorted()).toEqual(['orden', 'pagina', 'porPagina'])
      const plain = await admin.get(url)
      const empty = await admin.get(`${url}?pagina=&porPagina=&buscar=&orden=&nada=1&__proto__=x`)
      expect([empty.status, empty.body]).toEqual([200, plain.body])
    })

    test('without porPagina: returns up to 1,000 rows and the total', async () => {
      const columns = Object.keys(fields)
      const values = columns.map((column) =>
        textFields(catalogue).includes(column) ? `'masivo ' || n` : `date '2027-01-01'`,
      )
      await server.db.query(
        raw(`insert into ${name} (${columns.join(', ')}, busqueda)
          select ${values.join(', ')}, 'masivo' from generate_series(1, 1005) n`),
      )
      const first = await list('masivo')
      expect([first.count, first.paginacion]).toEqual([
        1000,
        { pagina: 1, porPagina: 1000, total: 1005, paginas: 2 },
      ])
      const second = await list('masivo', '&pagina=2')
      expect(second.count).toBe(5)
      expect(new Set([...ids(first), ...ids(second)]).size).toBe(1005)
      await server.db.query(raw(`update ${name} set eliminado_en = now() where busqueda = 'masivo'`))
    })
  })

  describe('order', () => {
    const spanish = [
      'ÁLVAREZ',
      'alvaro',
      'ana Bravo',
      'Ana Zúñiga',
      'nube',
      'Núñez',
      'nz',
      'ñandú',
      'Ñu',
      'oso',
      'Zulia',
    ]
    const shuffled = [10, 3, 7, 0, 5, 9, 1, 8, 2, 6, 4].map((i) => spanish[i] ?? '')

    test('by name: Spanish, with Ñ after N, ignoring case and accents', async () => {
      await createAll('orden', shuffled)
      expect(names(await list('orden'))).toEqual(spanish)
      expect(names(await list('orden', '&orden=nombre'))).toEqual(spanish)
      expect(names(await list('orden', '&orden=-nombre'))).toEqual(spanish.toReversed())
      expect(names(await list('orden', '&orden=nombre&porPagina=4&pagina=2'))).toEqual(spanish.slice(4, 8))
    })

    test('equal names: by id', async () => {
      const createdIds = await createAll('iguales', ['perez', 'Pérez', 'perèz', 'perëz'])
      expect(ids(await list('iguales'))).toEqual(createdIds)
      expect(ids(await list('iguales', '&orden=-nombre'))).toEqual(createdIds.toReversed())
    })

    test('recientes: newest first, then by id', async () => {
      const createdIds = await createAll('recientes', ['b', 'a', 'c'])
      expect(ids(await list('recientes', '&orden=recientes'))).toEqual(createdIds.toReversed())
      await server.db.query(
        raw(`update ${name} set creado_en = now() where id in (${createdIds.join(', ')})`),
      )
      expect(ids(await list('recientes', '&orden=recientes'))).toEqual(createdIds.toReversed())
      // A change does not make a record newer.
      await admin.put(`${url}/${createdIds[0]}`, valuesOf(catalogue, valuesOfName('recientes', 'd')))
      expect(ids(await list('recientes', '&orden=recientes'))).toEqual(createdIds.toReversed())
    })

    test.each(['Nombre', 'id', '-recientes', 'antiguas', 'nombre desc', '--'])(
      '%s: returns 400',
      async (orden) => {
        const { status, body } = await admin.get(`${url}?orden=${encodeURIComponent(orden)}`)
        expect([status, Object.keys(body.error.campos)]).toEqual([400, ['orden']])
      },
    )
  })
})
