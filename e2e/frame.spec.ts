import { expect } from '@playwright/test'
import { aCamion, aPiloto, logIn, storageOf, test, typeLogin } from './support.ts'

test('phone: shows cards, and a menu that closes by a tap outside and by Esc', async ({
  page,
  request,
  login,
}) => {
  const { placa } = await aCamion(request, login)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/camiones?buscar=${placa}`)
  await expect(page.getByRole('list', { name: 'Camiones' }).getByRole('listitem')).toHaveCount(1)
  const menu = page.getByRole('dialog', { name: 'Menú' })
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  await expect(menu).toBeVisible()
  await page.mouse.click(380, 400)
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  await menu.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(menu).toBeHidden()
})

test('sidebar: opens under the mouse, and stays pinned or hidden on the next visit', async ({ page }) => {
  await page.goto('/camiones')
  const sidebar = page.getByRole('complementary')
  /** Returns whether the labels lie within the sidebar, which cuts off its overflow. */
  const showsLabels = () =>
    sidebar.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element.querySelector('a[href="/camiones"]') ?? element)
      return range.getBoundingClientRect().right <= element.getBoundingClientRect().right
    })
  await expect.poll(showsLabels).toBe(false)
  await sidebar.hover()
  await expect.poll(showsLabels).toBe(true)
  await page.getByRole('button', { name: 'Fijar el menú' }).click()
  await page.mouse.move(900, 600)
  await page.reload()
  await expect.poll(showsLabels).toBe(true)
  const toggle = page.getByRole('button', { name: 'Ocultar el menú' })
  const darkBackground = await toggle.evaluate((element) => getComputedStyle(element).backgroundColor)
  await toggle.click()
  // The light icon needs the dark background, also on hover.
  await expect(page.getByRole('button', { name: 'Mostrar el menú' })).toHaveCSS(
    'background-color',
    darkBackground,
  )
  await page.reload()
  await expect(page.getByRole('button', { name: 'Mostrar el menú' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeHidden()
})

test('theme: follows the system until the user switches it, and is stored', async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/dashboard')
  const dark = await background()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(background).not.toBe(dark)
  await page.getByRole('button', { name: 'Usar tema oscuro' }).click()
  await expect.poll(background).toBe(dark)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Usar tema claro' })).toBeVisible()
  await expect.poll(background).toBe(dark)
})

test('print: is white and without the frame, at any screen size', async ({ page }) => {
  await page.goto('/camiones')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByRole('button', { name: 'Usar tema oscuro' }).click()
  await expect.poll(background).not.toBe(light)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(background).toBe('rgb(255, 255, 255)')
  await expect(page.getByRole('heading', { name: 'Camiones' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Menú' })).toBeHidden()
})

test("browser's theme colour: matches the frame in the chosen theme", async ({ page }) => {
  const themeColors = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ content }) => content),
    )
  await page.goto('/dashboard')
  await expect.poll(themeColors).toEqual(['#12213a'])
  await page.getByRole('button', { name: 'Usar tema oscuro' }).click()
  await expect.poll(themeColors).toEqual(['#0a101b'])
  await page.reload()
  await expect.poll(themeColors).toEqual(['#0a101b'])
  await page.getByRole('button', { name: 'Usar tema claro' }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(themeColors).toEqual(['#12213a'])
})

test("installation: has the company's name, and icons that exist and fill their square", async ({
  page,
  request,
}) => {
  await page.goto('/dashboard')
  const linked = (rel: string) => page.locator(`link[rel=${rel}]`).getAttribute('href')
  const manifest = (await (await request.get(String(await linked('manifest')))).json()) as {
    name: string
    display: string
    icons: { src: string; type: string; purpose?: string }[]
  }
  const { data } = (await (await request.get('/api/config')).json()) as { data: { empresa: string } }
  expect(manifest).toMatchObject({ name: data.empresa, display: 'standalone' })
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  for (const { src, type } of [
    ...manifest.icons,
    { src: String(await linked('apple-touch-icon')), type: 'image/png' },
  ])
    expect((await request.get(src)).headers()['content-type']).toContain(type)
})

test('menu at 768 px: is complete, and a longer one scrolls above its hide button', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.addInitScript(() => localStorage.setItem('menu', 'fijo'))
  await page.goto('/camiones')
  const menu = page.getByRole('navigation', { name: 'Menú' })
  await expect(menu.getByRole('link', { name: 'Ajustes' })).toBeInViewport({ ratio: 1 })
  const scrolled = () => menu.evaluate((element) => element.scrollHeight - element.clientHeight)
  expect(await scrolled()).toBe(0)
  await page.setViewportSize({ width: 1366, height: 500 })
  expect(await scrolled()).toBeGreaterThan(0)
  const button = await page.getByRole('button', { name: 'Ocultar el menú' }).boundingBox()
  const links = await menu.boundingBox()
  expect(links!.y + links!.height).toBeLessThanOrEqual(button!.y)
  await page.getByRole('link', { name: 'Ayuda', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Ayuda', level: 1 })).toBeVisible()
})

test('unknown address: shows the frame of the logged-in user', async ({ page, request, browser, login }) => {
  await page.goto('/no-existe')
  await expect(page.getByRole('main').getByRole('heading', { name: 'Página no encontrada' })).toBeVisible()
  await page.getByRole('link', { name: 'Camiones' }).click()
  await expect(page.getByRole('heading', { name: 'Camiones' })).toBeVisible()

  const piloto = await logIn(request, await aPiloto(request, login))
  const origin = new URL(page.url()).origin
  const phone = await browser.newPage({ storageState: storageOf(origin, piloto) })
  await phone.goto('/no-existe')
  await expect(phone.getByRole('main').getByRole('heading', { name: 'Página no encontrada' })).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Mis Rutas' })).toBeVisible()
  await phone.close()
})

test.describe('without a session', () => {
  test.use({ anonymous: true })

  test('response without a message, as of a proxy: shows a message', async ({ page }) => {
    await page.goto('/login')
    for (const answer of [
      { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' },
      { status: 200, contentType: 'text/html', body: '<h1>Wi-Fi</h1>' },
      { status: 200, json: { success: true, data: {} } },
    ]) {
      await page.route('**/api/auth/login', (route) => route.fulfill(answer))
      await typeLogin(page)
      await expect(page.getByRole('alert')).toHaveText('Error al iniciar sesión')
      await page.unroute('**/api/auth/login')
      await page.reload()
    }
  })

  test('browser without storage: keeps the session until the page unloads', async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          configurable: true,
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError')
          },
        })
    })
    await page.goto('/camiones')
    await typeLogin(page)
    await expect(page).toHaveURL('/camiones')
    await page.getByRole('link', { name: '+ Ingresar Camión' }).first().click()
    await page.getByLabel('Placa').fill('p-111abc')
    await page.getByRole('button', { name: 'Usar tema oscuro' }).click()
    await expect(page.getByLabel('Placa')).toHaveValue('P-111ABC')
  })
})
