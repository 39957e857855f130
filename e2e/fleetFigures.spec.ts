import { addDays, todayIn } from '@flota/contract/core/dates.ts'
import { formatFecha } from '@flota/contract/core/format.ts'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { aCarga, aPlan } from './combustible.ts'
import { aDineroPiloto, aFoto, aGastoToReview } from './dinero.ts'
import { expectFocus } from './keyboard.ts'
import { aCamion, bearer, createRecord, type Login, test } from './support.ts'

// The figures of fuel and maintenance, as the office sees them (docs/contract/fleet.md).

const hoy = todayIn('America/Guatemala', Date.now())
const day = (ago: number) => addDays(hoy, -ago)

/** Km per gallon of the listed cargas, the newest first. */
const listed = (page: Page, placa: string) =>
  page.getByRole('row').filter({ hasText: placa }).locator('td:nth-last-child(3)')

const aTank = (request: APIRequestContext, login: Login, id: number, tanque_gal: number) =>
  request.put(`/api/camiones/${id}/ficha`, { headers: bearer(login), data: { tanque_gal } })

test('km per gallon: partial fills, one without km, one that lacks the carga before it, a replaced odometer', async ({
  page,
  request,
  login,
}) => {
  const { id: camion_id, placa } = await aCamion(request, login)
  const cargas = [
    { fecha: day(20), km: 100_000, galones: 30 },
    { fecha: day(19), km: 100_180, galones: 20, lleno: false },
    { fecha: day(18), km: 100_300, galones: 15, lleno: false },
    { fecha: day(17), km: 100_500, galones: 40 },
    { fecha: day(16), galones: 45 },
    { fecha: day(15), km: 101_300, galones: 48 },
    { fecha: day(14), km: 101_900, galones: 52, falta_anterior: true },
    { fecha: day(13), km: 102_250, galones: 50 },
  ]
  for (const n of [5, 0, 7, 2, 6, 1, 4, 3]) await aCarga(request, login, { camion_id, ...cargas[n] })
  await page.goto(`/combustible?camion_id=${camion_id}`)
  const none = 'Sin dato'
  const before = ['7.00', none, '8.60', none, '6.67', none, none, none]
  await expect(listed(page, placa)).toHaveText(before)
  const reading = { camion_id, fecha: day(12), km: 0, reinicia: true }
  await createRecord(request, login, '/api/lecturas', reading)
  for (const [ago, km] of [
    [11, 10],
    [10, 10],
    [9, 730],
  ] as const)
    await aCarga(request, login, { camion_id, fecha: day(ago), km, galones: 45 })
  await page.reload()
  await expect(listed(page, placa)).toHaveText(['8.00', none, none, ...before])
})

test('warnings: the tank and a low tramo are named in the list and in the bell', async ({
  page,
  request,
  login,
}) => {
  const { id: camion_id, placa } = await aCamion(request, login)
  await aTank(request, login, camion_id, 60)
  for (const [n, galones] of [60, 50, 50, 50, 50, 70].entries())
    await aCarga(request, login, { camion_id, fecha: day(10 - n), km: 100_000 + n * 350, galones })
  await page.goto(`/combustible?camion_id=${camion_id}`)
  const warned = page.getByRole('button', { name: 'Revisa esta carga' })
  await expect(warned).toHaveCount(1)
  await warned.hover()
  const text = '70 galones en un tanque de 60; 5.00 km/gal, lo usual es 7.00'
  await expect(page.getByRole('tooltip')).toHaveText(text)
  const { data } = (await (
    await request.get('/api/avisos?clase=combustible', { headers: bearer(login) })
  ).json()) as { data: { texto: string; href: string }[] }
  expect(data.filter(({ texto }) => texto.startsWith(placa))).toMatchObject([
    { texto: `${placa}, ${formatFecha(day(5))}: ${text}`, href: `/combustible?camion_id=${camion_id}` },
  ])
})

test('settled carga: takes new kilometres and refuses a new total', async ({ page, request, login }) => {
  const { id: chofer_id } = await aDineroPiloto(request, login)
  const { id: camion_id } = await aCamion(request, login)
  const { id } = await aCarga(request, login, { camion_id, chofer_id, paga: 'piloto', km: 100_000 })
  const settled = { chofer_id, movimientos: [id] }
  const { numero } = await createRecord<{ numero: string }>(request, login, '/api/liquidaciones', settled)
  await page.goto(`/combustible?registro=${id}`)
  await page.getByLabel('Kilometraje').fill('100350')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Carga actualizada exitosamente')).toBeVisible()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.goto(`/combustible?registro=${id}`)
  await expect(page.getByLabel('Kilometraje')).toHaveValue('100350')
  await page.getByLabel('Total (Q)').fill('1,500.00')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`El movimiento pertenece a la liquidación ${numero}.`)).toBeVisible()
  await expect(page.getByLabel('Total (Q)')).toHaveValue('1,500.00')
})

test("pilot's gasto with a photo: gets gallons, and stays one movimiento with one photo", async ({
  page,
  request,
  login,
}) => {
  const { id: chofer_id, word } = await aDineroPiloto(request, login)
  const { placa } = await aCamion(request, login)
  const gasto = await aGastoToReview(request, login, { chofer_id, concepto: 'Combustible', monto: 640 })
  await page.goto(`/combustible?vista=sin-galones&buscar=${word}`)
  await aFoto(page, request, login, gasto.id)
  await page.getByRole('row').filter({ hasText: word }).getByRole('link', { name: 'Agregar galones' }).click()
  await expectFocus(page, 'Camión')
  await page.keyboard.type(placa)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.getByLabel('Galones').fill('20')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Carga actualizada exitosamente')).toBeVisible()
  const found = await request.get(`/api/movimientos?chofer_id=${chofer_id}`, { headers: bearer(login) })
  expect(await found.json()).toMatchObject({
    count: 1,
    data: [{ id: gasto.id, monto: 640, estado: 'registrado', archivos: 1 }],
  })
})

test('maintenance of a plan: set to Completado in its form, it moves the plan', async ({
  page,
  request,
  login,
}) => {
  const { id } = await aCamion(request, login)
  const plan = await aPlan(request, login, [id], { cada_dias: 180, desde_fecha: day(200) })
  const job = await createRecord(request, login, `/api/planes/${plan.id}/mantenimiento`, {
    fecha_programada: day(2),
    estado: 'Programado',
  })
  await page.goto(`/planes?camion_id=${id}`)
  await expect(page.getByRole('row').nth(1)).toContainText('Venció hace 20 días')
  await page.goto(`/mantenimientos?registro=${job.id}`)
  await page.getByLabel('Estado').selectOption('Completado')
  await page.getByLabel('Fecha realizada').fill(formatFecha(day(1)))
  await page.getByLabel('Kilometraje').fill('105350')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Mantenimiento actualizado exitosamente')).toBeVisible()
  await page.goto(`/planes?camion_id=${id}`)
  for (const text of ['Faltan 10,000 km', 'Al día', '105,350 km', '115,350 km', formatFecha(day(-179))])
    await expect(page.getByRole('row').nth(1)).toContainText(text)
})
