import { afterEach, beforeEach, expect, test } from 'vitest'
import { many, run, sql } from '../../platform/db/sql.ts'
import { aRuta, someReferences } from '../../test/factories.ts'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'

// The class incidente_abierto against the plain rule. The date is 20/11/2026: trips count from 21/10/2026 on.

let office: DocumentosOffice
let refs: Awaited<ReturnType<typeof someReferences>>
beforeEach(async () => {
  office = await openDocumentosOffice()
  refs = await someReferences(office.admin)
})
afterEach(() => office.close())

const create = async (fecha: string, estado = 'Entregado') => {
  const { status, body } = await office.admin.post('/api/rutas', aRuta(refs, { fecha, estado }))
  expect([status, body.error]).toEqual([201, undefined])
  return body.data as { id: number; fecha: string; version: number }
}
const open = async (ruta: number, hasta: string | null = null) => {
  const desde = '2026-11-01T06:00:00-06:00'
  const { body } = await office.admin.post(`/api/rutas/${ruta}/incidentes`, { causa: 'Otro', desde, hasta })
  return body.data as { id: number; desde: string }
}

/** Expects the list and the count to be what the rule says, read without the kept column. @returns ids of incidents */
async function expectRule(): Promise<number[]> {
  const rows = await many<{ id: number }>(
    office.server.db,
    sql`select i.id from incidentes i join rutas r on r.id = i.ruta_id
      where i.hasta is null and i.eliminado_en is null and r.eliminado_en is null and r.fecha >= '2026-10-21' order by i.id`,
  )
  const ids = rows.map(({ id }) => id)
  const { data } = (await office.admin.get('/api/avisos?clase=incidente_abierto')).body
  const listed = (data as { id: string }[]).map(({ id }) => Number(id.replace('incidentes-', '')))
  expect(listed.toSorted((a, b) => a - b)).toEqual(ids)
  expect((await office.admin.get('/api/avisos/resumen')).body.data.incidente_abierto).toBe(ids.length)
  return ids
}

test('incidente_abierto: follows the trip to another fecha, by form, bulk change and state', async () => {
  const [old, edge, future] = [
    await create('2026-10-20'),
    await create('2026-10-21'),
    await create('2026-12-30', 'Incidente'),
  ]
  const [onOld, onEdge] = [await open(old.id), await open(edge.id)]
  const closed = await open(old.id, '2026-11-02T06:00:00-06:00')
  const [byState] = (await expectRule()).filter((id) => id !== onEdge.id)
  expect(await expectRule()).toEqual([byState, onEdge.id])

  const put = async ({ id }: { id: number }, fecha: string) => {
    const { body } = await office.admin.get(`/api/rutas/${id}`)
    expect((await office.admin.put(`/api/rutas/${id}`, { ...body.data, fecha })).status).toBe(200)
  }
  await put(old, '2026-10-22')
  expect(await expectRule()).toEqual([byState, onOld.id, onEdge.id])
  await put(edge, '2026-10-20')
  expect(await expectRule()).toEqual([byState, onOld.id])

  // Reopened after the change of fecha.
  const reopened = { causa: 'Otro', desde: closed.desde, hasta: null }
  await office.admin.put(`/api/rutas/${old.id}/incidentes/${closed.id}`, reopened)
  expect(await expectRule()).toEqual([byState, onOld.id, closed.id])
  await office.admin.delete(`/api/rutas/${old.id}/incidentes/${onOld.id}`)
  expect(await expectRule()).toEqual([byState, closed.id])

  const move = (fecha: string) =>
    office.admin.patch('/api/rutas/plan', { rutas: [{ id: future.id }], cambios: { fecha } })
  expect((await move('2026-11-05')).body.data[0].ok).toBe(true)
  expect(await expectRule()).toEqual([byState, closed.id])
  await office.admin.delete(`/api/rutas/${future.id}`)
  expect(await expectRule()).toEqual([closed.id])
  await office.admin.post(`/api/papelera/rutas/${future.id}/restaurar`)
  expect(await expectRule()).toEqual([byState, closed.id])
})

test('incidente_abierto: rows written past the program keep the rule, and the log has only what users did', async () => {
  const { id } = await create('2026-10-20')
  const insert = sql`insert into incidentes (ruta_id, causa, desde, usuario_id)
    select ${id}, 'Clima', now(), ${office.admin.userId} from generate_series(1, 3)`
  await office.server.db.transaction(async (tx) => {
    await run(tx, sql`set local session_replication_role = replica`)
    await run(tx, insert)
  })
  expect(await expectRule()).toEqual([])
  const countLog = async () => (await office.admin.get('/api/bitacora?tipo=incidentes')).body.data.length
  const before = await countLog()
  await run(office.server.db, sql`update rutas set fecha = '2026-11-19' where id = ${id}`)
  expect([(await expectRule()).length, await countLog()]).toEqual([3, before])
})
