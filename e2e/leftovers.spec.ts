import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { changeQueue, expectForgotten, revokeSession, withoutId } from './endedSession.ts'
import {
  enter,
  fetchHistorial,
  type Office,
  openTripOffline,
  type Piloto,
  phoneOptions,
  saveEstado,
  waitUntilSynced,
} from './piloto.ts'
import { admin, aPiloto, bearer, test, typeLogin } from './support.ts'

// What a pilot leaves unsent on a phone that another user then uses (docs/security.md).

test.use({ anonymous: true, ...phoneOptions })

/** Leaves a change and a photo, `days` old, and an open form of a pilot on the phone, and logs the pilot out. */
async function leaveUnsent(page: Page, office: Office, days: number) {
  const trip = await openTripOffline(page, office)
  await page.context().setOffline(true)
  await saveEstado(page, trip.number, 'En curso')
  const [own] = await changeQueue(page)
  const photo = { ...own, clase: 'archivo', datos: {}, tipo: 'image/png', tomado: own?.guardado }
  await changeQueue(page, { add: [withoutId(photo)] })
  await changeQueue(page, { daysOlder: days })
  await page.getByRole('button', { name: `Incidente de la ruta ${trip.number}` }).tap()
  await page.getByLabel('Lugar').fill('km 84')
  await expect(page.getByText('Sigue donde te quedaste')).toHaveCount(1)
  await revokeSession(page, office.request)
  await page.context().setOffline(false)
  await expectForgotten(page)
  return trip
}

const questionAbout = (page: Page, { username }: Piloto) =>
  page.getByRole('alertdialog', { name: `¿Borrar lo que ${username} dejó sin enviar en este teléfono?` })

test("login of another user: asks about the other's unsent items of more than 30 days, and leaves drafts", async ({
  page,
  request,
  login,
}) => {
  const { who, number } = await leaveUnsent(page, { request, login }, 31)
  const second = await aPiloto(request, login)
  await typeLogin(page, second)
  const question = questionAbout(page, who)
  await expect(question).toContainText(
    /1 cambio y 1 foto, del \d\d\/\d\d\/\d{4}\. La oficina no lo ha recibido\./,
  )
  await question.getByRole('button', { name: 'Conservar' }).tap()
  await expect(page).toHaveURL('/piloto-rutas')
  await expect(page.getByText(/^Actualizado a las/)).toBeVisible()
  await expect(page.getByText('Sigue donde te quedaste')).toHaveCount(0)
  expect(await changeQueue(page)).toHaveLength(2)

  await revokeSession(page, request)
  await page.goto('/')
  await expectForgotten(page)
  await typeLogin(page, admin)
  await question.getByRole('button', { name: 'Borrar' }).tap()
  await expect(page).toHaveURL(/dashboard$/)
  expect(await changeQueue(page)).toEqual([])

  // A draft is no unsent item. The form that the session's end has closed opens again.
  await revokeSession(page, request)
  await page.goto('/login')
  await enter(page, who)
  await expect(page.getByRole('dialog')).toContainText(`Ruta ${number}`)
  await expect(page.getByLabel('Lugar')).toHaveValue('km 84')
})

test('login: asks nothing about items of 30 days, nor about own ones', async ({ page, request, login }) => {
  const { office, who, id } = await leaveUnsent(page, { request, login }, 29)
  await enter(page, await aPiloto(request, login))
  expect(await changeQueue(page)).toHaveLength(2)
  await changeQueue(page, { daysOlder: 10 })
  await revokeSession(page, request)
  await page.goto('/')
  await expectForgotten(page)
  await enter(page, who)
  await expect.poll(async () => (await fetchHistorial(office, id)).length).toBe(2)
})

const userIdOn = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { id: number }).id)

const setEstado = async ({ request, login }: Office, userId: number, estado: 'activo' | 'inactivo') => {
  const answer = await request.patch(`/api/usuarios/${userId}/status`, {
    headers: bearer(login),
    data: { estado },
  })
  expect(answer.status()).toBe(200)
}

/** Stores a change of a pilot, who is then deactivated, and connects the phone again. */
async function leaveUnsentDeactivated(page: Page, office: Office) {
  const trip = await openTripOffline(page, office)
  const userId = await userIdOn(page)
  await page.context().setOffline(true)
  await saveEstado(page, trip.number, 'En curso')
  await setEstado(office, userId, 'inactivo')
  await page.context().setOffline(false)
  await expectForgotten(page)
  await expect(page.getByText('Sesión expirada. Inicia sesión nuevamente.')).toBeVisible()
  return { ...trip, userId }
}

async function endSession(page: Page, request: APIRequestContext) {
  await revokeSession(page, request)
  await page.goto('/')
  await expectForgotten(page)
}

test("login of another user: asks at once about a deactivated pilot's changes, which are sent after a reactivation", async ({
  page,
  request,
  login,
}) => {
  const { office, who, id, userId, number } = await leaveUnsentDeactivated(page, { request, login })
  await typeLogin(page, who)
  await expect(page.getByText('Usuario o contraseña incorrectos')).toBeVisible()
  const second = await aPiloto(request, login)
  const question = questionAbout(page, who)
  for (const other of [second, admin]) {
    await typeLogin(page, other)
    await expect(question).toContainText(
      /1 cambio, del \d\d\/\d\d\/\d{4}\. La oficina no lo ha recibido\. Este usuario fue dado de baja\./,
    )
    await question.getByRole('button', { name: 'Conservar' }).tap()
    await expect(page).not.toHaveURL('/login')
    expect(await changeQueue(page)).toHaveLength(1)
    await endSession(page, request)
  }
  expect(await fetchHistorial(office, id)).toHaveLength(1)

  await setEstado(office, userId, 'activo')
  await waitUntilSynced(page, ['estado'], () => typeLogin(page, who))
  expect(await fetchHistorial(office, id)).toHaveLength(2)
  expect(await changeQueue(page)).toEqual([])

  // The login has removed the mark: new changes wait for 30 days again.
  await page.context().setOffline(true)
  await saveEstado(page, number, 'Incidente', 'Se pinchó una llanta')
  await revokeSession(page, request)
  await page.context().setOffline(false)
  await expectForgotten(page)
  await typeLogin(page, second)
  await expect(page.getByText(/^Actualizado a las/)).toBeVisible()
  expect(await changeQueue(page)).toHaveLength(1)
})

test("login of another user: deletes a deactivated pilot's changes, and no other's, after 'Borrar'", async ({
  page,
  request,
  login,
}) => {
  const { office, who, userId } = await leaveUnsentDeactivated(page, { request, login })
  const [left] = await changeQueue(page)
  await changeQueue(page, { add: [withoutId({ ...left, usuario_id: userId + 1_000_000 })] })
  await typeLogin(page, admin)
  await questionAbout(page, who).getByRole('button', { name: 'Borrar' }).tap()
  await expect(page).toHaveURL(/dashboard$/)
  expect((await changeQueue(page)).map(({ usuario_id }) => usuario_id)).toEqual([userId + 1_000_000])
  await endSession(page, request)

  await setEstado(office, userId, 'activo')
  await enter(page, who)
  await expect(page.getByText(/^Actualizado a las/)).toBeVisible()
})
