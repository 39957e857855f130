import { afterEach, beforeEach, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { aRuta, someReferences } from '../../test/factories.ts'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'

// Limits of unresolved notices (docs/contract/notices.md).

let office: DocumentosOffice
beforeEach(async () => {
  office = await openDocumentosOffice()
})
afterEach(() => office.close())

interface Aviso {
  id: string
  clase: string
  fecha: string | null
}
const avisos = async (query = ''): Promise<Aviso[]> =>
  (await office.admin.get(`/api/avisos${query}`)).body.data
const resumen = async () => (await office.admin.get('/api/avisos/resumen')).body.data
const byDateThenId = (a: Aviso, b: Aviso) => {
  const [first, second] = [a, b].map(({ fecha, id }) => [fecha ?? '9999', id].join(' '))
  return first! < second! ? -1 : 1
}

/** Inserts this many unclosed trips, three a day, every third En curso. @returns their expected notices */
async function insertUnclosedTrips(count: number): Promise<Aviso[]> {
  const { status, body } = await office.admin.post(
    '/api/rutas',
    aRuta(await someReferences(office.admin), { fecha: '2026-12-01', hora: '06:00' }),
  )
  expect(status).toBe(201)
  const { rows } = await office.server.db.query<{ id: number; fecha: string }>(
    sql`insert into rutas (no_ruta, cliente_id, servicio, mercaderia, camion_id, origen, destino, chofer_id, fecha, hora,
        precio, inicio, fin, estado, busqueda)
      select 'V-' || n, cliente_id, servicio, mercaderia, camion_id, origen, destino, chofer_id,
        date '2026-11-19' - n / 3, hora, precio, timestamptz '2020-01-01', timestamptz '2020-01-02',
        case when n % 3 = 0 then 'En curso' else 'Pendiente' end, busqueda
      from rutas, generate_series(1, ${count}) n where id = ${body.data.id} returning id, fecha`,
  )
  return rows
    .map(({ id, fecha }) => ({ id: `rutas-${id}`, clase: 'sin_cerrar', fecha }))
    .toSorted(byDateThenId)
}

/** Inserts this many pilots whose licence ended, one a day. */
const insertExpiredLicences = (count: number) =>
  run(
    office.server.db,
    sql`insert into choferes (nombre, apellido, telefono, tipo_licencia, vencimiento, busqueda)
      select 'Ana', 'Paz', '1', 'A', date '2026-11-19' - n, 'ana' from generate_series(1, ${count}) n`,
  )

const postpone = (id: string) =>
  office.admin.post(`/api/avisos/${id}/posponer`, { hasta: '2026-11-25', motivo: 'Ya se habló' })

test('each class: lists the first 200 by date, then id', async () => {
  const forgotten = await insertUnclosedTrips(203)
  await insertExpiredLicences(201)
  const all = await avisos()
  expect(all).toHaveLength(400)
  expect(all).toEqual(all.toSorted(byDateThenId))
  expect(all.filter(({ clase }) => clase === 'sin_cerrar')).toMatchObject(forgotten.slice(0, 200))
  expect(await avisos('?clase=sin_cerrar')).toMatchObject(forgotten.slice(0, 200))
  expect(await resumen()).toMatchObject({ total: 404, licencia: 201, sin_cerrar: 203 })
})

test('postponed notice: is replaced by the next; one beyond the 200 can be postponed too', async () => {
  const forgotten = await insertUnclosedTrips(202)
  for (const at of [0, 201]) expect((await postpone(forgotten[at]!.id)).status).toBe(200)
  expect(await avisos()).toMatchObject(forgotten.slice(1, 201))
  expect((await resumen()).sin_cerrar).toBe(200)
})

test('each class: counts up to 1,000, and total is the sum', async () => {
  await insertUnclosedTrips(1001)
  await insertExpiredLicences(3)
  expect(await resumen()).toMatchObject({ total: 1003, licencia: 3, choque: 0, sin_cerrar: 1000 })
})

test('missing documents: come after expiring ones, within the same limit', async () => {
  const [tipo, falta] = [
    await office.createTipo('camiones', { nombre: 'Pase' }),
    await office.createTipo('camiones', { nombre: 'Póliza', obligatorio: true }),
  ]
  await run(
    office.server.db,
    sql`with nuevos as (
        insert into camiones (placa, marca, modelo, color, tipo, tarjeta_circulacion, busqueda)
        select 'C-' || n, 'Hino', '500', 'Blanco', 'Camión', 'TC', 'c' from generate_series(1, 600) n returning id)
      insert into documentos (tipo_id, entidad, entidad_id, tipo, nombre, vence)
      select ${tipo.id}, 'camiones', id, 'Pase', 'C', date '2026-11-19' - row_number() over ()::int from nuevos limit 150`,
  )
  const papers = await avisos('?clase=documento')
  expect(papers).toHaveLength(200)
  expect(papers.slice(0, 150).every(({ fecha }) => fecha !== null)).toBe(true)
  const missing = papers.slice(150).map(({ id }) => id)
  expect(missing.every((id) => id.endsWith(`-${falta.id}`))).toBe(true)
  expect(missing).toEqual(missing.toSorted())
  expect((await resumen()).documento).toBe(750)
  await run(
    office.server.db,
    sql`insert into documentos (tipo_id, entidad, entidad_id, tipo, nombre, vence)
      select ${tipo.id}, 'camiones', id, 'Pase', 'C', date '2026-11-19' from camiones c
      where not exists (select from documentos d where d.entidad_id = c.id)`,
  )
  expect((await avisos('?clase=documento')).filter(({ fecha }) => fecha === null)).toEqual([])
  expect((await resumen()).documento).toBe(1000)
})
