import { expect, type Page } from '@playwright/test'
import { changeQueue, expectForgotten, offlineFiles, revokeSession } from './endedSession.ts'
import { cachedUserIds } from './phone.ts'
import {
  cardOf,
  enter,
  fetchHistorial,
  openTripOffline,
  phoneOptions,
  saveEstado,
  waitForPrecache,
  waitUntilSynced,
} from './piloto.ts'
import { test, typeLogin } from './support.ts'

// What a phone forgets at the end of a session (docs/security.md).

test.use({ anonymous: true, ...phoneOptions })

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
