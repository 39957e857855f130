import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { cachedUserIds } from './phone.ts'
import {
  cardOf,
  enter,
  fetchHistorial,
  type Office,
  openTripOffline,
  phoneOptions,
  saveEstado,
  waitForPrecache,
  waitUntilSynced,
} from './piloto.ts'
import { admin, aPiloto, test, typeLogin } from './support.ts'

// What a phone forgets at the end of a session, and what it keeps (docs/security.md).

test.use({ anonymous: true, ...phoneOptions })

const offlineFiles = (page: Page) =>
  page.evaluate(async () => [
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    ...(await caches.keys()),
  ])

interface StoredItem {
  id: number
  usuario_id: number
  clase: string
  guardado?: string
}

/** Reads the queue of all users, after changing it. */
const changeQueue = (page: Page, changes: { add?: object[]; daysOlder?: number } = {}) =>
  page.evaluate(
    ({ add = [], daysOlder = 0 }) =>
      new Promise<StoredItem[]>((resolve) => {
        const opening = indexedDB.open('flota')
        opening.onsuccess = () => {
          const tx = opening.result.transaction('cola', 'readwrite')
          const queue = tx.objectStore('cola')
          for (const item of add) queue.add(item)
          const all = queue.getAll()
          all.onsuccess = () => {
            const earlier = (time: string) =>
              new Date(Date.parse(time) - daysOlder * 86_400_000).toISOString()
            for (const item of all.result as StoredItem[])
              if (item.guardado) queue.put({ ...item, guardado: earlier(item.guardado) })
          }
          tx.oncomplete = () => {
            opening.result.close()
            resolve(all.result as StoredItem[])
          }
        }
      }),
    changes,
  )

/** Ends the page's session on the server alone. */
async function revokeSession(page: Page, request: APIRequestContext) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const answer = await request.post('/api/auth/logout', { headers: { Authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(200)
}

async function expectForgotten(page: Page) {
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Usuario')).toBeVisible()
  await expect.poll(() => cachedUserIds(page)).toEqual([])
  await expect.poll(() => offlineFiles(page)).toEqual([])
}

const endings: [string, (page: Page) => Promise<unknown>][] = [
  ['the server refuses a change', (page) => page.context().setOffline(false)],
  [
    'the server refuses the session at the next start',
    async (page) => {
      await page.goto('about:blank')
      await page.context().setOffline(false)
      await page.goto('/')
    },
  ],
]
for (const [how, end] of endings)
  test(`phone: forgets trips, caches and worker when ${how}, and keeps what is unsent`, async ({
    page,
    request,
    login,
  }) => {
    const { office, who, id, number } = await openTripOffline(page, { request, login })
    await expect.poll(() => cachedUserIds(page)).toHaveLength(1)
    expect((await offlineFiles(page)).length).toBeGreaterThan(1)
    await page.context().setOffline(true)
    await saveEstado(page, number, 'En curso')
    await revokeSession(page, request)
    await end(page)
    await expectForgotten(page)
    await expect(page.getByText('Sesión expirada. Inicia sesión nuevamente.')).toBeVisible()
    expect(await changeQueue(page)).toHaveLength(1)

    await waitUntilSynced(page, ['estado'], () => typeLogin(page, who))
    expect(await fetchHistorial(office, id)).toHaveLength(2)
    // The new session has a worker with all files again.
    await waitForPrecache(page)
    await page.context().setOffline(true)
    await page.goto('/')
    await expect(cardOf(page, number)).toContainText('En curso')
  })

test('phone: forgets trips, caches and worker after a logout, in the other tab too', async ({
  page,
  request,
  login,
}) => {
  await openTripOffline(page, { request, login })
  const other = await page.context().newPage()
  await other.goto('/piloto-rutas')
  await expect(other.getByText(/^Actualizado a las/)).toBeVisible()
  await page.getByRole('button', { name: 'Abrir el menú' }).tap()
  await page.getByRole('button', { name: 'Cerrar sesión' }).tap()
  for (const each of [page, other]) await expectForgotten(each)
})

test('phone: has all files again when another tab has kept the removed worker alive', async ({
  page,
  request,
  login,
}) => {
  const { who, number } = await openTripOffline(page, { request, login })
  const other = await page.context().newPage()
  await other.goto('/favicon.svg')
  const countFiles = () =>
    page.evaluate(async () => {
      const lists = (await caches.keys()).map(async (name) => (await caches.open(name)).keys())
      return (await Promise.all(lists)).flat().length
    })
  const files = await countFiles()
  expect(files).toBeGreaterThan(10)
  await revokeSession(page, request)
  await page.goto('/')
  await expectForgotten(page)
  await enter(page, who)
  await expect.poll(countFiles).toBe(files)
  await page.context().setOffline(true)
  await page.goto('/')
  await expect(cardOf(page, number)).toBeVisible()
})

/** Leaves a change and a photo, `days` old, and an open form of a pilot on the phone, and logs the pilot out. */
async function leaveUnsent(page: Page, office: Office, days: number) {
  const trip = await openTripOffline(page, office)
  await page.context().setOffline(true)
  await saveEstado(page, trip.number, 'En curso')
  const [own] = await changeQueue(page)
  const photo = {
    ...own,
    id: undefined,
    clase: 'archivo',
    datos: {},
    tipo: 'image/png',
    tomado: own?.guardado,
  }
  await changeQueue(page, { add: [JSON.parse(JSON.stringify(photo)) as object] })
  await changeQueue(page, { daysOlder: days })
  await page.getByRole('button', { name: `Incidente de la ruta ${trip.number}` }).tap()
  await page.getByLabel('Lugar').fill('km 84')
  await expect(page.getByText('Sigue donde te quedaste')).toHaveCount(1)
  await revokeSession(page, office.request)
  await page.context().setOffline(false)
  await expectForgotten(page)
  return trip
}

test("login of another user: asks about the other's unsent items of more than 30 days, and leaves drafts", async ({
  page,
  request,
  login,
}) => {
  const { who, number } = await leaveUnsent(page, { request, login }, 31)
  const second = await aPiloto(request, login)
  await typeLogin(page, second)
  const question = page.getByRole('alertdialog', {
    name: `¿Borrar lo que ${who.username} dejó sin enviar en este teléfono?`,
  })
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
