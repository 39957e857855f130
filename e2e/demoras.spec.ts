import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { errorResponse } from './dashboard.ts'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { aCrew, aRuta } from './rutas.ts'
import { bearer, createRecord, type Login, test } from './support.ts'

// Waits and incidents in /reportes, in years that other tests do not use.

const demoras = /\/api\/reportes\/demoras/

async function put(request: APIRequestContext, login: Login, path: string, data: object) {
  const answer = await request.put(path, { headers: bearer(login), data })
  expect(answer.status()).toBe(200)
}

/** Creates a trip whose truck waits from 10:00 to `until` to be loaded. */
async function aWait(
  request: APIRequestContext,
  login: Login,
  crew: Parameters<typeof aRuta>[2],
  { fecha, until }: { fecha: string; until: string },
) {
  const ruta = await aRuta(request, login, crew, { fecha, estado: 'Entregado' })
  const at = (hour: string) => `2026-11-10T${hour}:00-06:00`
  await put(request, login, `/api/rutas/${ruta.id}/tiempos`, {
    llegada_carga: at('10:00'),
    salida_carga: at(until),
  })
  return ruta
}

/** Creates two trips of a client with 2 free hours, one of a client without rules, and an incident. */
async function someDemoras(request: APIRequestContext, login: Login, year: number) {
  const [charged, free] = [await aCrew(request, login), await aCrew(request, login)]
  await put(request, login, `/api/clientes/${charged.cliente.id}/reglas`, {
    horas_libres: 2,
    tarifa_demora: 150,
  })
  await aWait(request, login, charged, { fecha: `${year}-01-10`, until: '16:30' })
  await aWait(request, login, charged, { fecha: `${year}-01-11`, until: '16:31' })
  const { id } = await aWait(request, login, free, { fecha: `${year}-03-01`, until: '11:00' })
  await createRecord(request, login, `/api/rutas/${id}/incidentes`, {
    causa: 'Bloqueo',
    desde: '2026-11-10T08:00:00-06:00',
    hasta: '2026-11-10T11:20:00-06:00',
  })
  return { charged, free }
}

const cells = (page: Page, row: RegExp) => page.getByRole('row', { name: row }).getByRole('cell')

