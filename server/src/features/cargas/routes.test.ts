import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLogRowsOfRequest } from '../../test/bitacora.ts'
import { aCarga, cargasPath } from '../../test/cargas.ts'
import { type MoneyOfficeForms, movimientosPath, openMoneyForms } from '../../test/dinero.ts'
import { aCamion } from '../../test/factories.ts'
import { invalidCamposOf } from '../../test/openOffice.ts'

// Fuel fill-ups of trucks (docs/contract/fleet.md).

let office: MoneyOfficeForms
beforeAll(async () => {
  office = await openMoneyForms()
})
afterAll(() => office.close())

type Changes = Record<string, unknown>
const aTruck = async (): Promise<{ id: number; placa: string }> =>
  (await office.admin.post('/api/camiones', aCamion())).body.data
const create = async (camion_id: number, changes: Changes = {}) => {
  const { status, body } = await office.admin.post(cargasPath, aCarga(camion_id, changes))
  expect([status, body.error]).toEqual([201, undefined])
  return body.data
}
const list = async (query: string) => (await office.admin.get(`${cargasPath}?${query}`)).body
const idsOf = async (query: string) => (await list(query)).data.map(({ id }: { id: number }) => id)

test('carga: created as one approved movimiento, read, replaced and logged', async () => {
  const truck = await aTruck()
  const { chofer_id } = office.references
  const ruta = await office.create()
  const created = await office.admin.post(
    cargasPath,
    aCarga(truck.id, {
      galones: '64.500',
      total: '2000.55',
      paga: 'piloto',
      chofer_id,
      ruta_id: ruta.id,
      estacion: ' Puma Zona 12 ',
      vale: '778',
    }),
  )
  const { piloto } = created.body.data
  const carga = {
    id: expect.any(Number),
    camion_id: truck.id,
    camion: truck.placa,
    fecha: '2026-01-15',
    galones: 64.5,
    total: 2000.55,
    precio_galon: 31.02,
    paga: 'piloto',
    chofer_id,
    piloto: expect.any(String),
    ruta_id: ruta.id,
    no_ruta: ruta.no_ruta,
    km: null,
    lleno: true,
    falta_anterior: false,
    estacion: 'Puma Zona 12',
    vale: '778',
    forma: null,
    comprobante: 'ninguno',
    nit: null,
    serie: null,
    numero: null,
    uuid: null,
    compartida: false,
    descripcion: null,
    km_galon: null,
    faltas: [],
    estado: 'aprobado',
    motivo: null,
    liquidacion_id: null,
    liquidacion: null,
    del_piloto: false,
    hora_dispositivo: null,
    hecho_en: null,
    dudosa: false,
    archivos: 0,
    registrado_por: expect.stringMatching(/^administrador-/),
    version: 1,
    creado_en: expect.stringMatching(/Z$/),
    actualizado_en: expect.stringMatching(/Z$/),
  }
  expect([created.status, created.body]).toEqual([
    201,
    { success: true, message: 'Carga creada exitosamente', data: carga },
  ])
  const { id } = created.body.data
  const url = `${cargasPath}/${id}`
  expect((await office.admin.get(url)).body.data).toEqual(created.body.data)
  expect((await list(`camion_id=${truck.id}`)).data).toEqual([created.body.data])

  const nombre = `Gasto · ${piloto} · ${ruta.no_ruta}`
  const row = { tipo: 'movimientos', registro_id: id, nombre }
  expect(await findLogRowsOfRequest(office.server.db, created)).toMatchObject([
    { ...row, accion: 'crear', cambios: {} },
  ])
  const other = await aTruck()
  const put = await office.admin.put(url, aCarga(other.id, { km: 100_000, lleno: false, version: 1 }))
  expect([put.status, put.body.message]).toEqual([200, 'Carga actualizada exitosamente'])
  expect(put.body.data).toMatchObject({ camion: other.placa, km: 100_000, lleno: false, version: 2 })
  expect(await findLogRowsOfRequest(office.server.db, put)).toMatchObject([
    {
      tipo: 'movimientos',
      registro_id: id,
      nombre: 'Gasto',
      accion: 'editar',
      cambios: {
        monto: [2000.55, 1200],
        galones: [64.5, 40],
        paga: ['piloto', 'empresa'],
        chofer_id: [chofer_id, null],
        piloto: [piloto, null],
        ruta_id: [ruta.id, null],
        ruta: [ruta.no_ruta, null],
        camion_id: [truck.id, other.id],
        camion: [truck.placa, other.placa],
        km: [null, 100_000],
        lleno: [true, false],
        estacion: ['Puma Zona 12', null],
        vale: ['778', null],
      },
    },
  ])
  expect((await office.admin.delete(url)).status).toBe(405)
  expect((await office.admin.post(`${cargasPath}/exportar`, {})).status).toBe(405)
})

test('carga: shown by GET /api/movimientos with the keys of any gasto', async () => {
  const { id } = await create((await aTruck()).id)
  const gasto = await office.createMovimiento(office.aGasto())
  const { data } = (await office.admin.get(`${movimientosPath}/${id}`)).body
  expect(Object.keys(data)).toEqual(Object.keys(gasto))
  expect(data).toMatchObject({ tipo: 'gasto', concepto: 'Combustible', monto: 1200, comprobante: 'ninguno' })
})

