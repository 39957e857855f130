import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'

// Helpers for the pictures of docs/manual.md and README.md.

const docs = new URL('../docs/', import.meta.url)
export const manualFolder = new URL('manual/', docs)

export const desktop = { viewport: { width: 1366, height: 768 } }

interface ScreenshotOptions {
  format: 'webp' | 'png'
  quality?: number
  clip?: { x: number; y: number; width: number; height: number; scale: number }
}

/** Saves the window's content below docs/, as a file encoded by the browser. */
async function capture(page: Page, path: string, picture: ScreenshotOptions) {
  await page.evaluate(() => document.fonts.ready)
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', picture)
  const file = Buffer.from(data, 'base64')
  writeFileSync(new URL(path, docs), file)
  process.stdout.write(`docs/${path}, ${Math.round(file.length / 1024)} KB\n`)
}

export const takeScreenshot = (page: Page, name: string) =>
  capture(page, `manual/${name}.webp`, { format: 'webp', quality: 60 })

export const takeReadmeScreenshot = (page: Page, name: string) =>
  capture(page, `screenshots/${name}.png`, { format: 'png' })

/** Takes README.md's picture of a PDF's first page in the browser's viewer, without its toolbar. */
export async function takePdfScreenshot(page: Page, name: string, pdf: Buffer) {
  const file = join(mkdtempSync(join(tmpdir(), 'flota-pdf-')), 'reporte.pdf')
  writeFileSync(file, pdf)
  await page.setViewportSize({ width: 620, height: 877 })
  await page.goto(`${pathToFileURL(file).href}#toolbar=0&navpanes=0&view=Fit`)
  // The viewer has no event for a finished page.
  await page.waitForTimeout(2000)
  const clip = { x: 4, y: 3, width: 612, height: 866, scale: 1 }
  await capture(page, `screenshots/${name}.png`, { format: 'png', clip })
  rmSync(dirname(file), { recursive: true })
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
export const press = (page: Page, name: string | RegExp) => button(page, name).click()

/** Opens a page and waits for `sign`, an element that needs the page's data. */
export async function visit(
  page: Page,
  path: string,
  sign: (page: Page) => { waitFor: () => Promise<void> },
) {
  await page.goto(path)
  await sign(page).waitFor()
  await page.waitForLoadState('networkidle')
}

/** Moves the mouse to where it hovers over nothing. */
export const parkMouse = ({ mouse }: Page) =>
  mouse.move(desktop.viewport.width - 1, desktop.viewport.height - 1)
