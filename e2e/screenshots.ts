import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'

// What the pictures of docs/manual.md and README.md are made with.

const docs = new URL('../docs/', import.meta.url)
export const manualFolder = new URL('manual/', docs)

export const desktop = { viewport: { width: 1366, height: 768 } }

interface ScreenshotOptions {
  format: 'webp' | 'png'
  quality?: number
  clip?: { x: number; y: number; width: number; height: number; scale: number }
}

/** What the window shows, written below docs/; the browser itself makes the file. */
async function capture(page: Page, path: string, picture: ScreenshotOptions) {
  await page.evaluate(() => document.fonts.ready)
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', picture)
  const file = Buffer.from(data, 'base64')
  writeFileSync(new URL(path, docs), file)
  process.stdout.write(`docs/${path}, ${Math.round(file.length / 1024)} KB\n`)
}

/** A picture of the manual. */
export const takeScreenshot = (page: Page, name: string) =>
  capture(page, `manual/${name}.webp`, { format: 'webp', quality: 60 })

/** A picture of README.md. */
export const takeReadmeScreenshot = (page: Page, name: string) =>
  capture(page, `screenshots/${name}.png`, { format: 'png' })

/** README.md's picture of a file's first page, as the browser's own reader shows it without its bars. */
export async function takePdfScreenshot(page: Page, name: string, pdf: Buffer) {
  const file = join(mkdtempSync(join(tmpdir(), 'flota-pdf-')), 'reporte.pdf')
  writeFileSync(file, pdf)
  await page.setViewportSize({ width: 620, height: 877 })
  await page.goto(`${pathToFileURL(file).href}#toolbar=0&navpanes=0&view=Fit`)
  // The reader tells nobody when it has drawn the page.
  await page.waitForTimeout(2000)
  const clip = { x: 4, y: 3, width: 612, height: 866, scale: 1 }
  await capture(page, `screenshots/${name}.png`, { format: 'png', clip })
  rmSync(dirname(file), { recursive: true })
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
export const parkMouse = ({ mouse }: Page) =>
  mouse.move(desktop.viewport.width - 1, desktop.viewport.height - 1)
