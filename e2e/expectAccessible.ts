import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'

const axeSource = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules that depend on the theme. Elements, names and sizes are the same in both. */
const colourRules = ['color-contrast', 'link-in-text-block']
const enhanced = 'color-contrast-enhanced'

interface AccessibilityOptions {
  /** Also require 7:1 for all text, for reading in sunlight. */
  enhancedContrast?: boolean
}

/** Expects no axe violation on the current screen in the light theme, and none of the colour rules in the dark one. */
export async function expectAccessible(page: Page, { enhancedContrast = false }: AccessibilityOptions = {}) {
  await expectNoViolations(page, {
    runOnly: { type: 'tag', values: rules },
    rules: { [enhanced]: { enabled: enhancedContrast } },
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  const values = enhancedContrast ? [...colourRules, enhanced] : colourRules
  await expectNoViolations(page, { runOnly: { type: 'rule', values } })
  await page.emulateMedia({ colorScheme: 'light' })
}

async function expectNoViolations(page: Page, options: axe.RunOptions) {
  // Elements that fade in have too little contrast until the animation ends.
  const hasAxe = await page.evaluate(async () => {
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    )
    return 'axe' in window
  })
  // Loading axe takes longer than running it, so it is injected once a page.
  if (!hasAxe) await page.evaluate(axeSource)
  const found = await page.evaluate(
    async (chosen) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, chosen)
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
    },
    { ...options, resultTypes: ['violations' as const] },
  )
  expect(found).toEqual([])
}

/** Runs `look` at another viewport size, then restores the size. The page does not reload. */
async function withViewport(page: Page, size: { width: number; height: number }, look: () => Promise<void>) {
  const before = page.viewportSize()!
  await page.setViewportSize(size)
  await look()
  await page.setViewportSize(before)
}

/** On a phone, lists become cards and the menu collapses. */
export const expectAccessibleOnPhone = (page: Page) =>
  withViewport(page, { width: 390, height: 844 }, async () => {
    await expect(page.getByRole('button', { name: 'Abrir el menú' })).toBeVisible()
    await expectAccessible(page)
  })

/** Expects no horizontal overflow at the minimum width of docs/contract/screens.md. */
export const expectNoOverflow = (page: Page) =>
  withViewport(page, { width: 360, height: 740 }, async () => {
    const widest = () =>
      page.evaluate(() =>
        Math.max(
          ...[document.documentElement, ...document.querySelectorAll('[role=dialog], dialog')].map(
            ({ scrollWidth }) => scrollWidth,
          ),
        ),
      )
    await expect.poll(widest).toBeLessThanOrEqual(360)
  })

/** Expects that no label is cut off. */
export async function expectNotTruncated(buttons: Locator) {
  await expect(buttons).not.toHaveCount(0)
  const cut = () =>
    buttons.evaluateAll((all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    )
  await expect.poll(cut).toEqual([])
}
