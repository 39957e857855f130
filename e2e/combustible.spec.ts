import { expect, type Page } from '@playwright/test'
import { aCarga } from './combustible.ts'
import { aDineroPiloto, aMovimiento, visitAs } from './dinero.ts'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { expectFocus } from './keyboard.ts'
import { aCrew, aRuta } from './rutas.ts'
import { aCamion, createRecord, test, unique } from './support.ts'

// Fuel fill-ups, the kilometres of a truck and what a kilometre costs.

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Combustible' })

test('carga by keyboard: shows price and kilometres, warns about a wrong odometer and saves it', async ({
  page,
  request,
  login,
}) => {
  const camion = await aCamion(request, login)
  await createRecord(request, login, '/api/lecturas', {
    camion_id: camion.id,
    fecha: '2026-11-18',
    km: 100_000,
  })
  await page.goto('/combustible')
  await expect(page.getByRole('heading', { level: 1, name: 'Combustible' })).toBeFocused()
  await page.keyboard.press('n')
  await expectFocus(page, 'Camión')
  await page.keyboard.type(camion.placa.toLowerCase())
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.getByLabel('Fecha').fill('20/11/2026')
  await page.getByLabel('Galones').fill('40.5')
  await page.getByLabel('Total (Q)').fill('1,400.00')
  await expect(page.getByText('Q34.57 por galón')).toBeVisible()
  await expect(page.getByText('Última lectura: 100,000 (18/11/2026)')).toBeVisible()
  await page.getByLabel('Kilometraje').fill('100183')
  await expect(page.getByText('183 km desde el 18/11/2026')).toBeVisible()
  await page.getByLabel('Kilometraje').fill('99000')
  await expect(page.getByText('el kilometraje es menor que 100,000 (18/11/2026)')).toBeVisible()
  await expect(page.getByLabel('Tanque lleno')).toBeChecked()
  await page.getByLabel('Paga').selectOption('Empresa')
  await page.getByLabel('Estación').fill("Puma d'El Rancho")
  await page.getByLabel('Vale').fill('V-1')
  await page.keyboard.press('Enter')
  const popup = page.getByRole('alertdialog', { name: 'Datos ingresados con éxito' })
  await expect(popup).toContainText('Carga creada exitosamente')
  await popup.getByRole('button', { name: 'Otra carga' }).click()
  // The day and the station stay for the next line of the station's invoice.
  await expectFocus(page, 'Camión')
  await expect(page.getByLabel('Estación')).toHaveValue("Puma d'El Rancho")
  await expect(page.getByLabel('Galones')).toHaveValue('')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill(camion.placa)
  const row = page.getByRole('row').filter({ hasText: camion.placa })
  await expect(row).toContainText(/20\/11\/2026.*Sin piloto.*40\.5.*Q34\.57.*Q1,400\.00.*99,000.*Sí/s)
  await row.getByRole('button', { name: 'Revisa esta carga' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('el kilometraje es menor que 100,000 (18/11/2026)')
})

test('list: filters by truck and station, shows its sums, and annuls after asking the motivo', async ({
  page,
  request,
  login,
}) => {
  const camion = await aCamion(request, login)
  const estacion = `Puma ${unique()}`
  await aCarga(request, login, { camion_id: camion.id, estacion, galones: 10.5, total: 300 })
  await aCarga(request, login, { camion_id: camion.id, galones: 20, total: 700.25 })
  await page.goto(`/combustible?camion_id=${camion.id}`)
  const rows = page.getByRole('row').filter({ hasText: camion.placa })
  await expect(rows).toHaveCount(2)
  await expect(page.getByText('2 cargas · 30.5 galones · Q1,000.25')).toBeVisible()
  await page.getByRole('link', { name: estacion }).click()
  await expect(page.getByText('1 carga · 10.5 galones · Q300.00')).toBeVisible()
  await expect(page.getByText(`Solo las de ${estacion}.`)).toBeVisible()
  await page.getByRole('button', { name: /^Acciones de la carga/ }).click()
  await page.getByRole('menuitem', { name: 'Anular' }).click()
  const dialog = page.getByRole('dialog', { name: /Anular: Gasto · Combustible de Q300\.00/ })
  await dialog.getByLabel('Motivo').fill('Se anotó dos veces')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'Anulado' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Ver todas' }).click()
  await expect(page).toHaveURL('/combustible')
})

test('gasto without gallons: is counted, gets them, and the gasto then leads to its carga', async ({
  page,
  request,
  login,
}) => {
  const { id: chofer_id, nombre, word } = await aDineroPiloto(request, login)
  const camion = await aCamion(request, login)
  const gasto = await aMovimiento(request, login, 'gasto', {
    chofer_id,
    concepto: 'Combustible',
    paga: 'piloto',
    monto: 512.5,
  })
  await page.goto('/combustible')
  await tabs(page)
    .getByRole('link', { name: /^Sin galones \([\d,]+\)$/ })
    .click()
  await page.getByRole('searchbox').fill(word)
  await expect(page.getByRole('row').filter({ hasText: nombre })).toHaveCount(1)
  await page.goto(`/dinero?movimiento=${gasto.id}`)
  await page.getByRole('link', { name: 'Agregar galones' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Agregar galones')
  await expectFocus(page, 'Camión')
  await expect(page.getByLabel('Total (Q)')).toHaveValue('512.50')
  await expect(page.getByRole('combobox', { name: 'Piloto' })).toHaveValue(nombre)
  await page.keyboard.type(camion.placa)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Este campo es obligatorio.')).toBeVisible()
  await expectFocus(page, 'Galones')
  await page.keyboard.type('15')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Carga actualizada exitosamente')).toBeVisible()
  await expect(page).toHaveURL(`/dinero?movimiento=${gasto.id}`)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('link', { name: 'Ver carga' }).click()
  await expect(page.getByLabel('Galones')).toHaveValue('15')
  await expect(page).toHaveURL(`/combustible?registro=${gasto.id}`)
})

test("truck's tab Kilometraje: shows sources and faltas, takes a reading and the tank's size", async ({
  page,
  request,
  login,
}) => {
  const camion = await aCamion(request, login)
  await aCarga(request, login, { camion_id: camion.id, fecha: '2026-11-10', km: 100_000 })
  await aCarga(request, login, { camion_id: camion.id, fecha: '2026-11-12', km: 100_500 })
  await page.goto(`/mostrar-camiones/${camion.id}`)
  await page.getByRole('tab', { name: 'Kilometraje' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Kilometraje' })
  await expect(panel).toContainText('100,500 km · 12/11/2026')
  await expect(panel).toContainText('12.50')
  await panel.getByRole('button', { name: '+ Lectura' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lectura' })
  await dialog.getByLabel('Fecha').fill('13/11/2026')
  await dialog.getByLabel('Kilometraje').fill('120,500')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(panel.getByRole('row').nth(1)).toContainText(
    /13\/11\/2026.*120,500.*Lectura.*El kilometraje salta desde 100,500 \(12\/11\/2026\)/s,
  )
  await panel.getByRole('button', { name: 'Lectura', exact: true }).click()
  const edited = page.getByRole('dialog', { name: 'Editar lectura' })
  await edited.getByLabel('Kilometraje').fill('100900')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(panel).toContainText('100,900 km · 13/11/2026')
  await expect(panel.getByText('El kilometraje salta')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Cambiar tanque' }).click()
  await page.getByRole('dialog').getByLabel('Tanque (galones)').fill('60.5')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(panel).toContainText('60.5')
  await panel.getByRole('link', { name: 'Carga' }).first().click()
  await expect(page.getByLabel('Kilometraje')).toHaveValue('100500')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/mostrar-camiones/${camion.id}`)
})

test('cost per kilometre: sums per truck and per pilot, with a line of totals', async ({
  page,
  request,
  login,
}) => {
  const camion = await aCamion(request, login)
  const { id: chofer_id, nombre } = await aDineroPiloto(request, login)
  const both = { camion_id: camion.id, chofer_id, paga: 'piloto', galones: 50, total: 1500 }
  await aCarga(request, login, { ...both, fecha: '2026-11-02', km: 10_000 })
  await aCarga(request, login, { ...both, fecha: '2026-11-03', km: 10_350 })
  await page.goto('/combustible?desde=2026-11-01&hasta=2026-11-30&vista=costo&porPagina=100')
  const row = page.getByRole('row').filter({ hasText: camion.placa })
  await expect(row).toContainText(/350.*100.*7\.00.*Q3,000\.00.*Q0\.00.*Q0\.00.*Q3,000\.00.*Q8\.57/s)
  await expect(page.getByRole('row').last()).toContainText('Total')
  await tabs(page).getByRole('link', { name: 'Por piloto' }).click()
  await expect(page.getByRole('row').filter({ hasText: nombre })).toContainText(/350.*50.*7\.00/s)
  await page.goto('/combustible?desde=2026-11-03&hasta=2026-11-01&vista=costo')
  await expect(page.getByText('La fecha final no puede ser anterior a la inicial.')).toBeVisible()
})

test("trip's tab Dinero: shows the planned gallons, the loaded ones and their difference", async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const ruta = await aRuta(request, login, crew, { combustible: 100 })
  await aCarga(request, login, { camion_id: crew.camion.id, ruta_id: ruta.id, galones: 112.5 })
  await page.goto(`/mostrar-ruta/${ruta.id}`)
  await page.getByRole('tab', { name: 'Dinero' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Dinero' })).toContainText(
    /Galones planeados100.*Galones cargados112\.5.*Diferencia\+12\.5/s,
  )
})

test('ver_dinero alone: reads a carga and changes none', async ({ page, request, login }) => {
  const camion = await aCamion(request, login)
  const { id } = await aCarga(request, login, { camion_id: camion.id })
  await visitAs(page, request, login, [8])
  await page.goto('/combustible')
  await expect(tabs(page).getByRole('link')).toHaveText([
    'Cargas',
    'Costo por km',
    'Por piloto',
    /^Sin galones/,
  ])
  await expect(page.getByRole('link', { name: '+ Carga' })).toHaveCount(0)
  await page.goto(`/combustible?registro=${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Carga de ${camion.placa} · Q1,400.00`)
  await page.getByRole('link', { name: 'Ver el gasto' }).click()
  await expect(page.getByRole('link', { name: 'Ver carga' })).toBeVisible()
})

test('gestionar_dinero alone: enters cargas and sees no cost', async ({ page, request, login }) => {
  await visitAs(page, request, login, [9])
  await page.goto('/combustible?vista=costo')
  await expect(tabs(page).getByRole('link')).toHaveText(['Cargas', /^Sin galones/])
  await expect(page.getByRole('link', { name: '+ Carga' }).first()).toBeVisible()
})

test('lists, form and detail: pass axe', async ({ page, request, login }) => {
  const camion = await aCamion(request, login)
  await createRecord(request, login, '/api/lecturas', {
    camion_id: camion.id,
    fecha: '2026-11-18',
    km: 100_000,
  })
  const { id } = await aCarga(request, login, { camion_id: camion.id, km: 90_000 })
  const paths = {
    [`/combustible?camion_id=${camion.id}`]: 'Combustible',
    '/combustible?vista=costo': 'Combustible',
    '/combustible?vista=piloto': 'Combustible',
    '/combustible?vista=sin-galones': 'Combustible',
    [`/combustible?registro=${id}`]: /Editar/,
  }
  for (const [path, name] of Object.entries(paths)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page)
    await expectAccessibleOnPhone(page)
    await expectNoOverflow(page)
  }
})
