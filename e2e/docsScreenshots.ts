import { mkdirSync } from 'node:fs'
import { addDays } from '@flota/contract/core/dates.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { chromium, type Page, request } from '@playwright/test'
import { chromiumArgs, findChromium } from '../scripts/setup/chromium.mjs'
import { takeBoard } from './boardScreenshots.ts'
import { startDemo, type User } from './demoCompany.ts'
import { takeImport } from './importScreenshots.ts'
import { startServer } from './isolatedServer.ts'
import { takeMoney } from './moneyScreenshots.ts'
import {
  button,
  desktop,
  manualFolder,
  parkMouse,
  press,
  takePdfScreenshot,
  takeReadmeScreenshot,
  takeScreenshot,
  visit,
} from './screenshots.ts'
import { admin, bearer, createRecord, logIn, storageOf } from './support.ts'
import { takeConflictingTrip, takeNewRuta, takeTrip, takeVersionConflict } from './tripScreenshots.ts'

// Takes the pictures of docs/manual.md and README.md in the light theme. Usage: npm run docs:screenshots

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArgs })

/** Returns an API client with the user's session. */
async function openApi(address: string, who: User) {
  const api = await request.newContext({ baseURL: address })
  return { api, login: await logIn(api, who) }
}

/** Runs `act` in a browser context of the user, and closes it. */
async function withPageOf(
  who: User,
  { address, size = desktop }: { address: string; size?: typeof desktop },
  look: (page: Page) => Promise<void>,
) {
  const { api, login } = await openApi(address, who)
  await api.dispose()
  const context = await browser.newContext({
    ...size,
    baseURL: address,
    locale: 'es-GT',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    storageState: storageOf(address, login),
  })
  const page = await context.newPage()
  // A pinned menu shows its labels.
  await page.addInitScript(() => localStorage.setItem('menu', 'fijo'))
  await look(page)
  await context.close()
}

const rowMenu = (page: Page) => button(page, /^Acciones de/)

async function takeLists(page: Page, today: string) {
  await visit(page, '/dashboard', () => page.getByText('Actualizado a las'))
  await takeScreenshot(page, 'resumen')
  await takeReadmeScreenshot(page, 'resumen')
  await visit(page, `/rutas?${today}`, rowMenu)
  await takeScreenshot(page, 'rutas')
  await takeReadmeScreenshot(page, 'rutas')
  const boxes = page.getByRole('row').getByRole('checkbox')
  for (const row of [1, 2]) await boxes.nth(row).check()
  await button(page, 'Imprimir hojas').waitFor()
  await parkMouse(page)
  await takeScreenshot(page, 'elegidas')
  await visit(page, '/admin-dashboard', () => page.getByRole('heading', { name: 'En camino ahora' }))
  await takeScreenshot(page, 'panel')
  await visit(page, '/reportes?filtro=mes', () => page.getByText(/^Mostrando/))
  await takeScreenshot(page, 'reportes')
  await takeReadmeScreenshot(page, 'reportes')
  await takeBoard(page)
  await visit(page, '/vencimientos', () => button(page, 'Renovar'))
  await takeScreenshot(page, 'vencimientos')
  await visit(page, '/tarifas', rowMenu)
  await takeScreenshot(page, 'tarifas')
  await visit(page, '/combustible', rowMenu)
  await takeScreenshot(page, 'combustible')
  await visit(page, '/planes', rowMenu)
  await takeScreenshot(page, 'planes')
  await visit(page, '/ajustes', () => button(page, 'Guardar'))
  await takeScreenshot(page, 'ajustes')
  await visit(page, '/papelera', () => button(page, /^Restaurar/))
  await takeScreenshot(page, 'papelera')
  await visit(page, '/usuarios?buscar=oscar.paz', rowMenu)
  await rowMenu(page).click()
  await page.getByRole('menuitem', { name: /permisos/i }).click()
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
  await takeScreenshot(page, 'permisos')
}

async function takePilot(page: Page) {
  await visit(page, '/piloto-rutas', () => button(page, /^Cambiar Estado/))
  await takeScreenshot(page, 'telefono-mis-rutas')
  await takeReadmeScreenshot(page, 'piloto')
  await press(page, /^Cambiar Estado/)
  const dialog = page.getByRole('dialog')
  await dialog.locator('label').filter({ hasText: 'En curso' }).click()
  await dialog.getByLabel(/^Comentario/).fill('Ya cargué: salgo con ayudante.')
  await takeScreenshot(page, 'telefono-cambiar-estado')
  await page.context().setOffline(true)
  await press(page, 'Guardar')
  await page.getByText('Guardado en este teléfono').waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  await takeScreenshot(page, 'telefono-sin-senal')
}

