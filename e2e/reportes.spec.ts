import { expect } from '@playwright/test'
import { errorResponse, fetchToday } from './dashboard.ts'
import { aRow, createTripsOn, mockRows, reportes } from './reportes.ts'
import { createRecord, logIn, pressEnabled, setClock, test, unique } from './support.ts'

test('report of a month: is opened by keyboard, and its figures match its trips', async ({
  page,
  request,
  login,
}) => {
  await createTripsOn(request, login, ['2001-03-02', '2001-03-02', '2001-03-31', '2001-04-01'])
  await page.goto('/reportes')
  await expect(page.getByLabel('Tipo')).toHaveValue('dia')
  await expect(page.getByRole('button', { name: 'Este mes' })).toHaveAttribute('aria-pressed', 'true')
  const [year, month_] = (await fetchToday(request)).split('-')
  await expect(page.getByLabel('Fecha inicio')).toHaveValue(`01/${month_}/${year}`)
  await page.getByRole('button', { name: 'Todo' }).press('Enter')
  await expect(page).toHaveURL('/reportes?filtro=dia')
  await expect(page.getByRole('button', { name: 'Todo' })).toHaveAttribute('aria-pressed', 'true')

  await page.getByLabel('Tipo').focus()
  await page.keyboard.press('ArrowDown')
  await page.getByLabel('Fecha inicio').focus()
  await page.keyboard.type('01/03/2001')
  await page.keyboard.press('Tab')
  await page.keyboard.type('31/03/2001')
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL('/reportes?filtro=mes&fechaInicio=2001-03-01&fechaFin=2001-03-31')
  const month = page.getByRole('row', { name: /Marzo 2001/ })
  await expect(month.getByRole('cell')).toHaveText(['Marzo 2001', '3', '1', '0', '1', '1', 'Q300.30'])
  await expect(page.getByText('Mostrando 1-1 de 1 registros', { exact: true })).toBeVisible()
  await expect(page.getByText('Por Mes · Del 01/03/2001 al 31/03/2001')).toBeVisible()

  await page.getByLabel('Tipo').focus()
  await page.keyboard.press('Home')
  await expect(page).toHaveURL('/reportes?filtro=dia&fechaInicio=2001-03-01&fechaFin=2001-03-31')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('31/03/2001')
  await expect(rows.nth(2).getByRole('cell')).toHaveText(['02/03/2001', '2', '0', '0', '1', '1', 'Q200.20'])
  await expect(rows.nth(3).getByRole('cell')).toHaveText([
    'Total de 2 periodos',
    '3',
    '1',
    '0',
    '1',
    '1',
    'Q300.30',
  ])
  await page.reload()
  await expect(page.getByLabel('Fecha fin')).toHaveValue('31/03/2001')
  await page.goto('/reportes?filtro=año&fechaInicio=2001-01-01&fechaFin=2001-12-31')
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('2001')
})

test("presets: follow the company's calendar past midnight, and group by day where useful", async ({
  page,
}) => {
  await mockRows(page, [aRow('2026-11-20')])
  // 23:50 on Sunday in Guatemala; in the browser's zone it is Monday already.
  await setClock(page, '2026-11-23T05:50:00Z', { hoy: '2026-11-22' })
  await page.goto('/reportes?filtro=mes')
  const press = async (name: string, desde: string, hasta: string) => {
    await pressEnabled(page.getByRole('button', { name }))
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByLabel('Fecha inicio')).toHaveValue(desde)
    await expect(page.getByLabel('Fecha fin')).toHaveValue(hasta)
  }
  await press('Esta semana', '16/11/2026', '22/11/2026')
  await expect(page.getByLabel('Tipo')).toHaveValue('dia')
  await press('Este mes', '01/11/2026', '30/11/2026')
  await press('Mes pasado', '01/10/2026', '31/10/2026')
  await press('Este año', '01/01/2026', '31/12/2026')
  await press('Todo', '', '')
  await page.clock.fastForward(660_000)
  await press('Esta semana', '23/11/2026', '29/11/2026')
})

