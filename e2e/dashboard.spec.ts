import { expect } from '@playwright/test'
import {
  addDays,
  aTrip,
  changeRecientes,
  errorResponse,
  fetchToday,
  formatDate,
  money,
  openDashboard,
  recientes,
} from './dashboard.ts'
import { expectAccessible } from './expectAccessible.ts'
import { createRecord, test, typeLogin, unique } from './support.ts'

test('dashboard: shows the day in six figures and a table, and each figure links to its trips', async ({
  page,
  request,
  login,
}) => {
  const { number } = await aTrip(request, login, { precio: 1234.5, estado: 'Incidente' })
  const { hoy, rutasPorFecha } = await openDashboard(page)
  const { resumen } = rutasPorFecha[0]!
  expect(rutasPorFecha[0]!.fecha).toBe(hoy)
  const day = `desde=${hoy}&hasta=${hoy}`
  for (const [label, value, search] of [
    ['Total de Rutas', resumen.total.toLocaleString('es-GT'), day],
    ['Rutas Pendientes', resumen.pendientes.toLocaleString('es-GT'), `${day}&estado=Pendiente`],
    ['Rutas En Curso', resumen.en_curso.toLocaleString('es-GT'), `${day}&estado=En+curso`],
    ['Rutas Entregadas', resumen.entregadas.toLocaleString('es-GT'), `${day}&estado=Entregado`],
    ['Rutas con Incidentes', resumen.incidentes.toLocaleString('es-GT'), `${day}&estado=Incidente`],
    ['Ingresos Totales', `${money(resumen.ingresos)}con IVA`, day],
  ] as const) {
    const card = page.getByRole('main').getByRole('link', { name: label })
    await expect(card).toHaveText(`${label}${value}`)
    await expect(card).toHaveAttribute('href', `/rutas?${search}`)
  }
  await expect(page.getByRole('heading', { name: 'Viajes de Hoy' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    'No. Ruta',
    'Cliente',
    'Servicio',
    'Origen',
    'Destino',
    'Piloto',
    'Hora',
    'Estado',
    'Precio',
  ])
  const row = page.getByRole('row', { name: number })
  await expect(row.getByRole('cell')).toHaveText([
    number,
    /^Distribuidora /,
    'Flete local',
    'Puerto Quetzal',
    'Quetzaltenango',
    'José Luis Pérez Ixcot',
    '00:00',
    'Incidente',
    'Q1,234.50',
  ])
  await page.getByRole('main').getByRole('link', { name: 'Rutas con Incidentes' }).click()
  await expect(page).toHaveURL(`/rutas?${day}&estado=Incidente`)
  await expect(page.getByRole('heading', { name: 'Rutas', level: 1 })).toBeVisible()
})

test("dashboard of a pilot: shows the pilot's trips without income and prices, and links to the pages", async ({
  page,
  request,
  login,
}) => {
  const { piloto, number } = await aTrip(request, login)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await typeLogin(page, piloto)
  await expect(page).toHaveURL('/piloto-rutas')
  await page.goto('/dashboard')
  await expect(page.getByRole('row', { name: number })).toBeVisible()
  const hour = page.getByRole('row', { name: number }).getByRole('cell', { name: /^\d\d:\d\d$/ })
  const lines = await hour.evaluate((cell) => {
    const text = document.createRange()
    text.selectNodeContents(cell)
    return text.getClientRects().length
  })
  expect(lines).toBe(1)
  await expect(page.getByRole('link', { name: 'Total de Rutas' })).toHaveText('Total de Rutas1')
  await expect(page.getByText('Ingresos Totales')).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Precio' })).toHaveCount(0)
  const hints = page.getByRole('navigation', { name: 'Secciones Disponibles' })
  await expect(hints.getByRole('link')).toHaveText(['Rutas', 'Mis Rutas'])
})

test('dashboard of an administrador: shows no hints', async ({ page }) => {
  await openDashboard(page)
  await expect(page.getByText('Actualizado a las')).toBeVisible()
  await expect(page.getByText('Secciones Disponibles')).toHaveCount(0)
})

test('dashboard: refetches on a click and every minute', async ({ page, request, login }) => {
  await page.clock.install()
  await openDashboard(page)
  await expect(page.getByText('Actualizado a las')).toBeVisible()
  const first = await aTrip(request, login)
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(page.getByRole('row', { name: first.number })).toBeVisible()
  const second = await aTrip(request, login)
  await page.clock.fastForward(59_000)
  await expect(page.getByRole('row', { name: first.number })).toBeVisible()
  await page.clock.fastForward(2_000)
  await expect(page.getByRole('row', { name: second.number })).toBeVisible()
})

test("dashboard: shows its refetch time by the company's clock", async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-20T14:05:00Z') })
  await openDashboard(page)
  await expect(page.getByText('Actualizado a las 08:05')).toBeVisible()
  await page.clock.fastForward(120_000)
  await expect(page.getByText('Actualizado a las 08:07')).toBeVisible()
})

