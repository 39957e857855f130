import { readdirSync, readFileSync, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { aClientToInvoice, aFactura } from './cobros.ts'
import { aDineroPiloto, aMovimiento } from './dinero.ts'
import { aRow, mockRows } from './reportes.ts'
import { aCamion, aPiloto, test, typeLogin } from './support.ts'

const dist = new URL('../web/dist/', import.meta.url)
const KB = 1024
/** KB of an office page and of one with a form, with all chapters. */
const [maxPage, maxForm] = [170, 215]

/** Records the wire size of each file that the page requests, by path. Text files count compressed. */
function weigh(page: Page) {
  const files = new Map<string, number>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    // The browser may check for a new service worker at any time after the load.
    if (pathname.startsWith('/api/') || pathname === '/sw.js') return
    const file = pathname.includes('.') ? pathname.slice(1) : 'index.html'
    const onDisk = /\.(png|woff2)$/.test(file) ? file : `${file}.gz`
    files.set(file, statSync(new URL(onDisk, dist)).size)
  })
  return (wanted: RegExp = /./) =>
    [...files].reduce((sum, [file, size]) => (wanted.test(file) ? sum + size : sum), 0) / KB
}

test('compressed files: equal their originals', () => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.gz'),
  )
  expect(files.length).toBeGreaterThan(50)
  const read = (name: string) => readFileSync(new URL(name, dist))
  for (const name of files)
    expect(gunzipSync(read(name)).equals(read(name.slice(0, -'.gz'.length))), name).toBe(true)
})

const code = /\.(js|css)$/

test.describe('without a session', () => {
  test.use({ anonymous: true })

  test('login page: weighs at most 82 KB and loads no font', async ({ page }) => {
    const weight = weigh(page)
    await page.goto('/login')
    await expect(page.getByLabel('Usuario')).toBeFocused()
    await page.waitForLoadState('networkidle')
    expect(weight()).toBeLessThan(82)
    expect(weight(/woff2$/)).toBe(0)
  })

  test('pilot page: weighs less than 98,000 bytes, in few files, with the dialog of a change and without a font', async ({
    page,
    request,
    login,
  }) => {
    const who = await aPiloto(request, login)
    await page.goto('/login')
    await typeLogin(page, who)
    await expect(page.getByText('No tienes rutas asignadas.')).toBeVisible()
    // Requests still running belong to the load, not to the measured visit.
    await page.waitForLoadState('networkidle')
    let files = 0
    const calls: string[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (code.test(pathname)) files += 1
      if (pathname.startsWith('/api/')) calls.push(pathname)
    })
    const weight = weigh(page)
    await page.reload()
    await expect(page.getByText('No tienes rutas asignadas.')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(weight() * KB).toBeLessThan(98_000)
    expect(weight(/woff2$/)).toBe(0)
    expect(files).toBeLessThanOrEqual(8)
    // The page reuses the responses that it requested before its scripts loaded.
    expect(calls.sort()).toEqual([
      '/api/auth/verify',
      '/api/config',
      '/api/piloto/expedientes',
      '/api/piloto/mis-rutas',
    ])
  })
})

test('office page: weighs at most 170 KB, a form 215, at most 60 more than its list, the font 40 KB', async ({
  page,
  request,
  login,
}) => {
  await aCamion(request, login)
  const weight = weigh(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Actualizar' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Camiones' }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const dashboard = weight(code)
  expect(dashboard).toBeLessThan(maxPage)
  await page.getByRole('link', { name: 'Camiones' }).first().click()
  await expect(page.getByRole('button', { name: /Acciones de|Siguiente/ }).first()).toBeAttached()
  await page.waitForLoadState('networkidle')
  const list = weight(code)
  expect(list).toBeLessThan(maxPage)
  expect(list - dashboard).toBeLessThan(15)
  await page.getByRole('link', { name: '+ Ingresar Camión' }).first().click()
  await expect(page.getByLabel('Placa')).toBeFocused()
  expect(weight(code)).toBeLessThan(maxForm)
  expect(weight(code) - list).toBeLessThan(60)
  expect(weight(/woff2$/)).toBeLessThan(40)
})

test("money lists, a pilot's documents and a movement's form: weigh as much as other pages and forms", async ({
  page,
  context,
  request,
  login,
}) => {
  const { id } = await aDineroPiloto(request, login)
  await aMovimiento(request, login, 'anticipo', { chofer_id: id, monto: 100 })
  const most = {
    '/dinero': maxPage,
    '/dinero?vista=movimientos': maxPage,
    [`/dinero/piloto/${id}`]: maxPage,
    '/dinero?registro=gasto': maxForm,
    '/combustible': maxPage,
    '/combustible?registro=nuevo': maxForm,
    '/planes': maxPage,
    '/mantenimientos': maxPage,
    '/planes?registro=nuevo': maxForm,
  }
  for (const [path, limit] of Object.entries(most)) {
    const alone = path === '/dinero' ? page : await context.newPage()
    const weight = weigh(alone)
    await alone.goto(path)
    await expect(
      alone.getByRole('heading', {
        level: 1,
        name: /Dinero|Liquidar a|Gasto|Combustible|Carga|Plan|Mantenimientos/,
      }),
    ).toBeVisible()
    await alone.waitForLoadState('networkidle')
    expect(weight(code), path).toBeLessThan(limit)
  }
})

test('receivables: lists and an invoice weigh as much as other pages, a client and forms as other forms', async ({
  context,
  request,
  login,
}) => {
  const { id, rutas } = await aClientToInvoice(request, login, 2)
  const factura = await aFactura(request, login, { cliente_id: id, rutas: [{ ruta_id: rutas[0]!.id }] })
  const most = {
    '/cobros': maxPage,
    '/cobros?vista=facturas': maxPage,
    '/cobros?vista=por-cobrar': maxPage,
    [`/cobros/factura/${factura.id}`]: maxPage,
    [`/cobros/cliente/${id}`]: maxForm,
    '/cobros?registro=nueva': maxForm,
    [`/cobros?cobro=${id}&facturas=${factura.id}`]: maxForm,
  }
  for (const [path, limit] of Object.entries(most)) {
    const alone = await context.newPage()
    const weight = weigh(alone)
    await alone.goto(path)
    await expect(alone.getByRole('heading', { level: 1 })).toBeVisible()
    await alone.waitForLoadState('networkidle')
    expect(weight(code), path).toBeLessThan(limit)
  }
})

test('reports: weigh at most 170 KB alone, and at most 15 KB more after another page', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  for (const each of [page, other]) await mockRows(each, [aRow('2026-11')])
  const alone = weigh(other)
  await other.goto('/reportes?filtro=mes')
  await expect(other.getByText(/^Mostrando/)).toBeVisible()
  await other.waitForLoadState('networkidle')
  expect(alone(code)).toBeLessThan(maxPage)

  const weight = weigh(page)
  await page.goto('/rutas')
  await expect(page.getByRole('button', { name: 'Limpiar' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const rutas = weight(code)
  await page.goto('/reportes?filtro=mes')
  await expect(page.getByText(/^Mostrando/)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(weight(code) - rutas).toBeLessThan(15)
})
