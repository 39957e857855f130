import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import { type DocumentosOffice, openDocumentosOffice, type PapelRow } from '../../test/openPapeles.ts'

// Documents: create, renew, delete and restore (docs/contract/documents.md).

let office: DocumentosOffice
beforeAll(async () => {
  office = await openDocumentosOffice()
})
afterAll(() => office.close())

const documentosPath = '/api/documentos'
const formOf = (tipo: PapelRow, record: PapelRow, changes = {}) => ({
  tipo_id: tipo.id,
  entidad: tipo.aplica,
  entidad_id: record.id,
  ...changes,
})
const conflictOf = (message: string) => ({ status: 409, body: { message, error: { code: 'CONFLICTO' } } })
const secondLiveError = conflictOf('Ya hay un documento de este tipo. Renuévalo.')
const renewedAlready = conflictOf('Este documento ya fue renovado.')
const stale = conflictOf('Otro usuario modificó este registro. Recarga para ver los cambios.')
const notFoundError = { status: 404, body: { message: 'Documento no encontrado' } }

async function createDocumento(changes = {}) {
  const tipo = await office.createTipo('camiones')
  const camion = await office.createRecord('camiones')
  return { tipo, camion, paper: await office.createDocumento(tipo, camion, changes) }
}
const renew = (id: number, body: unknown = {}) => office.admin.post(`${documentosPath}/${id}/renovar`, body)
const fieldsOf = ({ status, body }: { status: number; body: { error: { campos: object } } }) => [
  status,
  Object.keys(body.error.campos).toSorted(),
]

test('documento: create, update and delete return their messages', async () => {
  const { admin } = office
  const tipo = await office.createTipo('camiones')
  const camion = await office.createRecord('camiones')
  const created = await admin.post(documentosPath, formOf(tipo, camion, { numero: 'A-1', vence: '' }))
  expect(created).toMatchObject({
    status: 201,
    body: {
      message: 'Documento creado exitosamente',
      data: { numero: 'A-1', vence: null, dias: null, estado: 'vigente' },
    },
  })
  const { id } = created.body.data
  const changed = await admin.put(`${documentosPath}/${id}`, { vence: '2026-11-20', nota: 'Ya', version: 1 })
  expect(changed).toMatchObject({
    status: 200,
    body: {
      message: 'Documento actualizado exitosamente',
      data: { numero: null, vence: '2026-11-20', dias: 0, estado: 'por_vencer', nota: 'Ya', version: 2 },
    },
  })
  expect(await admin.put(`${documentosPath}/${id}`, { version: 1 })).toMatchObject(stale)
  expect(await admin.delete(`${documentosPath}/${id}?version=1`)).toMatchObject(stale)
  expect((await admin.delete(`${documentosPath}/${id}?version=2`)).body).toEqual({
    success: true,
    message: 'Documento eliminado con éxito',
    data: null,
  })
  expect(await admin.get(`${documentosPath}/${id}`)).toMatchObject(notFoundError)
  expect(await admin.put(`${documentosPath}/${id}`, {})).toMatchObject(notFoundError)
  expect(await admin.delete(`${documentosPath}/${id}`)).toMatchObject(notFoundError)
  expect(await renew(id)).toMatchObject(notFoundError)
})

test('POST: returns 400 when type or record is unknown, inactive or does not match', async () => {
  const { admin } = office
  const tipo = await office.createTipo('camiones')
  const [camion, chofer] = [await office.createRecord('camiones'), await office.createRecord('choferes')]
  const post = (body: unknown) => admin.post(documentosPath, body)
  expect(fieldsOf(await post({}))).toEqual([400, ['entidad', 'entidad_id', 'tipo_id']])
  expect(fieldsOf(await post({ ...formOf(tipo, chofer), entidad: 'choferes' }))).toEqual([400, ['tipo_id']])
  expect(fieldsOf(await post({ tipo_id: 2e9, entidad: 'camiones', entidad_id: 2e9 }))).toEqual([
    400,
    ['entidad_id', 'tipo_id'],
  ])
  expect(fieldsOf(await post(formOf(tipo, camion, { emitido: '2026-11-02', vence: '2026-11-01' })))).toEqual([
    400,
    ['vence'],
  ])
  expect(
    fieldsOf(await post(formOf(tipo, camion, { nota: 'x'.repeat(2001), numero: 'x'.repeat(101) }))),
  ).toEqual([400, ['nota', 'numero']])
  const { paper } = await createDocumento()
  await admin.put(`/api/documento-tipos/${tipo.id}`, { ...tipo, activo: false })
  expect(fieldsOf(await post(formOf(tipo, camion)))).toEqual([400, ['tipo_id']])
  await admin.delete(`/api/documento-tipos/${tipo.id}`)
  expect(fieldsOf(await post(formOf(tipo, camion)))).toEqual([400, ['tipo_id']])
  expect(fieldsOf(await admin.put(`${documentosPath}/${paper.id}`, { ...paper, tipo_id: tipo.id }))).toEqual([
    400,
    ['tipo_id'],
  ])
  expect(
    fieldsOf(
      await admin.put(`${documentosPath}/${paper.id}`, {
        ...paper,
        entidad: 'choferes',
        entidad_id: chofer.id,
      }),
    ),
  ).toEqual([400, ['entidad', 'entidad_id']])
  expect((await admin.put(`${documentosPath}/${paper.id}`, paper)).status).toBe(200)
})