test("dashboard: drops yesterday's trips when midnight passes in Guatemala", async ({
  page,
  request,
  login,
}) => {
  await aTrip(request, login)
  const hoy = await fetchToday(request)
  let midnightPassed = false
  await changeRecientes(page, (data) => {
    if (midnightPassed) data.hoy = addDays(data.hoy, 1)
  })
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Viajes de Hoy' })).toBeVisible()
  midnightPassed = true
  await page.clock.fastForward(60_000)
  await expect(page.getByRole('heading', { name: 'Viajes Recientes' })).toBeVisible()
  await expect(page.getByText(formatDate(hoy), { exact: true })).toBeVisible()
  await expect(page.getByText('Hoy todavía no hay viajes: lo que ves es de ayer.')).toBeVisible()
})

test('dashboard: keeps its layout while it loads; without trips it says when they appear', async ({
  page,
}) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(recientes, async (route) => {
    await promise
    await route.fulfill({
      json: { success: true, message: '', data: { hoy: '2026-11-20', rutasPorFecha: [] } },
    })
  })
  // Not the company's first day: there are trips.
  await page.route('**/api/rutas?porPagina=1', (route) =>
    route.fulfill({ json: { success: true, message: '', data: [], paginacion: { total: 1 }, count: 0 } }),
  )
  await page.goto('/dashboard')
  await expect(page.getByText('Cargando el resumen del día…')).toBeAttached()
  const card = page.getByText('Total de Rutas')
  // The widths are final when the fonts have loaded.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const before = await card.boundingBox()
  await expectAccessible(page)
  resolve()
  await expect(
    page.getByText('Todavía no hay viajes. Aquí aparecen los del día en cuanto se asignan.'),
  ).toBeVisible()
  expect(await card.boundingBox()).toEqual(before)
  await expect(page.getByRole('link', { name: 'Ingresos Totales' })).toHaveText(
    'Ingresos TotalesQ0.00con IVA',
  )
  await expect(page.getByRole('main').getByRole('link', { name: '+ Ingresar Ruta' })).toBeVisible()
  await expectAccessible(page)
})

test('dashboard: a failed block shows an error and retries on a click; loaded data stays', async ({
  page,
}) => {
  await page.route(recientes, (route) => route.fulfill(errorResponse))
  await page.goto('/dashboard')
  await expect(page.getByRole('alert')).toContainText('Error al cargar las rutas')
  await expectAccessible(page)
  await page.unroute(recientes)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('link', { name: 'Total de Rutas' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.route(recientes, (route) => route.fulfill(errorResponse))
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(page.getByText('No se pudo actualizar: lo que ves es de las')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Total de Rutas' })).toBeVisible()
})

test('dashboard: shows 100 trips of a long day and a link to all', async ({ page, request, login }) => {
  await aTrip(request, login)
  await changeRecientes(page, ({ rutasPorFecha: [day] }) => {
    day!.rutas = Array.from({ length: 240 }, (_, index) => ({ ...day!.rutas[0]!, id: index + 1 }))
  })
  await page.goto('/dashboard')
  await expect(page.getByText('Se muestran los primeros 100 de 240 viajes.')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(101)
  const hoy = await fetchToday(request)
  await expect(page.getByRole('link', { name: 'Ver todos' })).toHaveAttribute(
    'href',
    `/rutas?desde=${hoy}&hasta=${hoy}`,
  )
})

test('user without ver_rutas: sees the permitted pages', async ({
  page,
  request,
  login,
  browser,
  baseURL,
}) => {
  const who = { username: unique('u').toLowerCase(), password: 'una clave cualquiera' }
  await createRecord(request, login, '/api/usuarios', { ...who, rol_id: 3, estado: 'activo', permisos: [1] })
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: { cookies: [], origins: [] },
  })
  const other = await context.newPage()
  await other.goto('/login')
  await typeLogin(other, who)
  await expect(other).toHaveURL('/dashboard')
  await expect(other.getByRole('heading', { name: 'Secciones Disponibles' })).toBeVisible()
  await expect(other.getByRole('main').getByRole('link', { name: 'Pilotos' })).toBeVisible()
  // The menu has no Dashboard, and lists people under their section's name.
  const menu = other.getByRole('navigation', { name: 'Menú' })
  await expect(menu.getByRole('list', { name: 'Personal' }).getByRole('link')).toHaveText([
    'Pilotos',
    'Ayudantes',
  ])
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  await context.close()
  await page.goto('/dashboard')
  await expect(
    page.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Dashboard' }),
  ).toBeAttached()
})
