import { expect, type Page } from '@playwright/test'
import { aRuta, cardOf, changeRuta, decide, enter, expectUpdated, historyOf, onPhone } from './piloto.ts'
import { aPiloto, holdBack, test } from './support.ts'

// A bad line, and an office that changes things meanwhile: what becomes of a change of status.

test.use({ anonymous: true, ...onPhone })

test('an answer that got lost: it is not called saved, and one press sends it once more with its key', async ({
  page,
  request,
  login,
}) => {
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
  const dialog = await decide(page, number, 'Incidente', 'Llanta ponchada en el km 84')
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expect(dialog.getByRole('alert')).toContainText('Error al actualizar el estado')
  await expect(dialog.getByRole('alert')).toContainText('Sin enviar')
  await expect(dialog.getByLabel('Comentario')).toHaveValue('Llanta ponchada en el km 84')
  await dialog.getByRole('button', { name: 'Enviar de nuevo' }).tap()
  await expectUpdated(page)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(await historyOf(office, id)).toHaveLength(2)
})

test('a change without a line outlives the page, and is sent when its pilot presses', async ({
  page,
  request,
  login,
}) => {
  const office = { request, login }
  const who = await aPiloto(request, login)
  const { id, number } = await aRuta(office, who, { away: 1 })
  await enter(page, who)
  await page.route('**/estado', (route) => route.abort())
  const dialog = await decide(page, number, 'En curso', 'Saliendo')
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expect(dialog.getByRole('alert')).toContainText('no ha llegado a la oficina')
  await dialog.getByRole('button', { name: 'Cerrar' }).tap()
  await page.reload()
  await expect(page.getByText('Cambio sin enviar')).toBeVisible()
  await expect(page.getByText('«Saliendo»')).toBeVisible()
  await expect(cardOf(page, number)).toContainText('Pendiente')
  await page.unroute('**/estado')
  await page.getByRole('button', { name: 'Enviar de nuevo' }).tap()
  await expectUpdated(page)
  await expect(page.getByText('Cambio sin enviar')).toBeHidden()
  await expect(cardOf(page, number)).toContainText('En curso')
  expect((await historyOf(office, id))[0]?.comentario).toBe('Saliendo')
  await page.reload()
  await expect(cardOf(page, number)).toBeVisible()
  await expect(page.getByText('Cambio sin enviar')).toBeHidden()
})

test('a lost line leaves the last routes on the screen, says so, and recovers by itself', async ({
  page,
  request,
  login,
}) => {
  const who = await aPiloto(request, login)
  const { number } = await aRuta({ request, login }, who)
  await enter(page, who)
  await expect(cardOf(page, number)).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Actualizar' }).tap()
  await expect(page.getByText('No se pudo actualizar.')).toBeVisible()
  await expect(page.getByText('Sin conexión con el servidor.')).toBeVisible()
  await expect(cardOf(page, number)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('Sin conexión con el servidor.')).toBeHidden()
  await expect(page.getByText(/^Actualizado a las \d\d:\d\d$/)).toBeVisible()
})

test('a route that the office changed meanwhile: what changed is shown, what was typed stays', async ({
  page,
  request,
  login,
}) => {
  const office = { request, login }
  const who = await aPiloto(request, login)
  const ruta = await aRuta(office, who)
  await enter(page, who)
  const dialog = await decide(page, ruta.number, 'En curso', 'Ya cargado')
  await changeRuta(office, ruta, { hora: '09:15' })
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('Otro usuario modificó este registro.')
  await expect(alert).toContainText('Hora: 06:30 → 09:15')
  await expect(dialog.getByLabel('Comentario')).toHaveValue('Ya cargado')
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expectUpdated(page)
  await expect(cardOf(page, ruta.number)).toContainText('hoy · 09:15')
})