test('POST /api/cargas: names every wrong field', async () => {
  const required = 'Este campo es obligatorio.'
  const gallons = 'Escribe los galones, de 0.001 a 9999.999.'
  const send = async (changes: Changes) =>
    (await office.admin.post(cargasPath, aCarga(office.references.camion_id, changes))).body.error?.campos
  for (const galones of [0, -1, 10_000, 1.2345, 'x', true])
    expect(await send({ galones })).toEqual({ galones: gallons })
  for (const galones of [null, '', undefined]) expect(await send({ galones })).toEqual({ galones: required })
  for (const galones of [0.001, '9999.999']) expect(await send({ galones })).toBeUndefined()
  expect(await send({ total: 0 })).toEqual({ total: 'El monto debe ser mayor que cero.' })
  expect(await send({ paga: 'piloto' })).toEqual({ chofer_id: required })
  expect(await send({ fecha: '2999-01-01' })).toEqual({ fecha: 'La fecha no puede ser posterior a hoy.' })
  expect(await send({ camion_id: 2_000_000_000, ruta_id: 2_000_000_000 })).toEqual({
    camion_id: 'Camión no encontrado. Verifica que el camión seleccionado sea válido.',
    ruta_id: 'Ruta no encontrada. Verifica que la ruta seleccionada sea válida.',
  })
  expect(
    invalidCamposOf(
      await office.admin.post(cargasPath, {
        km: 10_000_000,
        lleno: 'sí',
        vale: 'x'.repeat(31),
        paga: 'otro',
      }),
    ),
  ).toEqual(['camion_id', 'fecha', 'galones', 'km', 'lleno', 'paga', 'total', 'vale'])
})

test('GET /api/cargas: filters, order, search and totals', async () => {
  const truck = await aTruck()
  const { chofer_id } = office.references
  const ruta = await office.create()
  const first = await create(truck.id, {
    fecha: '2026-01-10',
    galones: 10.125,
    total: 300.1,
    estacion: 'Puma Ñ',
  })
  const second = await create(truck.id, {
    fecha: '2026-01-12',
    lleno: false,
    vale: 'V-9',
    paga: 'piloto',
    chofer_id,
    ruta_id: ruta.id,
  })
  const third = await create(truck.id, { fecha: '2026-01-12', estacion: 'Puma N' })
  const of = `camion_id=${truck.id}`
  expect(await idsOf(of)).toEqual([third.id, second.id, first.id])
  expect(await idsOf(`${of}&orden=antiguas`)).toEqual([first.id, second.id, third.id])
  for (const [query, found] of [
    [`chofer_id=${chofer_id}`, second],
    [`ruta_id=${ruta.id}`, second],
    ['lleno=no', second],
    ['paga=piloto', second],
    ['hasta=2026-01-11', first],
    ['buscar=v-9', second],
    [`buscar=${ruta.no_ruta}`, second],
  ] as const)
    expect([query, await idsOf(`${of}&${query}`)]).toEqual([query, [found.id]])
  expect(await idsOf(`${of}&estacion=puma%20n`)).toEqual([third.id, first.id])
  expect(await idsOf(`buscar=${truck.placa.toLowerCase()}`)).toHaveLength(3)
  const { paginacion, totales, count } = await list(`${of}&porPagina=2`)
  expect({ paginacion, totales, count }).toEqual({
    paginacion: { pagina: 1, porPagina: 2, total: 3, paginas: 2, exacto: true },
    totales: { galones: 90.125, total: 2700.1 },
    count: 2,
  })
  expect((await list(`${of}&estado=anulado`)).totales).toEqual({ galones: 0, total: 0 })
  const wrong = await office.admin.get(`${cargasPath}?desde=2026-01-02&hasta=2026-01-01&lleno=x&camion_id=0`)
  expect(invalidCamposOf(wrong)).toEqual(['camion_id', 'hasta', 'lleno'])
})

test('carga: an Idempotency-Key sent twice at once creates one', async () => {
  const truck = await aTruck()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const send = () =>
    office.admin.send({ method: 'POST', url: cargasPath, payload: aCarga(truck.id), headers })
  const [first, second] = await Promise.all([send(), send()])
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
  expect(await idsOf(`camion_id=${truck.id}`)).toEqual([first.body.data.id])
})
test('GET /api/cargas: search finds the names of today', async () => {
  const truck = await aTruck()
  const { id: chofer_id, ...chofer } = (
    await office.admin.get(`/api/choferes/${office.references.chofer_id}`)
  ).body.data
  const ruta = await office.create()
  const { id } = await create(truck.id, { chofer_id, ruta_id: ruta.id })
  await office.admin.put(`/api/choferes/${chofer_id}`, { ...chofer, nombre: 'Wenceslao' })
  await office.put(ruta.id, { ...ruta, no_ruta: 'NUEVA-77' })
  for (const buscar of ['wenceslao', 'NUEVA-77'])
    expect([buscar, await idsOf(`camion_id=${truck.id}&buscar=${buscar}`)]).toEqual([buscar, [id]])
})
