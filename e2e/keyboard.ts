import type { Permiso } from '@flota/contract/core/access.ts'
import { permisos, rolId } from '@flota/contract/core/permisos.ts'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import {
  allowOnlyPointer,
  test as base,
  chooseRowMenuItem,
  createRecord,
  type Login,
  unique,
} from './support.ts'

// A clerk without a mouse: every step is a key, and each helper checks the focus.

/** Starts without a session. A pointer event or a page error fails the test. */
export const test = base.extend<{ keysOnly: undefined }>({
  anonymous: true,
  keysOnly: [
    async ({ page }, give) => {
      await allowOnlyPointer(page, 'none')
      await give(undefined)
    },
    { auto: true },
  ],
})

interface Credentials {
  username: string
  password: string
}

/** Creates an office user with these permissions alone. */
export async function createClerk(
  request: APIRequestContext,
  login: Login,
  ...permisoNames: Permiso[]
): Promise<Credentials> {
  const who = { username: unique('u').toLowerCase(), password: 'tinta y papel carbón' }
  const ids = permisos.filter((each) => permisoNames.includes(each.nombre_permiso)).map(({ id }) => id)
  await createRecord(request, login, '/api/usuarios', {
    ...who,
    rol_id: rolId.usuario,
    estado: 'activo',
    permisos: ids,
  })
  return who
}

/** Logs in from an empty browser and waits for the dashboard. */
export async function logInByKeyboard(page: Page, { username, password }: Credentials) {
  await page.goto('/')
  await typeFields(page, { Usuario: username, Contraseña: password })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
}

export async function logOut(page: Page) {
  await pressLink(page, page.getByRole('button', { name: 'Cerrar sesión' }))
  await expect(page).toHaveURL('/login')
  await expectFocus(page, 'Usuario')
}

/** Expects the focus on the field or button with this name. */
export const expectFocus = (page: Page, name: string) =>
  expect(page.locator(':focus')).toHaveAccessibleName(name)

/** Expects the focus on the heading, which screens without a form focus. */
export const expectScreen = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeFocused()

const maxTabSteps = 80

/** Returns the key that leads to the element, or null if it has the focus. */
function tabKeyTowards(element: Element) {
  const here = document.activeElement
  if (here === element) return null
  const isBefore = here && here.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING
  return isBefore ? 'Shift+Tab' : 'Tab'
}

/** Presses Tab or Shift+Tab, whichever is shorter, until the target has the focus. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < maxTabSteps; steps += 1) {
    const key = await target.evaluate(tabKeyTowards)
    if (!key) return
    await page.keyboard.press(key)
  }
  await expect(target, 'Tab leads there').toBeFocused()
}

/** Opens a link or a button by Enter. */
export async function pressLink(page: Page, target: Locator) {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú' })

export const expectMenu = (page: Page, labels: string[]) =>
  expect(menu(page).getByRole('link')).toHaveText(labels)

/** Opens another section from the menu. */
export async function goTo(page: Page, label: string) {
  await pressLink(page, menu(page).getByRole('link', { name: label, exact: true }))
  await expectScreen(page, label)
}

/**
 * Types into fields in tab order, of which the first has the focus. An empty text keeps a field's value; for a select
 * the text is the first letter of the option.
 */
export async function typeFields(page: Page, fields: Record<string, string>) {
  for (const [index, [name, text]] of Object.entries(fields).entries()) {
    if (index > 0) await page.keyboard.press('Tab')
    await expectFocus(page, name)
    await page.keyboard.type(text)
  }
}

/** Chooses an option by the arrow keys. */
export async function chooseOption(page: Page, select: Locator, word: string) {
  const chosen = select.locator('option:checked')
  await tabTo(page, select)
  await page.keyboard.press('Home')
  for (let steps = await select.locator('option').count(); steps > 0; steps -= 1)
    if ((await chosen.textContent()) !== word) await page.keyboard.press('ArrowDown')
  await expect(chosen).toHaveText(word)
}

/** Replaces a field's value. */
export async function typeInto(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** Searches the list and returns the only row left. */
export async function findRow(page: Page, text: string) {
  await typeInto(page, page.getByRole('searchbox'), text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  return page.getByRole('row').nth(1)
}

/** Chooses an action of a row's menu. */
export async function chooseRowAction(page: Page, row: string, action: string) {
  await tabTo(page, page.getByRole('button', { name: `Acciones de ${row}`, exact: true }))
  await chooseRowMenuItem(page, row, action)
}

/** Confirms a dialog whose safe answer has the focus. */
export async function acceptDialog(page: Page, question: string) {
  const dialog = page.getByRole('alertdialog', { name: question, exact: true })
  await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Sí' })).toBeFocused()
  await page.keyboard.press('Enter')
}

/** Expects a result dialog, closes it by Enter, and expects the focus on the page again. */
export async function expectResult(page: Page, title: string, text: string | RegExp) {
  const popup = page.getByRole('alertdialog', { name: title, exact: true })
  await expect(popup).toContainText(text)
  await expect(popup.getByRole('button', { name: 'Continuar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(popup).toBeHidden()
  await expect(page.locator(':focus')).toHaveCount(1)
}
