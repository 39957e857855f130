import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

// What the pictures of docs/manual.md are made with.

export const folder = new URL('../docs/manual/', import.meta.url)

export const desk = { viewport: { width: 1366, height: 768 } }

/** What the window shows; the browser itself makes the WebP. */
export async function take(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready)
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 60 })
  const file = Buffer.from(data, 'base64')
  writeFileSync(new URL(`${name}.webp`, folder), file)
  process.stdout.write(`docs/manual/${name}.webp, ${Math.round(file.length / 1024)} KB\n`)
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
export const press = (page: Page, name: string | RegExp) => button(page, name).click()

/** The page once its data is there: `sign` is something that only data brings. */
export async function visit(
  page: Page,
  path: string,
  sign: (page: Page) => { waitFor: () => Promise<void> },
) {
  await page.goto(path)
  await sign(page).waitFor()
  await page.waitForLoadState('networkidle')
}

/** Over nothing that changes its look. */
export const restMouse = ({ mouse }: Page) => mouse.move(desk.viewport.width - 1, desk.viewport.height - 1)
