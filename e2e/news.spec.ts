import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import { fetchToday } from './dashboard.ts'
import { expectAccessible, expectAccessibleOnPhone } from './expectAccessible.ts'
import { isolatedTest } from './isolatedServer.ts'
import { aCrew, aRuta } from './rutas.ts'
import { bearer, type Login } from './support.ts'

// News: late trips and open incidents that the user has not seen on this computer.

/** Creates a trip that should have started at midnight. */
async function aLateTrip(request: APIRequestContext, login: Login, values: object = {}) {
  const crew = await aCrew(request, login)
  const trip = { fecha: await fetchToday(request), hora: '00:00', duracion_min: 1439, ...values }
  return { ...(await aRuta(request, login, crew, trip)), placa: crew.camion.placa }
}

const toastIn = (page: Page) => page.getByRole('status').filter({ hasText: /Ver (ruta|avisos)/ })
const icon = (page: Page) => page.locator('link[rel=icon]')

/** Opens the pages, each after its first reading of the notices. */
async function openPages(context: BrowserContext, paths: readonly string[]) {
  await context.clock.install()
  const pages = []
  for (const path of paths) {
    const page = await context.newPage()
    const read = page.waitForResponse(/avisos\/resumen/)
    await page.goto(path)
    // At its first position the mouse opens the menu.
    await page.mouse.move(1279, 719)
    await read
    pages.push(page)
  }
  return pages as [Page, ...Page[]]
}

const passMinute = (context: BrowserContext) => context.clock.fastForward(60_000)

