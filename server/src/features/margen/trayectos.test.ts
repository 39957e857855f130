import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheets } from '../../test/readXlsx.ts'
import { type ExpenseOffice, openExpenseOffice } from '../../test/tripCosts.ts'

let office: ExpenseOffice
beforeAll(async () => {
  office = await openExpenseOffice()
})
afterAll(() => office.close())

test('margin: sums by places, whatever their spelling, and says what trip a number is', async () => {
  const { admin, createDeliveredTrip } = office
  const margen = async (query: string) => (await admin.get(`/api/margen?${query}`)).body
  const places = { origen: "Puerto d'Oro", destino: 'Cobán' }
  const days = 'desde=2024-09-01&hasta=2024-09-30'
  await createDeliveredTrip({ origen: "PUERTO  d'oro", destino: 'coban', precio: 100, fecha: '2024-09-01' })
  const { no_ruta } = await createDeliveredTrip({ ...places, precio: 50, fecha: '2024-09-02' })
  await createDeliveredTrip({ origen: 'Cobán', destino: "Puerto d'Oro", precio: 900, fecha: '2024-09-03' })
  const { data, paginacion } = await margen(`por=trayecto&${days}&porPagina=1`)
  expect(data.filas).toMatchObject([{ nombre: "Puerto d'Oro → Cobán", viajes: 2, ingreso: 150 }])
  expect([data.totales.viajes, paginacion.total]).toEqual([3, 2])
  const exported = await office.server.app.inject({
    url: `/api/margen/exportar?por=trayecto&${days}&orden=-margen`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const file = await readSheets(exported.rawPayload)
  expect(file.rows[0]?.slice(1).map(([name]) => name)).toEqual([
    "Cobán → Puerto d'Oro",
    "Puerto d'Oro → Cobán",
    'Total',
  ])
  const trips = await margen(`por=ruta&${days}&viaje=si`)
  const [trip] = trips.data.filas
  expect(trip).toMatchObject({ nombre: no_ruta, viaje: { ...places, fecha: '2024-09-02' } })
  expect(trip.viaje.cliente).toEqual(expect.any(String))
  const names = async (query: string) =>
    (await margen(`${query}&${days}`)).data.filas.map(({ nombre }: { nombre: string }) => nombre)
  expect(await names('por=ruta&orden=-ingreso')).toEqual((await names('por=ruta&orden=ingreso')).toReversed())
  expect(await names('por=trayecto&orden=-viajes')).toEqual(["Puerto d'Oro → Cobán", "Cobán → Puerto d'Oro"])
  expect(await names('por=trayecto&orden=viajes')).toEqual(["Cobán → Puerto d'Oro", "Puerto d'Oro → Cobán"])
})