test('a change that waited too long is refused, and reviewed with what changed', async ({
  page,
  request,
  login,
}) => {
  const office = { request, login }
  const who = await aPiloto(request, login)
  const ruta = await aRuta(office, who)
  await enter(page, who)
  await page.route('**/estado', (route) => route.abort())
  const dialog = await decide(page, ruta.number, 'En curso', 'Saliendo')
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await dialog.getByRole('button', { name: 'Cerrar' }).tap()
  await page.unroute('**/estado')
  await changeRuta(office, ruta, { destino: 'Huehuetenango' })
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/mis-rutas*', async (route) => {
    await promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Enviar de nuevo' }).tap()
  await expect(page.getByRole('alert')).toContainText('Error al actualizar el estado')
  // There is nothing to review before the route has been read again.
  await expect(page.getByRole('button', { name: 'Revisar' })).toBeDisabled()
  resolve()
  await page.getByRole('button', { name: 'Revisar' }).tap()
  await expect(dialog.getByRole('alert')).toContainText('Destino: Quetzaltenango → Huehuetenango')
  await expect(dialog.getByLabel('Comentario')).toHaveValue('Saliendo')
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expectUpdated(page)
  await expect(page.getByText('Error al actualizar el estado')).toBeHidden()
})

test('a route that was given to another pilot', async ({ page, request, login }) => {
  const office = { request, login }
  const who = await aPiloto(request, login)
  const other = await aPiloto(request, login)
  const ruta = await aRuta(office, who)
  await enter(page, who)
  const dialog = await decide(page, ruta.number, 'Entregado', 'Listo')
  await changeRuta(office, ruta, { chofer_id: other.choferId })
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await expect(dialog.getByRole('alert')).toContainText('Ruta no encontrada')
  await expect(dialog.getByRole('alert')).toContainText('ya no está asignada a ti')
  await expect(dialog.getByLabel('Comentario')).toHaveValue('Listo')
  await dialog.getByRole('button', { name: 'Cancelar' }).tap()
  await page.getByRole('button', { name: 'Sí' }).tap()
  await expect(page.getByText('No tienes rutas asignadas. Contacta al administrador.')).toBeVisible()
})

/** A change that found no line is sent again, and its answer kept back until the release. */
async function sendAgainSlowly(page: Page, number: string) {
  await page.route('**/estado', (route) => route.abort())
  const dialog = await decide(page, number, 'En curso', 'Saliendo')
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await dialog.getByRole('button', { name: 'Cerrar' }).tap()
  await page.unroute('**/estado')
  const release = await holdBack(page, '**/estado', 'PUT')
  const asked = page.waitForRequest('**/estado')
  await page.getByRole('button', { name: 'Enviar de nuevo' }).tap()
  await asked
  return { dialog, release }
}

test('what is decided while an earlier change is on its way is sent after it', async ({
  page,
  request,
  login,
}) => {
  const office = { request, login }
  const who = await aPiloto(request, login)
  const { id, number } = await aRuta(office, who)
  await enter(page, who)
  const { dialog, release } = await sendAgainSlowly(page, number)
  await decide(page, number, 'Incidente', 'Llanta ponchada')
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  release()
  await expectUpdated(page)
  await expectUpdated(page)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Cambio sin enviar')).toBeHidden()
  expect(await historyOf(office, id)).toMatchObject([
    { estado_nuevo: 'Incidente', comentario: 'Llanta ponchada' },
    { estado_nuevo: 'En curso', comentario: 'Saliendo' },
    {},
  ])
})

test('a change that arrives does not close the dialog in which the next one is typed', async ({
  page,
  request,
  login,
}) => {
  const who = await aPiloto(request, login)
  const { number } = await aRuta({ request, login }, who)
  await enter(page, who)
  const { dialog, release } = await sendAgainSlowly(page, number)
  await decide(page, number, 'Incidente', 'Llanta ponchada')
  release()
  await expectUpdated(page)
  await expect(dialog.getByLabel('Comentario')).toHaveValue('Llanta ponchada')
})

test('what is dropped in one tab is sent from no other', async ({ page, request, login }) => {
  const who = await aPiloto(request, login)
  const { number } = await aRuta({ request, login }, who)
  await enter(page, who)
  await page.route('**/estado', (route) => route.abort())
  const dialog = await decide(page, number, 'En curso', 'Saliendo')
  await dialog.getByRole('button', { name: 'Guardar' }).tap()
  await dialog.getByRole('button', { name: 'Cerrar' }).tap()
  const unsent = (tab: Page) => tab.getByText('Cambio sin enviar')
  await expect(unsent(page)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/piloto-rutas')
  await expect(unsent(other)).toBeVisible()
  await other.getByRole('button', { name: 'Descartar' }).tap()
  await other.getByRole('button', { name: 'Sí' }).tap()
  await expect(unsent(other)).toBeHidden()
  await expect(unsent(page)).toBeHidden()
})
