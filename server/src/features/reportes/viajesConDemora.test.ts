import { afterEach, beforeEach, expect, test } from 'vitest'
import { aRuta, someReferences } from '../../test/factories.ts'
import { invalidCamposOf } from '../../test/openOffice.ts'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'

// GET /api/reportes/demoras/viajes (docs/contract/reports.md); it is 20/11/2026, noon.

let office: DocumentosOffice
let refs: Awaited<ReturnType<typeof someReferences>>
beforeEach(async () => {
  office = await openDocumentosOffice()
  refs = await someReferences(office.admin)
})
afterEach(() => office.close())

const day = '2026-11-10'
const on = (hour: string) => `${day}T${hour}-06:00`
const create = async (changes: object = {}): Promise<number> =>
  (await office.admin.post('/api/rutas', aRuta(refs, { fecha: day, estado: 'Entregado', ...changes }))).body
    .data.id
const waits = (id: number, tiempos: object) => office.admin.put(`/api/rutas/${id}/tiempos`, tiempos)
const list = async (query: string) => (await office.admin.get(`/api/reportes/demoras/viajes?${query}`)).body

test('viajes: lists the waits behind a row, the longest first and doubtful ones last', async () => {
  await office.admin.put(`/api/clientes/${refs.cliente_id}/reglas`, { horas_libres: 2, tarifa_demora: 150 })
  const [short, long, doubtful] = [
    await create({ origen: 'Puerto Quetzal' }),
    await create({ origen: 'puerto quétzal', destino: 'Cobán' }),
    await create({ origen: 'Puerto Quetzal', fecha: '2026-11-09' }),
  ]
  await waits(short, { llegada_carga: on('10:00:00'), salida_carga: on('11:00:00') })
  await waits(long, {
    llegada_carga: on('10:00:00'),
    salida_carga: on('16:00:59'),
    llegada_descarga: on('17:00:00'),
    salida_descarga: on('18:30:00'),
  })
  await waits(doubtful, { llegada_carga: on('11:00:00'), salida_carga: on('10:00:00') })
  await office.admin.post(`/api/rutas/${long}/incidentes`, { causa: 'Clima', desde: on('11:00:00') })
  const [row] = (await office.admin.get('/api/reportes/demoras?por=lugar')).body.data
  const place = await list(`por=lugar&clave=${encodeURIComponent(row.clave)}`)
  expect(place.data).toMatchObject([
    {
      ruta_id: long,
      nombre: 'puerto quétzal',
      origen: 'puerto quétzal',
      destino: 'Cobán',
      fecha: day,
      desde: '2026-11-10T16:00:00.000Z',
      hasta: '2026-11-10T22:00:59.000Z',
      horas: 6,
      monto: 600,
    },
    { ruta_id: short, horas: 1, monto: 0 },
    { ruta_id: doubtful, horas: null, monto: null },
  ])
  expect(place.data[0].cliente).toMatch(/^Rosa Ixcoy/)
  const client = `por=cliente&clave=${refs.cliente_id}`
  expect((await list(`${client}&porPagina=2&pagina=2`)).data).toMatchObject([{ horas: 1 }, { horas: null }])
  expect((await list(`${client}&porPagina=2&pagina=2`)).paginacion).toMatchObject({ total: 4, paginas: 2 })
  expect((await list(`${client}&desde=2026-11-10`)).count).toBe(3)
  expect((await list('por=causa&clave=Clima')).data).toMatchObject([
    { ruta_id: long, nombre: 'Clima', hasta: null, horas: 241, monto: null },
  ])
  expect((await list('por=cliente&clave=x')).data).toEqual([])
  expect(invalidCamposOf(await office.admin.get('/api/reportes/demoras/viajes'))).toEqual(['clave', 'por'])
})
