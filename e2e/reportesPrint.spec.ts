import { expect } from '@playwright/test'
import { chromiumArgs, findChromium } from '../scripts/setup/chromium.mjs'
import { emptyPdf, startExportServer } from './reportes.ts'
import { test } from './support.ts'

// The headless shell has no PDF viewer.
test.use({ launchOptions: { executablePath: findChromium() ?? '', args: chromiumArgs } })

test('PDF: is printed by the browser from a hidden frame', async ({ page }) => {
  // Headless Chromium has no printer: the test checks the call of print().
  await page.addInitScript(() => {
    const real = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      get(this: HTMLIFrameElement) {
        const shown = real?.get?.call(this) as Window | null
        const print = () => document.documentElement.setAttribute('data-printed', shown?.location.href ?? '')
        return { print }
      },
    })
  })
  const server = await startExportServer(page)
  await page.goto('/reportes?filtro=mes&ver=reporte')
  await page.getByRole('button', { name: 'Imprimir PDF' }).press('Enter')
  await server.send(emptyPdf)
  await server.end()
  const printed = page.locator('html[data-printed^="blob:"]')
  await expect(printed).toHaveCount(1)
  // The browser's own viewer, which the content security policy allows.
  await expect
    .poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension:')))
    .toBe(true)
  await expect(page.getByText(/^Generando/)).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  // The browser's print shortcut prints the PDF too, not the screen.
  await page.goto('/reportes?filtro=mes')
  await expect(page.getByRole('heading', { name: 'Reporte Histórico' })).toBeVisible()
  await expect(printed).toHaveCount(0)
  await page.keyboard.press('Control+p')
  await expect.poll(server.requestCount).toBe(2)
  await server.send(emptyPdf)
  await server.end()
  await expect(printed).toHaveCount(1)
  server.close()
})
