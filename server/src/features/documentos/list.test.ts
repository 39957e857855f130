import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'

// GET /api/documentos: documents, licences and missing documents in one list (docs/contract/documents.md).

let office: DocumentosOffice
beforeAll(async () => {
  office = await openDocumentosOffice()
})
afterAll(() => office.close())

type Line = Record<'nombre' | 'tipo' | 'estado', string>
const list = async (query = '') => {
  const { status, body } = await office.admin.get(`/api/documentos?${query}`)
  expect([status, body.error]).toEqual([200, undefined])
  return body as { data: Line[]; count: number; paginacion: Record<string, number> }
}
/** 'nombre tipo estado' of each row. */
const linesOf = async (query = '') =>
  (await list(query)).data.map(({ nombre, tipo, estado }) => `${nombre} ${tipo} ${estado}`)

/** Soft-deletes all records of a test. */
beforeEach(async () => {
  for (const table of ['choferes', 'ayudantes', 'camiones'])
    await run(office.server.db, { name: '', text: `update ${table} set eliminado_en = now()`, values: [] })
  await run(office.server.db, sql`update documento_tipos set obligatorio = false`)
})

test('document: has the names of its type and record, days and state', async () => {
  const seguro = await office.createTipo('camiones', { nombre: 'Póliza' })
  const camion = await office.createRecord('camiones', { placa: 'C-101' })
  const { id } = await office.createDocumento(seguro, camion, {
    numero: 'P-7',
    emitido: '2025-11-30',
    vence: '2026-11-30',
    nota: 'La original está en la guantera',
  })
  const { data, count, paginacion } = await list()
  expect(data).toEqual([
    {
      id,
      tipo_id: seguro.id,
      tipo: 'Póliza',
      entidad: 'camiones',
      entidad_id: camion.id,
      nombre: 'C-101',
      numero: 'P-7',
      emitido: '2025-11-30',
      vence: '2026-11-30',
      dias: 10,
      estado: 'por_vencer',
      nota: 'La original está en la guantera',
      reemplazado_por: null,
      version: 1,
      creado_en: expect.any(String),
      actualizado_en: expect.any(String),
    },
  ])
  expect([count, paginacion]).toEqual([1, { pagina: 1, porPagina: 1000, total: 1, paginas: 1 }])
  expect((await office.admin.get(`/api/documentos/${id}`)).body.data).toEqual(data[0])
})

test('licence: is a row of its pilot, missing without an end', async () => {
  const chofer = await office.createRecord('choferes', {
    nombre: 'Ana',
    apellido: 'Paz',
    vencimiento: '2026-12-20',
  })
  const other = await office.createRecord('choferes')
  await run(office.server.db, sql`update choferes set vencimiento = null where id = ${other.id}`)
  const [first, second] = (await list()).data
  expect(second).toMatchObject({ tipo: 'Licencia', entidad_id: other.id, estado: 'falta' })
  expect(first).toEqual({
    id: null,
    tipo_id: null,
    tipo: 'Licencia',
    entidad: 'choferes',
    entidad_id: chofer.id,
    nombre: 'Ana Paz',
    numero: null,
    emitido: null,
    vence: '2026-12-20',
    dias: 30,
    estado: 'por_vencer',
    nota: null,
    reemplazado_por: null,
    version: null,
    creado_en: null,
    actualizado_en: null,
  })
})