test('inactive type: keeps its documents and accepts no new one', async () => {
  const { tipo, paper } = await createDocumento({ vence: '2026-11-01' })
  await office.admin.delete(`/api/documento-tipos/${tipo.id}`)
  expect((await office.admin.get(`${documentosPath}/${paper.id}`)).body.data).toMatchObject({
    tipo: tipo.nombre,
    estado: 'vencido',
  })
  expect(fieldsOf(await renew(paper.id))).toEqual([400, ['tipo_id']])
  expect((await office.admin.put(`${documentosPath}/${paper.id}`, { vence: '2027-11-01' })).status).toBe(200)
})

test('POST: returns 409 for a second live document of a type, also of two concurrent ones', async () => {
  const { tipo, camion, paper } = await createDocumento()
  expect(await office.admin.post(documentosPath, formOf(tipo, camion))).toMatchObject(secondLiveError)
  await office.admin.delete(`${documentosPath}/${paper.id}`)
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => office.admin.post(documentosPath, formOf(tipo, camion))),
  )
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
  expect(responses.find(({ status }) => status === 409)).toMatchObject(secondLiveError)
})

test('renewal: creates a document that the old one refers to', async () => {
  const { tipo, camion, paper } = await createDocumento({ numero: 'A-1', vence: '2026-11-01', nota: 'Vieja' })
  const renewed = await renew(paper.id, {
    numero: 'A-2',
    emitido: '2026-11-20',
    vence: '2027-11-20',
    version: 1,
  })
  expect(renewed).toMatchObject({
    status: 201,
    body: {
      message: 'Documento renovado exitosamente',
      data: {
        tipo_id: tipo.id,
        entidad_id: camion.id,
        numero: 'A-2',
        emitido: '2026-11-20',
        vence: '2027-11-20',
        nota: null,
        reemplazado_por: null,
        version: 1,
      },
    },
  })
  const next = renewed.body.data
  expect(next.id).not.toBe(paper.id)
  expect((await office.admin.get(`${documentosPath}/${paper.id}`)).body.data).toMatchObject({
    reemplazado_por: next.id,
    estado: 'vencido',
    version: 2,
  })
  // A stale version takes precedence.
  expect(await renew(paper.id, { version: 1 })).toMatchObject(stale)
  expect(await renew(paper.id, { version: 2 })).toMatchObject(renewedAlready)
  expect(await renew(paper.id)).toMatchObject(renewedAlready)
  expect(fieldsOf(await renew(next.id, { emitido: '2027-01-01', vence: '2026-12-31' }))).toEqual([
    400,
    ['vence'],
  ])
  const bare = await renew(next.id)
  expect(bare.body.data).toMatchObject({ numero: null, emitido: null, vence: null })
})

test('concurrent renewals: one succeeds', async () => {
  const { paper } = await createDocumento()
  const responses = await Promise.all(Array.from({ length: 5 }, () => renew(paper.id)))
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
  expect(responses.find(({ status }) => status === 409)).toMatchObject(renewedAlready)
})

test('Idempotency-Key: creates and renews once', async () => {
  const { paper } = await createDocumento()
  const form = formOf(await office.createTipo('camiones'), await office.createRecord('camiones'))
  for (const [url, payload] of [
    [documentosPath, form],
    [`${documentosPath}/${paper.id}/renovar`, { vence: '2027-01-01' }],
  ] as const) {
    const headers = { 'idempotency-key': 'una vez' }
    const send = () => office.admin.send({ method: 'POST', url, payload, headers })
    const [first, again] = [await send(), await send()]
    expect([again.status, again.body]).toEqual([201, first.body])
  }
})

test('audit log: has each write', async () => {
  const { camion, tipo, paper } = await createDocumento({ numero: 'A-1' })
  await office.admin.put(`${documentosPath}/${paper.id}`, { numero: 'A-2' })
  const { id } = (await renew(paper.id)).body.data
  await office.admin.put(`/api/camiones/${camion.id}`, { ...camion, marca: 'Volvo' })
  const rows = await many(
    office.server.db,
    sql`select registro_id, nombre, accion, cambios from bitacora where tipo = 'documentos' and registro_id >= ${paper.id}
      order by id`,
  )
  const nombre = `${tipo.nombre} · ${camion.placa}`
  expect(rows).toEqual(
    expect.arrayContaining([
      { registro_id: paper.id, nombre, accion: 'crear', cambios: {} },
      { registro_id: paper.id, nombre, accion: 'editar', cambios: { numero: ['A-1', 'A-2'] } },
      { registro_id: paper.id, nombre, accion: 'editar', cambios: { reemplazado_por: [null, id] } },
      { registro_id: id, nombre, accion: 'crear', cambios: {} },
    ]),
  )
  expect(rows).toHaveLength(4)
})

test('stored counts: equal those of the documents', async () => {
  expect(
    await many(
      office.server.db,
      sql`select tipo_id, vivo, sum(n)::int as n from documentos_cuenta group by 1, 2 having sum(n) <> 0
        except select tipo_id, vivo, count(*)::int from documentos where eliminado_en is null and not oculto group by 1, 2`,
    ),
  ).toEqual([])
})