test('waits by client and place, and incidents by cause: follow the period in the address', async ({
  page,
  request,
  login,
}) => {
  const { charged } = await someDemoras(request, login, 2013)
  await page.goto('/reportes?fechaInicio=2013-01-01&fechaFin=2013-12-31')
  await page.getByRole('link', { name: 'Demoras' }).click()
  await expect(page).toHaveURL('/reportes?vista=demoras&desde=2013-01-01&hasta=2013-12-31')
  await expect(page.getByRole('heading', { name: 'Reportes' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Demoras' })).toHaveAttribute('aria-current', 'page')
  const client = new RegExp(`Ñandú ${charged.word}`)
  await expect(cells(page, client)).toHaveText([client, '2', '13 h 1 min', '9 h 15 min', 'Q1,387.50'])
  await expect(cells(page, /Total de 2 clientes/)).toHaveText([
    /Total de 2 clientes/,
    '3',
    '14 h 1 min',
    '9 h 15 min',
    'Q1,387.50',
  ])

  await page.getByLabel('Por', { exact: true }).selectOption('lugar')
  await expect(page).toHaveURL('/reportes?vista=demoras&por=lugar&desde=2013-01-01&hasta=2013-12-31')
  await expect(cells(page, /^Puerto Quetzal/)).toHaveText([
    /^Puerto Quetzal/,
    '3',
    '14 h 1 min',
    '9 h 15 min',
    'Q1,387.50',
  ])
  await expect(cells(page, /Total de 1 lugar/)).toHaveText([
    /Total de 1 lugar/,
    /No se suma/,
    '14 h 1 min',
    '9 h 15 min',
    'Q1,387.50',
  ])

  await page.getByLabel('Por', { exact: true }).selectOption('causa')
  await expect(cells(page, /^Bloqueo/)).toHaveText([/^Bloqueo/, '1', '3 h 20 min'])
  await expect(page.getByRole('columnheader', { name: 'Monto' })).toHaveCount(0)

  await page.goto('/reportes?vista=demoras&desde=2013-02-01&hasta=2013-12-31')
  await expect(page.getByRole('row', { name: /Total de 1 cliente/ })).toBeVisible()
  await expect(page.getByText(charged.word)).toHaveCount(0)
  await page.getByRole('link', { name: 'Viajes', exact: true }).click()
  await expect(page).toHaveURL('/reportes?fechaInicio=2013-02-01&fechaFin=2013-12-31')
  await expect(page.getByRole('link', { name: '01/03/2013: ver sus viajes' })).toBeVisible()
})

test('client: leads to its trips and why they waited; dates are typed or presets, and pages turn', async ({
  page,
  request,
  login,
}) => {
  const { charged, free } = await someDemoras(request, login, 2014)
  await page.goto('/reportes?vista=demoras')
  await page.getByLabel('Fecha inicio').fill('01/01/2014')
  await page.getByLabel('Fecha fin').fill('31/12/2014')
  await expect(page).toHaveURL('/reportes?vista=demoras&desde=2014-01-01&hasta=2014-12-31')
  await expect(page.getByRole('row', { name: free.word })).toContainText('Sin tarifa')
  await expect(page.getByRole('row', { name: charged.word })).toContainText('Q1,387.50')
  await page.getByRole('link', { name: charged.word }).click()
  await expect(page).toHaveURL(
    `/reportes?vista=demoras&por=cliente&clave=${charged.cliente.id}&desde=2014-01-01&hasta=2014-12-31`,
  )
  await expect(page.getByRole('heading', { name: `Esperas de Ñandú ${charged.word}` })).toBeVisible()
  await expect(page.getByText('Mostrando 1-2 de 2 registros')).toBeVisible()
  await page.goto('/reportes?vista=demoras&desde=2014-01-01&hasta=2014-12-31')
  await page.getByRole('button', { name: 'Todo' }).click()
  await expect(page).toHaveURL('/reportes?vista=demoras')
  await expect(page.getByRole('button', { name: 'Todo' })).toHaveAttribute('aria-pressed', 'true')

  const rows = Array.from({ length: 12 }, (_, index) => ({
    clave: String(index + 1),
    nombre: `Cliente ${index + 1}`,
    viajes: 1,
    viajes_dudosos: 0,
    horas: 0.1,
    cobrable_h: 0.1,
    monto: 0.1,
  }))
  await page.route(demoras, (route) =>
    route.fulfill({ json: { success: true, message: '', data: rows, count: rows.length } }),
  )
  await page.goto('/reportes?vista=demoras&pagina=2')
  await expect(page.getByText('Mostrando 11-12 de 12 registros')).toBeVisible()
  await expect(cells(page, /Total de 12 clientes/)).toHaveText([
    /Total de 12 clientes/,
    '12',
    '1 h 12 min',
    '1 h 12 min',
    'Q1.20',
  ])
})

test('place, cause and client: lead to their trips, the longest first, and to what happened on the way', async ({
  page,
  request,
  login,
}) => {
  const { charged, free } = await someDemoras(request, login, 2012)
  const days = 'desde=2012-01-01&hasta=2012-12-31'
  // From the report to the hours of a trip: two presses.
  await page.goto(`/reportes?vista=demoras&por=lugar&${days}`)
  await page.getByRole('link', { name: 'Puerto Quetzal: ver sus viajes' }).click()
  await expect(page.getByRole('heading', { name: 'Esperas en Puerto Quetzal' })).toBeVisible()
  const rows = page.getByRole('main').getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1)).toContainText(`Ñandú ${charged.word}`)
  await expect(rows.nth(1)).toContainText('11/01/2012 · Puerto Quetzal → Cobán')
  await expect(rows.nth(1)).toContainText('6 h 31 min')
  await expect(rows.nth(3)).toContainText(`Ñandú ${free.word}`)
  await expect(rows.nth(3)).toContainText('Sin tarifa')
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1366, height: 768 })
  await rows.nth(1).getByRole('link').click()
  await expect(page.getByText('Llegó a cargar').first()).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Demoras por lugar' }).click()
  await expect(page).toHaveURL(`/reportes?vista=demoras&por=lugar&${days}`)

  await page.getByLabel('Por', { exact: true }).selectOption('causa')
  await page.getByRole('link', { name: 'Bloqueo: ver sus viajes' }).click()
  await expect(page.getByRole('heading', { name: 'Incidentes por Bloqueo' })).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('3 h 20 min')
  await page.getByLabel('Por', { exact: true }).selectOption('cliente')
  await expect(page).toHaveURL(`/reportes?vista=demoras&${days}`)
})

test('full, empty, invalid, loading and failed: pass axe, also on a phone', async ({
  page,
  request,
  login,
}) => {
  await someDemoras(request, login, 2015)
  for (const por of ['cliente', 'causa']) {
    await page.goto(`/reportes?vista=demoras&por=${por}&desde=2015-01-01&hasta=2015-12-31`)
    await expect(page.getByText(/^Mostrando/)).toBeVisible()
    await expectAccessible(page)
    await expectAccessibleOnPhone(page)
    await expectNoOverflow(page)
  }
  await page.goto('/reportes?vista=demoras&desde=2015-12-31&hasta=2015-01-01')
  await expect(page.getByText('La fecha final no puede ser anterior a la inicial.')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/reportes?vista=demoras&desde=2015-06-01&hasta=2015-06-30')
  await expect(page.getByText('No hay datos para mostrar con los filtros seleccionados')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ver todas las fechas' }).click()
  await expect(page).toHaveURL('/reportes?vista=demoras')

  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(demoras, async (route) => {
    await promise
    await route.fulfill(errorResponse)
  })
  await page.reload()
  await expect(page.getByText('Cargando demoras…')).toBeAttached()
  await expectAccessible(page)
  resolve()
  await expect(page.getByRole('alert')).toContainText('Error al cargar las demoras')
  await expectAccessible(page)
  await expectNoOverflow(page)
})
