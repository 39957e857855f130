import type { Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'

// Deleted documents, documents of deleted records, and the count of a search (docs/contract/documents.md).

let office: DocumentosOffice
beforeAll(async () => {
  office = await openDocumentosOffice()
})
afterAll(() => office.close())

const documentosPath = '/api/documentos'
const secondLiveError = { status: 409, body: { message: 'Ya hay un documento de este tipo. Renuévalo.' } }
const notFoundError = { status: 404, body: { message: 'Documento no encontrado' } }

async function createDocumento() {
  const tipo = await office.createTipo('camiones')
  const camion = await office.createRecord('camiones')
  return { tipo, camion, paper: await office.createDocumento(tipo, camion) }
}
const renew = (id: number) => office.admin.post(`${documentosPath}/${id}/renovar`, {})

test('deleted renewal: does not restore the old document, and restore returns 409 beside a live one', async () => {
  const { tipo, camion, paper } = await createDocumento()
  const { id } = (await renew(paper.id)).body.data
  await office.admin.delete(`${documentosPath}/${id}`)
  expect((await office.admin.get(`${documentosPath}/${paper.id}`)).body.data.reemplazado_por).toBe(id)
  expect(
    (await office.admin.get(`${documentosPath}?entidad=camiones&entidad_id=${camion.id}`)).body.data,
  ).toEqual([])
  const restore = (which: number) => office.admin.post(`/api/papelera/documentos/${which}/restaurar`)
  expect((await office.admin.get('/api/papelera')).body.data[0]).toMatchObject({
    tipo: 'documentos',
    id,
    nombre: `${tipo.nombre} · ${camion.placa}`,
  })
  const other = await office.createDocumento(tipo, camion, { vence: '2026-11-21' })
  expect(await restore(id)).toMatchObject(secondLiveError)
  await office.admin.delete(`${documentosPath}/${other.id}`)
  expect(await restore(other.id)).toMatchObject({
    status: 200,
    body: {
      message: 'Registro restaurado exitosamente',
      data: { ...other, dias: 1, estado: 'por_vencer', version: 3, actualizado_en: expect.any(String) },
    },
  })
  expect(await restore(other.id)).toMatchObject(notFoundError)
})

test('document of a deleted record: returns 404, is not in the papelera, and returns with the record', async () => {
  const { admin } = office
  const { tipo, camion, paper } = await createDocumento()
  const findDeleted = async () =>
    (await admin.get('/api/papelera')).body.data.map(
      ({ tipo: kind, id }: { tipo: string; id: number }) => `${kind} ${id}`,
    )
  await admin.delete(`/api/camiones/${camion.id}`)
  expect(await admin.get(`${documentosPath}/${paper.id}`)).toMatchObject(notFoundError)
  expect(await admin.put(`${documentosPath}/${paper.id}`, {})).toMatchObject(notFoundError)
  expect(await admin.delete(`${documentosPath}/${paper.id}`)).toMatchObject(notFoundError)
  expect((await renew(paper.id)).status).toBe(404)
  const conflict = await admin.post(documentosPath, {
    tipo_id: tipo.id,
    entidad: 'camiones',
    entidad_id: camion.id,
  })
  expect([conflict.status, Object.keys(conflict.body.error.campos)]).toEqual([400, ['entidad_id']])
  expect(await findDeleted()).not.toContain(`documentos ${paper.id}`)
  await admin.post(`/api/papelera/camiones/${camion.id}/restaurar`)
  expect((await admin.get(`${documentosPath}/${paper.id}`)).status).toBe(200)

  // A document that was itself deleted stays in the papelera, and appears there once its record is restored.
  await admin.delete(`${documentosPath}/${paper.id}`)
  await admin.delete(`/api/camiones/${camion.id}`)
  expect(await findDeleted()).toContain(`documentos ${paper.id}`)
  expect((await admin.post(`/api/papelera/documentos/${paper.id}/restaurar`)).status).toBe(200)
  expect(await admin.get(`${documentosPath}/${paper.id}`)).toMatchObject(notFoundError)
  await admin.post(`/api/papelera/camiones/${camion.id}/restaurar`)
  expect((await admin.get(`${documentosPath}/${paper.id}`)).status).toBe(200)
})

test('buscar: counts 1,000 matches exactly, 1,001 not', async () => {
  const tipo = await office.createTipo('camiones', { nombre: 'Marbete' })
  /** Without triggers, so without stored counts. */
  const write = (statement: Sql) =>
    office.server.db.transaction(async (tx) => {
      await run(tx, sql`set local session_replication_role = replica`)
      await run(tx, statement)
    })
  const insert = (from: number, to: number) =>
    write(sql`insert into documentos (tipo_id, entidad, entidad_id, tipo, nombre, vence)
      select ${tipo.id}, 'camiones', 1000000 + n, 'Marbete', 'C-' || n, date '2026-01-01' + n
      from generate_series(${from}::int, ${to}) n`)
  const page = async () =>
    (await office.admin.get(`${documentosPath}?buscar=marbete&porPagina=10&pagina=101`)).body
  await insert(1, 1000)
  const paginacion = { pagina: 101, porPagina: 10, total: 1000, paginas: 100 }
  expect((await page()).paginacion).toEqual(paginacion)
  await insert(1001, 1001)
  const last = await page()
  expect(last.paginacion).toEqual({ ...paginacion, exacto: false })
  expect(last.data).toMatchObject([{ nombre: 'C-1001', tipo: 'Marbete', estado: 'vigente' }])
  await write(sql`delete from documentos where tipo_id = ${tipo.id}`)
})