isolatedTest(
  'late trip: is in bell, title, icon and a toast within a minute, and leaves when delivered',
  async ({ context, request, login }) => {
    await aLateTrip(request, login)
    const [page] = await openPages(context, ['/camiones'])
    await expect(page.getByRole('button', { name: 'Avisos: 1' })).toBeVisible()
    // The first reading on a computer brings no news.
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('avisos vistos')
    await expect(page).toHaveTitle('Camiones')

    const trip = await aLateTrip(request, login, { no_ruta: 'RUTA-8973' })
    await passMinute(context)
    await expect(page).toHaveTitle('(1) Camiones')
    await expect(page.getByRole('button', { name: 'Avisos: 2' })).toBeVisible()
    await expect(icon(page)).toHaveAttribute('href', '/favicon-news.svg')
    const toast = toastIn(page)
    await expect(toast).toContainText(/^RUTA-8973: .* de retraso \(José \S+, \S+\)/)
    await expect(toast).toContainText(trip.placa)
    await expect(toast).toContainText(/ · Puerto Quetzal → Cobán · \d\d\/\d\d\/\d{4}/)
    await expectAccessible(page)
    await expectAccessibleOnPhone(page)
    await page.setViewportSize({ width: 1366, height: 768 })
    await toast.getByRole('link', { name: 'Ver ruta' }).click()
    await expect(page).toHaveURL(`/mostrar-ruta/${trip.id}`)
    await expect(page).toHaveTitle(/^\(1\) ./)

    await request.patch('/api/rutas/estado', {
      headers: bearer(login),
      data: { rutas: [{ id: trip.id }], estado: 'Entregado' },
    })
    await passMinute(context)
    await expect(page).toHaveTitle(/^[^(]/)
    await expect(page.getByRole('button', { name: 'Avisos: 1' })).toBeVisible()
    await expect(icon(page)).toHaveAttribute('href', '/favicon.svg')
    await expect(toast).toBeHidden()
  },
)

isolatedTest(
  'two tabs: one toast for several news; opening the bell in one clears both titles',
  async ({ context, request, login }) => {
    const [first, second] = (await openPages(context, ['/camiones', '/choferes'])) as [Page, Page]
    for (const page of [first, second])
      await expect
        .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
        .toContain('avisos vistos')
    await aLateTrip(request, login)
    await aLateTrip(request, login)
    await aLateTrip(request, login, { estado: 'Incidente' })
    await passMinute(context)
    for (const page of [first, second]) await expect(page).toHaveTitle(/^\(3\) /)
    const shown = async () => (await toastIn(first).count()) + (await toastIn(second).count())
    await expect.poll(shown).toBe(1)
    await first.waitForTimeout(1500)
    expect(await shown()).toBe(1)
    const [holder, other] = (await toastIn(first).count()) === 1 ? [first, second] : [second, first]
    await expect(toastIn(holder)).toContainText('2 viajes con retraso y 1 incidente')
    // A third tab knows the news, and shows no second toast.
    const [late] = await openPages(context, ['/clientes'])
    await expect(late).toHaveTitle(/^\(3\) /)
    await expect(toastIn(late)).toHaveCount(0)
    await toastIn(holder).getByRole('link', { name: 'Ver avisos' }).click()
    await expect(holder.getByRole('dialog', { name: 'Avisos' })).toContainText('Con retraso')
    for (const page of [holder, other, late]) await expect(page).toHaveTitle(/^[^(]/)
  },
)

/** Replaces the Notification API; `window.shown` has the texts of system notifications. */
const mockNotifications = (context: BrowserContext, answer: 'granted' | 'denied') =>
  context.addInitScript((permission) => {
    const shown: string[] = []
    class FakeNotification {
      static permission = sessionStorage.getItem('permission') ?? 'default'
      static requestPermission = () => {
        sessionStorage.setItem('permission', permission)
        FakeNotification.permission = permission
        return Promise.resolve(permission)
      }
      onclick: (() => void) | null = null
      constructor(text: string, { body }: NotificationOptions) {
        shown.push(`${text} ${body}`)
        Object.assign(window, { openShown: () => this.onclick?.() })
      }
      close() {}
    }
    Object.assign(window, { Notification: FakeNotification, shown })
  }, answer)

const switchIn = (page: Page) => page.getByRole('switch', { name: 'Avisarme en esta computadora' })

isolatedTest(
  'switch: asks for permission once, and one tab shows the text, whose click opens the trip',
  async ({ context, request, login }) => {
    await mockNotifications(context, 'granted')
    const [first, second] = (await openPages(context, ['/mi-cuenta', '/camiones'])) as [Page, Page]
    await expect(switchIn(first)).toHaveAttribute('aria-checked', 'false')
    await switchIn(first).click()
    await expect(switchIn(first)).toHaveAttribute('aria-checked', 'true')
    await expectAccessible(first)
    await first.reload()
    await expect(switchIn(first)).toHaveAttribute('aria-checked', 'true')
    await second.evaluate(() => Notification.requestPermission())
    const trip = await aLateTrip(request, login, { no_ruta: 'RUTA-8973' })
    await passMinute(context)
    const shownIn = (page: Page) => page.evaluate(() => (window as unknown as { shown: string[] }).shown)
    const shown = async () => [...(await shownIn(first)), ...(await shownIn(second))]
    await expect.poll(shown).toHaveLength(1)
    await first.waitForTimeout(1500)
    expect(await shown()).toEqual([
      expect.stringMatching(/^RUTA-8973: .* de retraso \(.* · Puerto Quetzal → /),
    ])
    const holder = (await shownIn(first)).length === 1 ? first : second
    await holder.evaluate(() => (window as unknown as { openShown: () => void }).openShown())
    await expect(holder).toHaveURL(`/mostrar-ruta/${trip.id}`)

    await first.goto('/mi-cuenta')
    await first.getByText('Avisarme en esta computadora').click()
    await expect(switchIn(first)).toHaveAttribute('aria-checked', 'false')
    await aLateTrip(request, login)
    await passMinute(context)
    await expect(first).toHaveTitle(/^\(2\) /)
    await first.waitForTimeout(1500)
    expect(await shownIn(first)).toEqual([])
  },
)

isolatedTest(
  'switch: stays off when refused, or when the browser has no notifications',
  async ({ context }) => {
    await mockNotifications(context, 'denied')
    const [page] = await openPages(context, ['/mi-cuenta'])
    await switchIn(page).click()
    await expect(page.getByText('El navegador no permite avisos de esta página.')).toBeVisible()
    await expect(switchIn(page)).toHaveAttribute('aria-checked', 'false')
    await expectAccessible(page)
    for (const [name, value] of [
      ['isSecureContext', false],
      ['Notification', null],
    ] as const) {
      const other = await context.newPage()
      await other.addInitScript(
        ([key, stub]) => {
          if (stub === null) delete (window as unknown as Record<string, unknown>)[key]
          else Object.defineProperty(window, key, { value: stub })
        },
        [name, value] as const,
      )
      await other.goto('/mi-cuenta')
      await expect(other.getByText('Este navegador no puede avisar.')).toBeVisible()
      await expect(switchIn(other)).toBeDisabled()
      await expect(switchIn(other)).toHaveAttribute('aria-checked', 'false')
    }
  },
)
