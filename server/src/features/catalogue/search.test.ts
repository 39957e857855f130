import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCatalogue, textFields, valuesOf } from '../../test/catalogueValues.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

describe.each(everyCatalogue)('search in $name', (catalogue) => {
  const url = `/api/${catalogue.name}`
  const searched = catalogue.searchBy.map(String)
  const [first = '', second] = searched
  /** Puts the words into two fields if two are searched. */
  const inTwo = (one: string, other: string) =>
    second ? { [first]: one, [second]: other } : { [first]: `${one} ${other}` }
  const create = async (changes: Record<string, unknown>): Promise<number> =>
    (await admin.post(url, valuesOf(catalogue, changes))).body.data.id
  const find = async (search: string): Promise<number[]> => {
    const { status, body } = await admin.get(`${url}?buscar=${encodeURIComponent(search)}`)
    expect([search, status]).toEqual([search, 200])
    expect(body.paginacion.total).toBe(body.count)
    return body.data.map(({ id }: { id: number }) => id)
  }

  test('ignores case and accents, in any Unicode form', async () => {
    const id = await create(inTwo('José Ñandú', 'Güipil Pingüino'))
    const same = ['jose', 'JOSÉ', 'josé', 'nandu', 'ÑANDU', 'guipil', 'pinguino', 'José Ñandú']
    for (const search of [...same, 'JOSÉ'.normalize('NFD'), 'ñandú'.normalize('NFD')]) {
      expect([search, await find(search)]).toEqual([search, [id]])
    }
    const other = await create({ [first]: 'Jose\u0301 Ibarra' })
    expect(await find('josé ibarra')).toEqual([other])
  })

  test.each(searched)('%s: matches inside words', async (field) => {
    const word = field.replaceAll('_', '')
    const id = await create({ [field]: `Ab${word}ef` })
    expect(await find(`b${word}E`)).toEqual([id])
  })

  test('other fields: not searched', async () => {
    const rest = textFields(catalogue).filter((field) => !searched.includes(field))
    await create(Object.fromEntries(rest.map((field) => [field, 'escondido'])))
    expect(await find('escondido')).toEqual([])
  })

  test('several words: each must match, in any order and field', async () => {
    const id = await create(inTwo('Palabra Uno', 'Segunda Parte'))
    await create(inTwo('Palabra Dos', 'Otra'))
    for (const search of [
      'uno palabra',
      'parte uno',
      'segu pala',
      'parte  \t  palabra',
      'UNO Parte segunda',
    ]) {
      expect([search, await find(search)]).toEqual([search, [id]])
    }
    expect(await find('palabra uno tres')).toEqual([])
    expect(await find('dos segunda')).toEqual([])
    expect(await find('palabrauno')).toEqual([])
  })

  test('search: finds nothing when a word spans two fields', async () => {
    await create(inTwo('cabeza', 'cola'))
    expect(await find('cabezacola')).toEqual([])
    expect(await find('zac')).toEqual([])
  })

  test('% _ \\ * are plain characters', async () => {
    const percent = await create({ [first]: '50% de más' })
    await create({ [first]: '50 de menos' })
    const line = await create({ [first]: 'a_b guion' })
    await create({ [first]: 'aXb guion' })
    const slash = await create({ [first]: 'c\\d barra' })
    const quote = await create({ [first]: `d'Artagnan "el"` })
    expect(await find('50%')).toEqual([percent])
    expect(await find('%')).toEqual([percent])
    expect(await find('a_b')).toEqual([line])
    expect(await find('_')).toEqual([line])
    expect(await find('c\\d')).toEqual([slash])
    expect(await find('\\')).toEqual([slash])
    expect(await find('c\\')).toEqual([slash])
    expect(await find(`d'a "el"`)).toEqual([quote])
    for (const none of ['%%', '\\\\', '*', '.*', '[a-z]', '50%de', '\\%'])
      expect([none, await find(none)]).toEqual([none, []])
  })

  test('is trimmed; an empty one matches everything', async () => {
    const id = await create({ [first]: 'Recortada' })
    expect(await find('  recortada \t')).toEqual([id])
    const all = await find('')
    expect(all).toContain(id)
    for (const empty of ['   ', '\t', '\u00a0']) expect(await find(empty)).toEqual(all)
    // Accents alone leave no letter.
    expect(await find('\u0301')).toEqual(all)
  })

  test('malformed: returns 400', async () => {
    for (const query of ['buscar=a%00b', 'buscar=%00', 'buscar=a&buscar=b']) {
      const { status, body } = await admin.get(`${url}?${query}`)
      expect([query, status, Object.keys(body.error?.campos ?? {})]).toEqual([query, 400, ['buscar']])
    }
    for (const query of ['buscar=%', 'buscar=%E0%A4%A', 'buscar=%ff', 'buscar[x]=1']) {
      expect((await admin.get(`${url}?${query}`)).status).toBeLessThan(500)
    }
  })

  test('reflects an update and a deletion', async () => {
    const id = await create({ [first]: 'Antesdeayer' })
    await admin.put(`${url}/${id}`, valuesOf(catalogue, { [first]: 'Pasadomañana' }))
    expect(await find('antesdeayer')).toEqual([])
    expect(await find('pasadomanana')).toEqual([id])
    await admin.delete(`${url}/${id}`)
    expect(await find('pasadomanana')).toEqual([])
  })

  test('combines with pages and order', async () => {
    const createdIds = []
    for (const letter of ['c', 'a', 'b']) createdIds.push(await create({ [first]: `Junto ${letter}` }))
    const [c, a, b] = createdIds
    const page = async (pagina: number) =>
      (await admin.get(`${url}?buscar=junto&orden=-nombre&porPagina=2&pagina=${pagina}`)).body
    expect((await page(1)).data.map(({ id }: { id: number }) => id)).toEqual([c, b])
    expect((await page(2)).data.map(({ id }: { id: number }) => id)).toEqual([a])
  })
})