test('states: below 0 vencido, from 0 to dias_aviso por_vencer, later or without end vigente; licences 30 days', async () => {
  const tipo = await office.createTipo('camiones', { nombre: 'Pase', dias_aviso: 5 })
  for (const [placa, vence] of Object.entries({
    A1: '2026-11-19',
    B2: '2026-11-20',
    C3: '2026-11-25',
    D4: '2026-11-26',
    E5: null,
  }))
    await office.createDocumento(tipo, await office.createRecord('camiones', { placa }), { vence })
  await office.createRecord('choferes', { nombre: 'Luis', apellido: 'Paz', vencimiento: '2026-12-21' })
  await office.createRecord('choferes', { nombre: 'Ana', apellido: 'Paz', vencimiento: '2026-11-01' })
  const falta = await office.createTipo('ayudantes', { nombre: 'Carné', obligatorio: true })
  await office.createRecord('ayudantes', { nombre: 'Rosa', apellido: 'Paz' })
  const inOrder = [
    'Ana Paz Licencia vencido',
    'A1 Pase vencido',
    'B2 Pase por_vencer',
    'C3 Pase por_vencer',
    'D4 Pase vigente',
    'Luis Paz Licencia vigente',
    'E5 Pase vigente',
    'Rosa Paz Carné falta',
  ]
  expect(await linesOf()).toEqual(inOrder)
  for (const estado of ['vencido', 'por_vencer', 'vigente', 'falta']) {
    const expected = inOrder.filter((line) => line.endsWith(` ${estado}`))
    const { paginacion } = await list(`estado=${estado}`)
    expect([await linesOf(`estado=${estado}`), paginacion.total]).toEqual([expected, expected.length])
  }
  const back = await linesOf('orden=-vence')
  expect(back).toEqual([
    'Luis Paz Licencia vigente',
    'D4 Pase vigente',
    'C3 Pase por_vencer',
    'B2 Pase por_vencer',
    'A1 Pase vencido',
    'Ana Paz Licencia vencido',
    'E5 Pase vigente',
    'Rosa Paz Carné falta',
  ])
  expect((await list('estado=falta')).data).toMatchObject([
    { id: null, tipo_id: falta.id, vence: null, dias: null, version: null },
  ])
})

test('equal dates: sorted by name, type and id; every page has the same total', async () => {
  const [zeta, alfa] = [
    await office.createTipo('camiones', { nombre: 'Zeta', obligatorio: true }),
    await office.createTipo('camiones', { nombre: 'Álfa' }),
  ]
  for (const placa of ['C-3', 'c-1', 'C-2']) {
    const camion = await office.createRecord('camiones', { placa })
    if (placa !== 'C-2') await office.createDocumento(zeta, camion, { vence: '2027-01-01' })
    await office.createDocumento(alfa, camion, { vence: placa === 'C-3' ? null : '2027-01-01' })
  }
  const all = [
    'c-1 Álfa vigente',
    'c-1 Zeta vigente',
    'C-2 Álfa vigente',
    'C-3 Zeta vigente',
    'C-2 Zeta falta',
    'C-3 Álfa vigente',
  ]
  expect(await linesOf()).toEqual(all)
  expect(await linesOf('orden=-vence')).toEqual(all)
  const pages: string[] = []
  for (const pagina of [1, 2, 3, 4, 5, 6]) {
    const page = await list(`pagina=${pagina}&porPagina=1`)
    expect(page.paginacion).toEqual({ pagina, porPagina: 1, total: 6, paginas: 6 })
    pages.push(...page.data.map(({ nombre, tipo, estado }) => `${nombre} ${tipo} ${estado}`))
  }
  expect(pages).toEqual(all)
  expect(await list('pagina=7&porPagina=1')).toMatchObject({ data: [], paginacion: { total: 6 } })
})