/** Returns a pilot with a user: on the road, or with a planned trip (on Sundays no trips run). */
async function findDriver(read: <T>(path: string) => Promise<T>, named: (username: string) => User) {
  const rutas = [
    ...(await read<Ruta[]>('/api/rutas?estado=En%20curso')),
    ...(await read<Ruta[]>('/api/rutas?estado=Pendiente&orden=antiguas')),
  ]
  const choferes = await read<{ id: number; username: string | null }[]>('/api/choferes')
  const names = rutas.map(({ chofer_id }) => choferes.find(({ id }) => id === chofer_id)?.username)
  return named(names.find((name) => name) ?? '')
}

async function takeDemoCompany() {
  const { address, whoIs, named, stop } = await startDemo()
  try {
    const owner = whoIs(/el dueño/)
    const clerk = whoIs(/ingresa y corrige/)
    const { api, login } = await openApi(address, owner)
    const options = { headers: bearer(login) }
    const read = async <T>(path: string) =>
      ((await (await api.get(path, options)).json()) as { data: T }).data
    // On a holiday the newest day with trips is earlier.
    const { rutasPorFecha } = await read<{ rutasPorFecha: { fecha: string; rutas: Ruta[] }[] }>(
      '/api/rutas/recientes?dias=1',
    )
    const [day] = rutasPorFecha
    const [ruta] = day?.rutas ?? []
    const planned = await read<Ruta[]>('/api/rutas?estado=Pendiente&orden=antiguas&porPagina=2')
    // The other one is changed for the picture of a conflict.
    const next = planned.find(({ id }) => id !== ruta?.id)
    if (!day || !ruta || !next) throw new Error('The demonstration company has no trip, or no planned one')
    const today = `desde=${day.fecha}&hasta=${day.fecha}`
    await withPageOf(owner, { address }, (page) => takeLists(page, today))
    await withPageOf(owner, { address }, takeMoney)
    await withPageOf(owner, { address }, takeImport)
    await withPageOf(clerk, { address }, (page) => takeNewRuta(page, ruta))
    await withPageOf(clerk, { address }, (page) =>
      takeVersionConflict(page, ruta, () =>
        api.put(`/api/rutas/${ruta.id}`, { ...options, data: { ...ruta, hora: '15:45', combustible: 60 } }),
      ),
    )
    const office = await openApi(address, clerk)
    const changed = await office.api.put(`/api/rutas/${next.id}`, {
      headers: bearer(office.login),
      data: { ...next, precio: Number(next.precio) - 100 },
    })
    if (!changed.ok()) throw new Error(`PUT returned ${changed.status()}: ${await changed.text()}`)
    await office.api.dispose()
    await withPageOf(owner, { address }, (page) => takeTrip(page, next))
    await withPageOf(clerk, { address }, (page) => takeConflictingTrip(page, next))
    await withPageOf(clerk, { address, size: phone }, async (page) => {
      await visit(page, `/rutas?${today}`, rowMenu)
      await takeScreenshot(page, 'telefono-rutas')
    })
    await withPageOf(await findDriver(read, named), { address, size: phone }, takePilot)
    // Twelve months that start with a whole one.
    const aYear = `fechaInicio=${addDays(day.fecha, -334).slice(0, 8)}01&fechaFin=${day.fecha}`
    const report = await api.get(`/api/reportes/exportar?formato=pdf&filtro=mes&${aYear}`, options)
    const pdf = await report.body()
    await withPageOf(owner, { address }, (page) => takePdfScreenshot(page, 'reporte-pdf', pdf))
    await api.dispose()
  } finally {
    await stop()
  }
}

async function takeEmptyCompany() {
  const { address, stop } = await startServer()
  try {
    const { api, login } = await openApi(address, admin)
    await createRecord(api, login, '/api/clientes', {
      nombre: 'Distribuidora',
      apellido: 'La Fragua',
      telefono: '23331234',
    })
    await api.dispose()
    await withPageOf(admin, { address }, async (page) => {
      await visit(page, '/dashboard', () => page.getByRole('heading', { name: /primer viaje/ }))
      await takeScreenshot(page, 'primeros-pasos')
    })
  } finally {
    await stop()
  }
}

mkdirSync(manualFolder, { recursive: true })
try {
  await takeEmptyCompany()
  await takeDemoCompany()
} finally {
  await browser.close()
}
