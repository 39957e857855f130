import { expect, type Page } from '@playwright/test'
import {
  aRuta,
  cardOf,
  changeRuta,
  decide,
  enterForTheRoad as enter,
  expectSent,
  historyOf,
  onPhone,
} from './piloto.ts'
import { aPiloto, test, typeLogin } from './support.ts'

// What becomes of a decided change on a bad line, and of one that the office meets (calle.md section 1, The queue).
// The page's own calls are broken here; carretera.spec.ts breaks the line itself, with the worker.

test.use({ anonymous: true, ...onPhone })

const save = async (page: Page, number: string, estado: string, comentario = '') => {
  const dialog = await decide(page, number, estado, comentario)
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expect(dialog).toBeHidden()
}

test('an answer that got lost: the change goes once more with its key', async ({ page, request, login }) => {
  const office = { request, login }
  const who = await aPiloto(request, login)
  const { id, number } = await aRuta(office, who)
  await enter(page, who)
  const keys: string[] = []
  await page.route('**/estado', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await save(page, number, 'Incidente', 'Llanta ponchada en el km 84')
  await expectSent(page)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(await historyOf(office, id)).toHaveLength(2)
})

test('off for four seconds and on again: it arrives by itself', async ({ page, request, login }) => {
  const office = { request, login }
  const who = await aPiloto(request, login)
  const { id, number } = await aRuta(office, who)
  await enter(page, who)
  await expect(cardOf(page, number)).toBeVisible()
  await page.clock.install()
  await page.context().setOffline(true)
  await save(page, number, 'Incidente')
  await expect(page.getByText('Sin señal · 1 cambio por enviar')).toBeVisible()
  await page.clock.runFor(4000)
  await page.context().setOffline(false)
  await page.clock.runFor(20_000)
  await expectSent(page)
  expect(await historyOf(office, id)).toHaveLength(2)
})

test('what the office changed beside the state is no question, what it set is asked once', async ({
  page,
  request,
  login,
}) => {
  const office = { request, login }
  const who = await aPiloto(request, login)
  const priced = await aRuta(office, who)
  const settled = await aRuta(office, who, { away: 1 })
  const same = await aRuta(office, who, { away: 2 })
  await enter(page, who)
  await expect(cardOf(page, same.number)).toBeVisible()
  await page.context().setOffline(true)
  for (const { number } of [priced, settled, same]) await save(page, number, 'En curso')
  await save(page, settled.number, 'Incidente')
  await changeRuta(office, priced, { precio: 3100 })
  await changeRuta(office, settled, { estado: 'Entregado' })
  await changeRuta(office, same, { estado: 'En curso' })
  await page.context().setOffline(false)
  const question = page.getByText('En la oficina: Entregado · En tu teléfono: Incidente')
  await expect(question).toHaveCount(1)
  await expect(page.getByText('2 cambios por enviar')).toBeVisible()
  expect(await historyOf(office, priced.id)).toHaveLength(2)
  await page.getByRole('button', { name: 'Enviar el mío' }).tap()
  await expectSent(page)
  await expect(question).toBeHidden()
  expect((await historyOf(office, settled.id)).map(({ estado_nuevo }) => estado_nuevo)).toEqual([
    'Incidente',
    'En curso',
    'Entregado',
    'Pendiente',
  ])
})

test('the state of the office can be left', async ({ page, request, login }) => {
  const office = { request, login }
  const who = await aPiloto(request, login)
  const ruta = await aRuta(office, who)
  await enter(page, who)
  await expect(cardOf(page, ruta.number)).toBeVisible()
  await page.context().setOffline(true)
  await save(page, ruta.number, 'Incidente')
  await changeRuta(office, ruta, { estado: 'En curso' })
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Dejar el de la oficina' }).tap()
  await expectSent(page)
  await expect(cardOf(page, ruta.number)).toContainText('En curso')
  expect(await historyOf(office, ruta.id)).toHaveLength(2)
})

test('a route that was given to another pilot stands above the cards until it is dropped', async ({
  page,
  request,
  login,
}) => {
  const office = { request, login }
  const who = await aPiloto(request, login)
  const other = await aPiloto(request, login)
  const ruta = await aRuta(office, who)
  await enter(page, who)
  await expect(cardOf(page, ruta.number)).toBeVisible()
  await page.context().setOffline(true)
  await save(page, ruta.number, 'En curso', 'Listo')
  await changeRuta(office, ruta, { chofer_id: other.choferId })
  await page.context().setOffline(false)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Ruta no encontrada')
  await expect(alert).toContainText('Esta ruta ya no está asignada a ti. Contacta al administrador.')
  await expect(alert).toContainText('«Listo»')
  await alert.getByRole('button', { name: 'Descartar' }).tap()
  await expect(
    page.getByText(`¿Deseas descartar el cambio de la ruta ${ruta.number}? La oficina no lo ha recibido.`),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Sí' }).tap()
  await expect(alert).toBeHidden()
  await expectSent(page)
})

test('what is taken back before it was tried never leaves; what may have arrived is reversed', async ({
  page,
  request,
  login,
}) => {
  const office = { request, login }
  const who = await aPiloto(request, login)
  const { id, number } = await aRuta(office, who)
  await enter(page, who)
  await expect(cardOf(page, number)).toBeVisible()
  await page.context().setOffline(true)
  await save(page, number, 'En curso')
  await page.getByRole('button', { name: 'Deshacer' }).tap()
  await expect(cardOf(page, number)).toContainText('Pendiente')
  await page.context().setOffline(false)
  await expectSent(page)
  expect(await historyOf(office, id)).toHaveLength(1)
  await save(page, number, 'En curso')
  await expectSent(page)
  await page.getByRole('button', { name: 'Deshacer' }).tap()
  await expect(cardOf(page, number)).toContainText('Pendiente')
  await expectSent(page)
  expect((await historyOf(office, id))[0]).toMatchObject({
    estado_nuevo: 'Pendiente',
    comentario: 'Deshecho',
  })
})

test('another user of the phone sees nothing of it; it goes when its own is back', async ({
  page,
  request,
  login,
}) => {
  const office = { request, login }
  const who = await aPiloto(request, login)
  const other = await aPiloto(request, login)
  const { id, number } = await aRuta(office, who)
  await enter(page, who)
  await expect(cardOf(page, number)).toBeVisible()
  await page.context().setOffline(true)
  await save(page, number, 'En curso', 'Saliendo')
  const leave = async (question?: string) => {
    await page.getByRole('button', { name: 'Abrir el menú' }).tap()
    await page.getByRole('button', { name: 'Cerrar sesión' }).tap()
    if (question) {
      await expect(page.getByText(question)).toBeVisible()
      await page.getByRole('button', { name: 'Sí' }).tap()
    }
    await expect(page).toHaveURL('/login')
  }
  await leave(
    'Tienes 1 cambio sin enviar. Se queda en este teléfono hasta que vuelvas a entrar con tu usuario. ¿Deseas salir?',
  )
  await page.context().setOffline(false)
  await typeLogin(page, other)
  await expect(page.getByText('No tienes rutas asignadas.')).toBeVisible()
  await expect(page.getByText('por enviar')).toHaveCount(0)
  await leave()
  expect(await historyOf(office, id)).toHaveLength(1)
  await typeLogin(page, who)
  await expectSent(page)
  expect((await historyOf(office, id))[0]).toMatchObject({ estado_nuevo: 'En curso', comentario: 'Saliendo' })
})

test('what an earlier release kept unsent arrives with its key', async ({ page, request, login }) => {
  const office = { request, login }
  const who = await aPiloto(request, login)
  const { id, number, version, body } = await aRuta(office, who)
  await enter(page, who)
  const antes = { ...body, id, version }
  const clave = 'a'.repeat(32)
  const sent = page.waitForRequest('**/estado')
  await page.evaluate(
    ({ user, cambio }) => localStorage.setItem(`sin enviar ${user}`, JSON.stringify([cambio])),
    { user: who.username, cambio: { antes, nuevoEstado: 'En curso', comentario: 'Saliendo', clave } },
  )
  await page.reload()
  expect((await sent).headers()['idempotency-key']).toBe(clave)
  expect((await sent).postDataJSON()).toEqual({ nuevoEstado: 'En curso', comentario: 'Saliendo', version })
  await expectSent(page)
  expect(await historyOf(office, id)).toHaveLength(2)
  expect(await page.evaluate((user) => localStorage.getItem(`sin enviar ${user}`), who.username)).toBeNull()
  await expect(cardOf(page, number)).toContainText('En curso')
})

test('two tabs show the same', async ({ page, request, login }) => {
  const who = await aPiloto(request, login)
  const { number } = await aRuta({ request, login }, who)
  await enter(page, who)
  const other = await page.context().newPage()
  await other.goto('/piloto-rutas')
  await expect(cardOf(other, number)).toBeVisible()
  await page.context().setOffline(true)
  await save(page, number, 'Incidente')
  await expect(other.getByText('1 cambio por enviar')).toBeVisible()
  await other.getByText('Entregadas e incidentes').tap()
  await expect(cardOf(other, number)).toContainText('Guardado en este teléfono')
  await page.getByRole('button', { name: 'Deshacer' }).tap()
  await expect(other.getByText('1 cambio por enviar')).toBeHidden()
})
