import { expect } from '@playwright/test'
import { chromiumArgs, findChromium } from '../scripts/setup/chromium.mjs'
import { aCrew, aRuta } from './rutas.ts'
import { test } from './support.ts'

// The headless shell has no PDF viewer.
test.use({ launchOptions: { executablePath: findChromium() ?? '', args: chromiumArgs } })

test('sheet: opens in another tab', async ({ page, request, login }) => {
  const { id } = await aRuta(request, login, await aCrew(request, login))
  await page.goto(`/ver-ruta/${id}`)
  await page.getByRole('button', { name: 'Imprimir hoja' }).click()
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('dialog').getByRole('button', { name: 'Sin precio' }).click(),
  ])
  await tab.waitForURL(/^blob:/)
  // The browser's own viewer, which the content security policy allows.
  await expect
    .poll(() => tab.frames().some((frame) => frame.url().startsWith('chrome-extension:')))
    .toBe(true)
  await expect(page.getByRole('dialog')).toBeHidden()
})
