import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What another theme can change: the rest has the same elements, names and sizes. */
const colourRules = ['color-contrast', 'link-in-text-block']
const enhanced = 'color-contrast-enhanced'

interface AccessibilityOptions {
  /** Also 7:1 for every text, as in the sun. */
  enhancedContrast?: boolean
}

/** Nothing that axe finds wrong, in what is on the screen now: in the light theme, and the colours of the dark one. */
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

async function expectNoViolations(page: Page, options: Parameters<AxeBuilder['options']>[0]) {
  // What is still appearing has less contrast than it will have.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  )
  // To read axe is more work than to run it: a page that has it is not given it again.
  const hasAxe = await page.evaluate(() => 'axe' in window)
  const { violations } = await new AxeBuilder({ page, ...(hasAxe && { axeSource: ';' }) })
    // Of what is in order nothing need be told.
    .options({ ...options, resultTypes: ['violations'] })
    // The other mode opens a page of its own at each call, to join what frames say: there are none.
    .setLegacyMode()
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
  expect(found).toEqual([])
}

/** Looks at the page at another size, without loading it anew, and gives it back as it was. */
async function withViewport(page: Page, size: { width: number; height: number }, look: () => Promise<void>) {
  const before = page.viewportSize()!
  await page.setViewportSize(size)
  await look()
  await page.setViewportSize(before)
}

/** Lists become cards on a phone, and the menu goes away: accessible there too. */
export const expectAccessibleOnPhone = (page: Page) =>
  withViewport(page, { width: 390, height: 844 }, async () => {
    await expect(page.getByRole('button', { name: 'Abrir el menú' })).toBeVisible()
    await expectAccessible(page)
  })

/** Nothing is wider than the narrowest screen that docs/contract/screens.md promises. */
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

/** They are wide enough for their words. */
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
