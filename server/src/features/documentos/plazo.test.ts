import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'

// GET /api/documentos?plazo= (docs/contract/documents.md).

let office: DocumentosOffice
beforeAll(async () => {
  office = await openDocumentosOffice()
})
afterAll(() => office.close())

test('plazo: what needs attention, or what ends within some days, in both orders and over all pages', async () => {
  const tipo = await office.createTipo('camiones', { nombre: 'Pase', dias_aviso: 5 })
  for (const [placa, vence] of Object.entries({
    A1: '2026-11-19',
    B2: '2026-11-20',
    C3: '2026-11-25',
    D4: '2026-11-27',
    E5: null,
    F6: '2026-11-28',
  }))
    await office.createDocumento(tipo, await office.createRecord('camiones', { placa }), { vence })
  for (const [nombre, vencimiento] of Object.entries({
    Ana: '2026-12-05',
    Eva: '2026-12-20',
    Leo: '2026-12-21',
  }))
    await office.createRecord('choferes', { nombre, apellido: 'Paz', vencimiento })
  await office.createTipo('ayudantes', { nombre: 'Carné', obligatorio: true })
  await office.createRecord('ayudantes', { nombre: 'Rosa', apellido: 'Paz' })
  const namesOf = async (query: string) => {
    const { status, body } = await office.admin.get(`/api/documentos?${query}`)
    expect([status, body.error]).toEqual([200, undefined])
    const names = (body.data as { nombre: string }[]).map(({ nombre }) => nombre.replace(' Paz', ''))
    return [names.join(' '), body.paginacion.total]
  }
  expect(await namesOf('plazo=atender')).toEqual(['A1 B2 C3 Ana Eva Rosa', 6])
  expect(await namesOf('plazo=atender&orden=-vence')).toEqual(['Eva Ana C3 B2 A1 Rosa', 6])
  expect(await namesOf('plazo=7-dias')).toEqual(['B2 C3 D4', 3])
  expect(await namesOf('plazo=7-dias&orden=-vence')).toEqual(['D4 C3 B2', 3])
  expect(await namesOf('plazo=15-dias')).toEqual(['B2 C3 D4 F6 Ana', 5])
  expect(await namesOf('plazo=30-dias')).toEqual(['B2 C3 D4 F6 Ana Eva', 6])
  expect(await namesOf('plazo=30-dias&entidad=choferes')).toEqual(['Ana Eva', 2])
  expect(await namesOf('plazo=atender&buscar=pase')).toEqual(['A1 B2 C3', 3])
  expect(await namesOf('plazo=atender&estado=falta')).toEqual(['Rosa', 1])
  expect(await namesOf('plazo=atender&estado=vencido')).toEqual(['A1', 1])
  expect(await namesOf('plazo=7-dias&estado=vigente')).toEqual(['D4', 1])
  expect(await namesOf('plazo=7-dias&estado=falta')).toEqual(['', 0])
  const page = (pagina: number) => namesOf(`plazo=atender&orden=-vence&porPagina=2&pagina=${pagina}`)
  expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([
    ['Eva Ana', 6],
    ['C3 B2', 6],
    ['A1 Rosa', 6],
    ['', 6],
  ])
})