test('filters: record, type and words; nothing for a deleted or unknown record', async () => {
  const tipo = await office.createTipo('camiones', { nombre: 'Tarjeta Única', obligatorio: true })
  const [one, two] = [
    await office.createRecord('camiones', { placa: 'C-777XYZ' }),
    await office.createRecord('camiones', { placa: 'P-888' }),
  ]
  await office.createDocumento(tipo, one, { numero: 'Ñ-55 azul', vence: '2027-01-01' })
  await office.createRecord('choferes', { nombre: 'José', apellido: 'Tarjetas', vencimiento: '2027-02-01' })
  const paper = 'C-777XYZ Tarjeta Única vigente'
  const missing = 'P-888 Tarjeta Única falta'
  const licence = 'José Tarjetas Licencia vigente'
  const cases: Record<string, string[]> = {
    'entidad=camiones': [paper, missing],
    'entidad=choferes': [licence],
    'entidad=ayudantes': [],
    [`tipo_id=${tipo.id}`]: [paper, missing],
    [`entidad=camiones&entidad_id=${one.id}`]: [paper],
    [`entidad=camiones&entidad_id=${two.id}`]: [missing],
    'entidad=camiones&entidad_id=2000000000': [],
    'buscar=tarjeta': [paper, licence, missing],
    'buscar=unica tarjeta': [paper, missing],
    'buscar=JOSE licencia': [licence],
    'buscar=n-55': [paper],
    'buscar=p-888': [missing],
    'buscar=55_': [],
    'buscar=tarjeta&estado=falta': [missing],
  }
  for (const [query, expected] of Object.entries(cases)) {
    expect([query, await linesOf(query)]).toEqual([query, expected])
    expect([query, (await list(query)).paginacion.total]).toEqual([query, expected.length])
  }
  await office.admin.delete(`/api/camiones/${one.id}`)
  await office.admin.delete(`/api/camiones/${two.id}`)
  expect(await linesOf()).toEqual([licence])
  for (const query of ['buscar=tarjeta', 'buscar=888', 'estado=vigente'])
    expect([query, (await list(query)).paginacion.total]).toEqual([query, query === 'buscar=888' ? 0 : 1])
})

test('historial=si: includes replaced documents with their own state', async () => {
  const tipo = await office.createTipo('camiones', { nombre: 'Vale' })
  const camion = await office.createRecord('camiones', { placa: 'C-1' })
  const old = await office.createDocumento(tipo, camion, { vence: '2026-11-01' })
  await office.admin.post(`/api/documentos/${old.id}/renovar`, { vence: '2027-11-01' })
  expect(await linesOf()).toEqual(['C-1 Vale vigente'])
  expect(await linesOf('historial=no')).toEqual(['C-1 Vale vigente'])
  const both = ['C-1 Vale vencido', 'C-1 Vale vigente']
  expect(await linesOf('historial=si')).toEqual(both)
  expect((await list('historial=si')).paginacion.total).toBe(2)
  expect(await linesOf('historial=si&estado=vencido')).toEqual(both.slice(0, 1))
  expect((await list('historial=si&estado=vigente')).paginacion.total).toBe(1)
  expect(await linesOf(`historial=si&entidad=camiones&entidad_id=${camion.id}`)).toEqual(both)
})

test('document: has the present name of record and type', async () => {
  const tipo = await office.createTipo('choferes', { nombre: 'Antes' })
  const chofer = await office.createRecord('choferes', { vencimiento: '2030-01-01' })
  await office.createDocumento(tipo, chofer, { vence: '2027-01-01' })
  await office.admin.put(`/api/choferes/${chofer.id}`, { ...chofer, nombre: 'María', apellido: 'Paz' })
  await office.admin.put(`/api/documento-tipos/${tipo.id}`, { ...tipo, nombre: 'Después' })
  expect(await linesOf('buscar=maria despues')).toEqual(['María Paz Después vigente'])
  expect(await linesOf('buscar=antes')).toEqual([])
})

test.each([
  ['entidad=clientes', 'entidad'],
  ['entidad_id=x&entidad=camiones', 'entidad_id'],
  ['entidad_id=4', 'entidad'],
  ['estado=otro', 'estado'],
  ['orden=nombre', 'orden'],
  ['plazo=8-dias', 'plazo'],
  ['historial=1', 'historial'],
  ['tipo_id=0', 'tipo_id'],
])('%s: returns 400', async (query, campo) => {
  const { status, body } = await office.admin.get(`/api/documentos?${query}`)
  expect([status, Object.keys(body.error.campos)]).toEqual([400, [campo]])
})
