import type { Permiso } from '@flota/contract/access.ts'
import { permisos, rolId } from '@flota/contract/permisos.ts'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import {
  allowOnlyPointer,
  test as base,
  chooseRowMenuItem,
  createRecord,
  type Login,
  unique,
} from './support.ts'

// How a clerk works who never touches the mouse: every step is a key, and what has focus is looked at.

/** The day begins with nobody logged in. A mouse or a finger fails the test, as every error of the page does. */
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

/** Somebody of the office who may do this, and no more. */
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

/** The day begins: from an empty browser to the dashboard. */
export async function logInByKeyboard(page: Page, { username, password }: Credentials) {
  await page.goto('/')
  await typeFields(page, { Usuario: username, Contraseña: password })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
}

/** The day ends. */
export async function logOut(page: Page) {
  await pressLink(page, page.getByRole('button', { name: 'Cerrar sesión' }))
  await expect(page).toHaveURL('/login')
  await expectFocus(page, 'Usuario')
}

/** Whether a field or a button of this name has focus. */
export const expectFocus = (page: Page, name: string) =>
  expect(page.locator(':focus')).toHaveAccessibleName(name)

/** Screens that are read take focus on their heading. */
export const expectScreen = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeFocused()

const maxTabSteps = 80

/** Null when it is reached. */
function tabKeyTowards(element: Element) {
  const here = document.activeElement
  if (here === element) return null
  const isBefore = here && here.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING
  return isBefore ? 'Shift+Tab' : 'Tab'
}

/** Goes there by Tab, the shorter way. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < maxTabSteps; steps += 1) {
    const key = await target.evaluate(tabKeyTowards)
    if (!key) return
    await page.keyboard.press(key)
  }
  await expect(target, 'Tab leads there').toBeFocused()
}

/** A link or a button, by Enter. */
export async function pressLink(page: Page, target: Locator) {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú' })

export const expectMenu = (page: Page, labels: string[]) =>
  expect(menu(page).getByRole('link')).toHaveText(labels)

/** To another section, by the menu. */
export async function goTo(page: Page, label: string) {
  await pressLink(page, menu(page).getByRole('link', { name: label, exact: true }))
  await expectScreen(page, label)
}

/**
 * Field after field, Tab between: they come in this order, and the first has focus. An empty text leaves
 * what is there; of a select it is the first letter.
 */
export async function typeFields(page: Page, fields: Record<string, string>) {
  for (const [index, [name, text]] of Object.entries(fields).entries()) {
    if (index > 0) await page.keyboard.press('Tab')
    await expectFocus(page, name)
    await page.keyboard.type(text)
  }
}

/** One of a few, by the arrows. */
export async function chooseOption(page: Page, select: Locator, word: string) {
  const chosen = select.locator('option:checked')
  await tabTo(page, select)
  await page.keyboard.press('Home')
  for (let steps = await select.locator('option').count(); steps > 0; steps -= 1)
    if ((await chosen.textContent()) !== word) await page.keyboard.press('ArrowDown')
  await expect(chosen).toHaveText(word)
}

/** Replaces what a field has by what is typed. */
export async function typeInto(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** Searches the list, and gives the only row that is left. */
export async function findRow(page: Page, text: string) {
  await typeInto(page, page.getByRole('searchbox'), text)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  return page.getByRole('row').nth(1)
}

/** An action of a row's menu. */
export async function chooseRowAction(page: Page, row: string, action: string) {
  await tabTo(page, page.getByRole('button', { name: `Acciones de ${row}`, exact: true }))
  await chooseRowMenuItem(page, row, action)
}

/** Says yes to a question, on which the answer that changes nothing has focus. */
export async function acceptDialog(page: Page, question: string) {
  const dialog = page.getByRole('alertdialog', { name: question, exact: true })
  await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Sí' })).toBeFocused()
  await page.keyboard.press('Enter')
}

/** How it went is told; Enter goes on, and focus is on the page again. */
export async function expectResult(page: Page, title: string, text: string | RegExp) {
  const popup = page.getByRole('alertdialog', { name: title, exact: true })
  await expect(popup).toContainText(text)
  await expect(popup.getByRole('button', { name: 'Continuar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(popup).toBeHidden()
  await expect(page.locator(':focus')).toHaveCount(1)
}
