import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone } from './expectAccessible.ts'
import { aCrew, aRuta } from './rutas.ts'
import { bearer, setClock, test } from './support.ts'
import { rowOf } from './tablero.ts'

/** A day without trips of other tests. It is 09:00. */
const fecha = '2027-06-05'
const now = `${fecha}T15:00:00Z`

test('board: late and stopped trips first, then overlaps, then by first hour; cut text and amber hatch', async ({
  page,
  request,
  login,
}) => {
  const aTruck = async (...trips: object[]) => {
    const crew = await aCrew(request, login)
    const rutas = []
    for (const trip of trips) rutas.push(await aRuta(request, login, crew, { fecha, ...trip }))
    return { ...crew, ruta: rutas[0]!, placa: crew.camion.placa }
  }
  const late = await aTruck({ hora: '08:30' })
  const onTime = await aTruck({ hora: '10:00', destino: 'Puerto Santo Tomás de Castilla', duracion_min: 90 })
  const overlapping = await aTruck({ hora: '11:00' }, { hora: '12:00' })
  const earlier = await aTruck({ hora: '06:00', estado: 'En curso' })
  const stopped = await aTruck({ hora: '08:00', duracion_min: 30, estado: 'Incidente' })
  const { ruta } = stopped
  const [incidente] = (
    await (await request.get(`/api/rutas/${ruta.id}/expediente`, { headers: bearer(login) })).json()
  ).data.incidentes
  await request.put(`/api/rutas/${ruta.id}/incidentes/${incidente.id}`, {
    headers: bearer(login),
    data: { causa: 'Mecánico', desde: `${fecha}T14:05:00.000Z` },
  })
  await setClock(page, now, { hoy: fecha })
  await page.goto(`/tablero?fecha=${fecha}`)
  const board = page.getByRole('region', { name: 'Camiones' })
  const rows = board.getByRole('list', { name: /^Viajes de/ })
  await expect(rows).toHaveCount(5)
  const names = await rows.evaluateAll((lists) => lists.map((list) => list.getAttribute('aria-label')))
  expect(names).toEqual(
    [stopped, late, overlapping, earlier, onTime].map(({ placa }) => `Viajes de ${placa}`),
  )
  const lineOf = (placa: string) => board.getByRole('listitem').filter({ hasText: placa }).first()
  await expect(lineOf(stopped.placa)).toContainText('Detenido')
  await expect(lineOf(earlier.placa)).toContainText('En viaje')
  await expect(lineOf(onTime.placa)).not.toContainText('Libre')
  await expect(lineOf(onTime.placa)).toContainText(`José ${onTime.word}`)

  const bar = (await rowOf(page, stopped.placa)).getByRole('button', { name: ruta.no_ruta })
  await expect(bar).toContainText('Detenido desde las 08:05 · Mecánico')
  const [width, whole] = [(await bar.boundingBox())!.width, (await rows.first().boundingBox())!.width]
  expect(width).toBeCloseTo(whole / 24, 0)
  const lateBar = (await rowOf(page, late.placa)).getByRole('button', { name: late.ruta.no_ruta })
  await expect(lateBar).toContainText('Con retraso')
  await expectAccessible(page)
  const hatchOf = (scheme: 'active' | 'none') =>
    page
      .emulateMedia({ forcedColors: scheme })
      .then(() => rows.nth(2).getByRole('button').first())
      .then((button) => button.evaluate((each) => getComputedStyle(each, '::after').backgroundImage))
  for (const scheme of ['none', 'active'] as const) expect(await hatchOf(scheme)).toContain('gradient')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: ruta.no_ruta })).toContainText('Detenido desde las 08:05')
  await expectAccessibleOnPhone(page)
})

test('trip form: says in which trip a truck is stopped', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const trip = { fecha: '2027-06-06', hora: '08:00', estado: 'Incidente' }
  const { no_ruta } = await aRuta(request, login, crew, trip)
  await page.goto('/ingresar-ruta')
  await page.getByLabel('Fecha').fill('06/06/2027')
  await page.getByLabel('Hora').fill('09:00')
  const camion = page.getByLabel('Camión')
  await camion.fill(crew.camion.placa)
  const option = page.getByRole('listbox').getByRole('option')
  await expect(option).toContainText(`detenido en ${no_ruta}`)
  await expect(option).toContainText(`Ñandú ${crew.word} · Puerto Quetzal → Cobán`)
})
