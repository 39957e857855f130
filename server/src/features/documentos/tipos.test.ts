import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'

// Document types (docs/contract/documents.md).

let office: DocumentosOffice
beforeAll(async () => {
  office = await openDocumentosOffice()
})
afterAll(() => office.close())

const tiposPath = '/api/documento-tipos'
const nameConflict = {
  status: 409,
  body: { success: false, message: 'Ya existe ese tipo de documento.', error: { code: 'CONFLICTO' } },
}

test('GET tipos: returns the nine default types by name and id', async () => {
  const { body } = await office.admin.get(tiposPath)
  expect(body.count).toBe(9)
  expect(body.data.map(({ nombre, aplica }: Record<string, unknown>) => [nombre, aplica])).toEqual([
    ['Antecedentes penales', 'choferes'],
    ['Antecedentes penales', 'ayudantes'],
    ['Antecedentes policíacos', 'choferes'],
    ['Antecedentes policíacos', 'ayudantes'],
    ['Certificado de limitador de velocidad', 'camiones'],
    ['Permiso de pesos y dimensiones', 'camiones'],
    ['Revisión mecánica', 'camiones'],
    ['Seguro', 'camiones'],
    ['Tarjeta de circulación', 'camiones'],
  ])
  for (const tipo of body.data)
    expect(tipo).toMatchObject({ obligatorio: false, dias_aviso: 30, activo: true, version: 1 })
})

test('tipo: create, read, update and delete return their messages', async () => {
  const { admin } = office
  const created = await admin.post(tiposPath, { nombre: ' Carné ', aplica: 'choferes' })
  expect(created).toMatchObject({ status: 201, body: { message: 'Tipo de documento creado exitosamente' } })
  const tipo = created.body.data
  expect(tipo).toEqual({
    id: tipo.id,
    nombre: 'Carné',
    aplica: 'choferes',
    obligatorio: false,
    dias_aviso: 30,
    activo: true,
    version: 1,
    creado_en: expect.any(String),
    actualizado_en: expect.any(String),
  })
  const values = { nombre: 'Carné', aplica: 'ayudantes', obligatorio: true, dias_aviso: 0, activo: false }
  const changed = await admin.put(`${tiposPath}/${tipo.id}`, { ...values, version: 1 })
  expect(changed.body).toMatchObject({
    message: 'Tipo de documento actualizado exitosamente',
    data: { ...values, version: 2 },
  })
  // PUT sets absent fields to their defaults.
  const bare = { nombre: 'Carné', aplica: 'ayudantes' }
  expect((await admin.put(`${tiposPath}/${tipo.id}`, bare)).body.data).toMatchObject({
    obligatorio: false,
    dias_aviso: 30,
    activo: true,
  })
  expect((await admin.put(`${tiposPath}/${tipo.id}`, { ...bare, version: 1 })).status).toBe(409)
  expect((await admin.delete(`${tiposPath}/${tipo.id}?version=1`)).status).toBe(409)
  expect((await admin.delete(`${tiposPath}/${tipo.id}?version=3`)).body).toEqual({
    success: true,
    message: 'Tipo de documento eliminado con éxito',
    data: null,
  })
  for (const answer of [
    await admin.get(`${tiposPath}/${tipo.id}`),
    await admin.put(`${tiposPath}/${tipo.id}`, bare),
    await admin.delete(`${tiposPath}/${tipo.id}`),
  ])
    expect(answer).toMatchObject({ status: 404, body: { message: 'Tipo de documento no encontrado' } })
})

test('tipo: returns 409 for the same name and aplica in any spelling', async () => {
  const { admin } = office
  expect(await admin.post(tiposPath, { nombre: ' SEGURO ', aplica: 'camiones' })).toMatchObject(nameConflict)
  expect(await admin.post(tiposPath, { nombre: 'Revision  mecanica', aplica: 'camiones' })).toMatchObject(
    nameConflict,
  )
  const other = await office.createTipo('choferes', { nombre: 'Seguro' })
  expect(
    await admin.put(`${tiposPath}/${other.id}`, { nombre: 'antecedentes PENALES', aplica: 'choferes' }),
  ).toMatchObject(nameConflict)
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => admin.post(tiposPath, { nombre: 'Carrera', aplica: 'camiones' })),
  )
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
})

test('restore: returns 409 when the name was taken', async () => {
  const { admin } = office
  const tipo = await office.createTipo('camiones', { nombre: 'Temporal' })
  await admin.delete(`${tiposPath}/${tipo.id}`)
  const restore = () => admin.post(`/api/papelera/documento_tipos/${tipo.id}/restaurar`)
  expect((await admin.get('/api/papelera')).body.data[0]).toMatchObject({
    tipo: 'documento_tipos',
    id: tipo.id,
    nombre: 'Temporal',
  })
  const other = await office.createTipo('camiones', { nombre: 'temporal' })
  expect(await restore()).toMatchObject(nameConflict)
  await admin.delete(`${tiposPath}/${other.id}`)
  expect(await restore()).toMatchObject({
    status: 200,
    body: {
      message: 'Registro restaurado exitosamente',
      data: { ...tipo, version: 3, actualizado_en: expect.any(String) },
    },
  })
  expect(await restore()).toMatchObject({ status: 404, body: { message: 'Tipo de documento no encontrado' } })
})

test('PUT tipo: returns 400 for another aplica while it has documents, also deleted ones', async () => {
  const tipo = await office.createTipo('camiones')
  const paper = await office.createDocumento(tipo, await office.createRecord('camiones'))
  const change = () =>
    office.admin.put(`${tiposPath}/${tipo.id}`, { nombre: tipo.nombre, aplica: 'choferes' })
  expect(await change()).toMatchObject({
    status: 400,
    body: { error: { campos: { aplica: expect.any(String) } } },
  })
  await office.admin.delete(`/api/documentos/${paper.id}`)
  expect((await change()).status).toBe(400)
})

test.each([
  [{ nombre: '', aplica: 'camiones' }, 'nombre'],
  [{ nombre: 'x'.repeat(101), aplica: 'camiones' }, 'nombre'],
  [{ nombre: 'A', aplica: 'clientes' }, 'aplica'],
  [{ nombre: 'A', aplica: 'camiones', dias_aviso: 366 }, 'dias_aviso'],
  [{ nombre: 'A', aplica: 'camiones', dias_aviso: -1 }, 'dias_aviso'],
  [{ nombre: 'A', aplica: 'camiones', dias_aviso: '30' }, 'dias_aviso'],
  [{ nombre: 'A', aplica: 'camiones', obligatorio: 'si' }, 'obligatorio'],
  [{ nombre: 'A', aplica: 'camiones', activo: 1 }, 'activo'],
])('tipo %o: returns 400', async (values, campo) => {
  const { status, body } = await office.admin.post(tiposPath, values)
  expect([status, Object.keys(body.error.campos)]).toEqual([400, [campo]])
})
