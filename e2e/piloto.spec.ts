import { expect } from '@playwright/test'
import {
  aRuta,
  aTrip,
  cardOf,
  enter,
  fetchHistorial,
  openEstadoDialog,
  openMore,
  openTripOffline,
  phoneOptions,
  saveEstado,
  waitUntilSynced,
} from './piloto.ts'
import { allowOnlyPointer, aPiloto, logIn, test, typeLogin, unique } from './support.ts'

test.use({ anonymous: true, ...phoneOptions })

test("a pilot's day: goes by thumb through the next trip, the road, an offline delivery, an incident and home", async ({
  page,
  request,
  login,
}) => {
  const first = await aTrip({ request, login })
  const { office, who } = first
  const second = await aRuta(office, who, { away: 1, hora: '05:00' })
  await allowOnlyPointer(page, 'touch')
  await page.goto('/')
  await page.getByLabel('Usuario').tap()
  await page.keyboard.type(who.username)
  await page.getByRole('textbox', { name: 'Contraseña' }).tap()
  await page.keyboard.type(who.password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).tap()
  const next = page.getByRole('region', { name: 'Siguiente' })
  await expect(next).toContainText('hoy · 06:30')
  await expect(next).toContainText('Sin ayudante')
  await expect(next).toContainText('45.5 gal')
  await expect(cardOf(page, second.number)).toContainText('mañana · 05:00')
  await expect(page.getByText(/2,?500/)).toHaveCount(0)

  await waitUntilSynced(page, ['estado'], () => saveEstado(page, first.number, 'En curso'))
  await expect(page.getByRole('region', { name: 'Ahora' })).toContainText(`Ruta ${first.number}`)

  await page.context().setOffline(true)
  const dialog = await openEstadoDialog(page, first.number, 'Entregado', 'Recibió don Byron')
  await expect(dialog.getByText('17 de 2,000')).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expect(page.getByText('Sin señal · 1 cambio por enviar')).toBeVisible()
  await waitUntilSynced(page, ['estado'], () => page.context().setOffline(false))
  await expect(next).toContainText(`Ruta ${second.number}`)
  await expect(cardOf(page, first.number)).toBeHidden()

  await waitUntilSynced(page, ['estado'], () =>
    saveEstado(page, second.number, 'Incidente', 'Llanta ponchada en el km 84'),
  )
  await expect(page.getByRole('region', { name: 'Ahora' })).toContainText(`Ruta ${second.number}`)
  await expect(cardOf(page, second.number)).toContainText('Incidente: Otro')
  await page.getByText('Entregadas de los últimos 7 días').tap()
  await expect(cardOf(page, first.number)).toContainText('Entregado')

  const history = await openMore(page, first.number, 'Historial')
  const changes = history.getByRole('listitem')
  await expect(changes).toHaveCount(3)
  await expect(changes.nth(0)).toContainText('Recibió don Byron')
  await expect(changes.nth(0)).toContainText(who.username)
  await expect(changes.nth(1)).toContainText('Pendiente')
  await expect(changes.nth(1)).toContainText('En curso')
  await expect(changes.nth(2)).toContainText('Creada como')
  await history.getByRole('button', { name: 'Cerrar' }).tap()
  await page.getByRole('button', { name: 'Abrir el menú' }).tap()
  await page.getByRole('button', { name: 'Cerrar sesión' }).tap()
  await expect(page).toHaveURL('/login')
})

test('double tap: is one change', async ({ page, request, login }) => {
  const { office, id, number } = await openTripOffline(page, { request, login })
  let calls = 0
  page.on('request', (each) => {
    if (each.url().endsWith('/estado')) calls += 1
  })
  const dialog = await openEstadoDialog(page, number, 'En curso')
  await waitUntilSynced(page, ['estado'], () => dialog.getByRole('button', { name: 'Guardar' }).dblclick())
  expect(calls).toBe(1)
  expect(await fetchHistorial(office, id)).toHaveLength(2)
})

test('session that ends while typing: returns to the dialog with its comment', async ({
  page,
  request,
  login,
}) => {
  const { office, who, id, number } = await openTripOffline(page, { request, login })
  const dialog = await openEstadoDialog(page, number, 'En curso', 'Cargando en andén 3')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await request.post('/api/auth/logout', { headers: { Authorization: `Bearer ${token}` } })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page).toHaveURL('/login')
  await typeLogin(page, who)
  await expect(page).toHaveURL('/piloto-rutas')
  await expect(dialog.getByLabel('Comentario')).toHaveValue('Cargando en andén 3')
  await waitUntilSynced(page, ['estado'], () => dialog.getByRole('button', { name: 'Guardar' }).tap())
  expect((await fetchHistorial(office, id))[0]).toMatchObject({
    estado_nuevo: 'En curso',
    comentario: 'Cargando en andén 3',
  })
})

test('screen: refetches each minute', async ({ page, request, login }) => {
  const office = { request, login }
  const who = await aPiloto(request, login)
  await page.clock.install()
  await enter(page, who)
  await expect(page.getByText('No tienes rutas asignadas. Contacta al administrador.')).toBeVisible()
  const { number } = await aRuta(office, who)
  await page.clock.runFor(61_000)
  await expect(cardOf(page, number)).toBeVisible()
})

test('pilot pages: are for pilots alone', async ({ page, browser, baseURL, request, login }) => {
  const who = await aPiloto(request, login, [4])
  const { number } = await aRuta({ request, login }, who)
  await enter(page, who)
  await expect(page.getByRole('button', { name: `Más de la ruta ${number}` })).toBeVisible()
  await expect(page.getByRole('button', { name: /Cambiar Estado/ })).toHaveCount(0)
  await page.goto('/')
  await expect(page).toHaveURL('/piloto-rutas')
  await page.goto('/camiones')
  await expect(page.getByRole('heading', { name: 'Acceso Denegado' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Mis Rutas' }).tap()
  await expect(cardOf(page, number)).toBeVisible()
  await page.getByRole('button', { name: 'Abrir el menú' }).tap()
  await page.getByRole('button', { name: 'Cerrar sesión' }).tap()
  await expect(page).toHaveURL('/login')

  const admin = await browser.newPage({ baseURL: baseURL ?? '' })
  await admin.goto('/piloto-rutas')
  await typeLogin(admin)
  await expect(admin).toHaveURL('/dashboard')
  await admin.goto('/piloto-rutas')
  await expect(admin.getByRole('heading', { name: 'Acceso Denegado' })).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Mis Rutas' })).toHaveCount(0)
  await admin.close()
})

test('pilot: changes the password', async ({ page, request, login }) => {
  const who = await aPiloto(request, login)
  await enter(page, who)
  await page.getByRole('button', { name: 'Abrir el menú' }).tap()
  await page.getByRole('button', { name: 'Cambiar contraseña' }).tap()
  const dialog = page.getByRole('dialog')
  const password = unique('clave nueva ')
  await dialog.getByLabel('Contraseña actual', { exact: true }).fill(who.password)
  await dialog.getByLabel('Contraseña nueva', { exact: true }).fill(password)
  await dialog.getByLabel('Repite la contraseña nueva').fill(password)
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expect(page.getByText('Contraseña actualizada correctamente')).toBeVisible()
  await logIn(request, { ...who, password })
})