test("rows: are paged in the browser, with the specification's words and the total of all", async ({
  page,
}) => {
  const months = Array.from({ length: 24 }, (_, index) => 24 - index)
  await mockRows(
    page,
    months.map((month) =>
      aRow(`${2024 + Math.ceil(month / 12)}-${String(((month - 1) % 12) + 1).padStart(2, '0')}`),
    ),
  )
  await page.goto('/reportes?filtro=mes')
  const sizes = page.getByLabel('Filas por página')
  await expect(sizes).toHaveValue('10')
  await expect(sizes.getByRole('option')).toHaveText(['5', '10', '20', '50', '100'])
  await expect(page.getByText('Mostrando 1-10 de 24 registros')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Anterior' })).toBeDisabled()
  await pressEnabled(page.getByRole('button', { name: 'Siguiente' }))
  await pressEnabled(page.getByRole('button', { name: 'Siguiente' }))
  await expect(page.getByText('Mostrando 21-24 de 24 registros')).toBeVisible()
  await expect(page).toHaveURL('/reportes?pagina=3&filtro=mes')
  await expect(page.getByRole('button', { name: 'Siguiente' })).toBeDisabled()
  await expect(page.getByRole('row', { name: /Total de 24 periodos/ })).toContainText('Q2,406.00')
  await page.goBack()
  await expect(page.getByText('Mostrando 11-20 de 24 registros')).toBeVisible()
  await sizes.selectOption('5')
  await expect(page).toHaveURL('/reportes?porPagina=5&filtro=mes')
  await expect(page.getByText('Mostrando 1-5 de 24 registros')).toBeVisible()
})

test('end before start: shows an error at its field and sends no request', async ({ page }) => {
  const queries: string[] = []
  page.on('request', (request) => reportes.test(request.url()) && queries.push(new URL(request.url()).search))
  await page.goto('/reportes?filtro=dia&fechaInicio=2001-03-10')
  await expect.poll(() => queries).toHaveLength(1)
  await page.getByLabel('Fecha fin').fill('09/03/2001')
  const field = page.getByLabel('Fecha fin')
  await expect(field).toHaveAccessibleDescription('La fecha final no puede ser anterior a la inicial.')
  await expect(page.getByText('Corrige las fechas para ver el reporte.')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  for (const name of ['Ver Reporte', 'Exportar Excel', 'Exportar PDF'])
    await expect(page.getByRole('button', { name })).toBeDisabled()
  expect(queries).toHaveLength(1)
  await field.fill('31/02/2001')
  await page.keyboard.press('Tab')
  await expect(field).toHaveAccessibleDescription('Escribe una fecha válida.')
  await field.fill('10/03/2001')
  await expect.poll(() => queries.at(-1)).toBe('?filtro=dia&fechaInicio=2001-03-10&fechaFin=2001-03-10')
})

test('report: shows no rows, and rows that failed to load', async ({ page, request, login }) => {
  await createTripsOn(request, login, ['2001-01-01'])
  await page.goto('/reportes?filtro=mes&fechaInicio=2002-01-01&fechaFin=2002-12-31')
  await expect(page.getByText('No hay datos para mostrar con los filtros seleccionados')).toBeVisible()
  await page.getByRole('button', { name: 'Ver todas las fechas' }).click()
  await expect(page).toHaveURL('/reportes?filtro=mes')

  await page.route(reportes, (route) => route.fulfill(errorResponse))
  await page.goto('/reportes?filtro=mes&fechaInicio=2002-01-01&fechaFin=2002-12-31')
  await expect(page.getByRole('alert')).toContainText('Error al cargar los reportes')
  await expect(page.getByRole('alert')).toContainText('No se pudo.')
  await page.unroute(reportes)
  await page.getByRole('button', { name: 'Reintentar' }).press('Enter')
  await expect(page.getByText('No hay datos para mostrar con los filtros seleccionados')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('chart: shows the figures of the hovered period, also without trips', async ({ page }) => {
  await mockRows(page, [aRow('2026-11-04', 3, 30), aRow('2026-11-01', 5, 50)])
  await page.goto('/reportes?filtro=dia')
  const chart = page.getByRole('region', { name: 'Viajes e ingresos' })
  await expect(chart).toContainText('8 viajesQ80.00')
  await chart.getByText('04/11').hover()
  await expect(chart.getByRole('heading')).toHaveText('04/11/2026')
  await expect(chart).toContainText('3 viajesQ30.00')
  await chart.getByText('03/11').hover()
  await expect(chart.getByRole('heading')).toHaveText('03/11/2026')
  await expect(chart).toContainText('0 viajesQ0.00')
  await page.getByRole('heading', { name: 'Reportes' }).hover()
  await expect(chart).toContainText('8 viajesQ80.00')
})

test('figures: label their bars where they fit, or not at all', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  const chart = page.getByRole('region', { name: 'Viajes e ingresos' })
  const figures = chart.getByText('2,368', { exact: true })
  const months = Array.from({ length: 12 }, (_, index) =>
    aRow(`2026-${String(12 - index).padStart(2, '0')}`, 2368),
  )
  await mockRows(page, months)
  await page.goto('/reportes?filtro=mes')
  await expect(figures).toHaveCount(12)
  await expect(chart).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('row', { name: /Diciembre 2026/ })).toBeInViewport({ ratio: 1 })
  const days = Array.from({ length: 31 }, (_, index) =>
    aRow(`2026-10-${String(31 - index).padStart(2, '0')}`, 2368),
  )
  await mockRows(page, days)
  await page.goto('/reportes?filtro=dia')
  await expect(chart.getByText('31/10')).toBeVisible()
  await expect(figures).toHaveCount(0)
})

test.describe('generar_reportes alone', () => {
  test.use({ anonymous: true })

  test('home: shows the trips, without links to other sections', async ({
    page,
    request,
    playwright,
    baseURL,
  }) => {
    const boss = await logIn(await playwright.request.newContext({ baseURL: baseURL ?? '' }))
    const { rutas } = await createTripsOn(request, boss, ['2003-05-06'])
    const who = { username: unique('u').toLowerCase(), password: 'una clave cualquiera' }
    await createRecord(request, boss, '/api/usuarios', { ...who, rol_id: 3, estado: 'activo', permisos: [2] })
    await page.goto('/login')
    await page.getByLabel('Usuario').fill(who.username)
    await page.getByRole('textbox', { name: 'Contraseña' }).fill(who.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')
    await page.goto('/')
    await expect(page).toHaveURL('/reportes')
    await page.goto('/reportes?filtro=mes&fechaInicio=2003-01-01&fechaFin=2003-12-31')
    await page.getByRole('link', { name: 'Mayo 2003: ver sus viajes' }).press('Enter')
    const trips = page.getByRole('dialog', { name: 'Viajes · Mayo 2003' })
    await expect(trips.getByRole('cell').first()).toHaveText(rutas[0]!.no_ruta.replace('RUTA-', ''))
    await expect(trips.getByRole('link')).toHaveCount(0)
  })
})
