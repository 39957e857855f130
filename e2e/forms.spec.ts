import { expect, type Page } from '@playwright/test'
import { aCamion, bearer, logIn, test, typeCamionForm, unique } from './support.ts'

const labels = ['Placa', 'Marca', 'Modelo', 'Color', 'Tipo', 'Tarjeta de circulación']

test('form: shows missing values at their fields and focuses the first', async ({ page }) => {
  await page.goto('/ingresar-camiones')
  await page.getByLabel('Marca').fill('Hino')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Este campo es obligatorio.')).toHaveCount(labels.length - 1)
  await expect(page.getByLabel('Placa')).toBeFocused()
  await page.keyboard.type('x')
  await expect(page.getByText('Este campo es obligatorio.')).toHaveCount(labels.length - 2)
  await page.getByLabel('Modelo').fill('x'.repeat(101))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Máximo 100 caracteres.')).toBeVisible()
})

test('form: keeps its values when the plate is taken', async ({ page, request, login }) => {
  const { placa } = await aCamion(request, login)
  await page.goto('/ingresar-camiones')
  await typeCamionForm(page, [placa, 'Hino', '500', 'Gris', 'Furgón', 'TC-1'])
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Error al crear el camión')
  await expect(alert).toContainText('La placa ya existe')
  await expect(alert).toBeFocused()
  await expect(page.getByLabel('Marca')).toHaveValue('Hino')
})

test('two users edit one truck: the second sees both values of each field and loses nothing', async ({
  page,
  request,
  login,
}) => {
  const { id, placa, version } = await aCamion(request, login)
  await page.goto(`/editar-camiones/${id}`)
  await page.getByLabel('Marca').fill('Mía')
  const body = {
    placa,
    marca: 'Ajena',
    modelo: 'T680',
    color: 'Negro',
    tipo: 'Cabezal',
    tarjeta_circulacion: 'TC-1',
  }
  const headers = bearer(await logIn(request))
  const other = await request.put(`/api/camiones/${id}`, { headers, data: { ...body, version } })
  expect(other.status()).toBe(200)

  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(
    /Otro usuario guardó este registro a las \d\d:\d\d, mientras lo editabas\./,
  )
  await expect(page.getByRole('alert')).toBeFocused()
  const marca = page.getByRole('textbox', { name: 'Marca' })
  await expect(marca).toHaveValue('Mía')
  await expect(page.getByText('Otro usuario escribió: «Ajena».')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Color' })).toHaveValue('Negro')
  const choice = page.getByRole('group', { name: 'Marca' })
  await choice.getByLabel('Lo del otro usuario').check()
  await expect(marca).toHaveValue('Ajena')
  await choice.getByLabel('Lo tuyo').check()
  await expect(marca).toHaveValue('Mía')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Estado actualizado' })).toBeVisible()
  const saved = await request.get(`/api/camiones/${id}`, { headers })
  expect(await saved.json()).toMatchObject({ data: { marca: 'Mía', color: 'Negro' } })
})

test('double click: saves once', async ({ page }) => {
  let posts = 0
  await page.route('**/api/camiones', async (route) => {
    if (route.request().method() === 'POST') posts += 1
    await route.continue()
  })
  await page.goto('/ingresar-camiones')
  const values = [unique(), 'Hino', '500', 'Gris', 'Furgón', 'TC-1']
  for (const [index, label] of labels.entries()) await page.getByLabel(label).fill(values[index] ?? '')
  await page.getByRole('button', { name: 'Guardar' }).dblclick()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(posts).toBe(1)
})

const list = '/camiones?porPagina=10'
/** Ways to leave a form, each with its destination. The last one ends the session. */
const ways: Record<string, { leave: (page: Page) => Promise<unknown>; to: string }> = {
  'the Esc key': { leave: (page) => page.keyboard.press('Escape'), to: list },
  Cancelar: { leave: (page) => page.getByRole('button', { name: 'Cancelar' }).click(), to: list },
  'the back button': { leave: (page) => page.goBack(), to: list },
  'a link': { leave: (page) => page.getByRole('link', { name: 'Pilotos' }).click(), to: '/choferes' },
  'Cerrar sesión': {
    leave: (page) => page.getByRole('button', { name: 'Cerrar sesión' }).click(),
    to: '/login',
  },
}

test('changed form: asks before each way to leave it, and then discards its values', async ({ page }) => {
  const placa = page.getByLabel('Placa')
  const begin = page.getByRole('link', { name: '+ Ingresar Camión' })
  await page.goto(list)
  for (const [way, { leave, to }] of Object.entries(ways))
    await test.step(way, async () => {
      await begin.click()
      await expect(placa).toHaveValue('')
      await placa.fill('a medias')
      await leave(page)
      const dialog = page.getByRole('alertdialog', { name: '¿Deseas salir sin guardar los cambios?' })
      await dialog.getByRole('button', { name: 'No' }).click()
      await expect(dialog).toBeHidden()
      await expect(page).toHaveURL('/ingresar-camiones')
      await expect(placa).toHaveValue('A MEDIAS')
      await leave(page)
      await dialog.getByRole('button', { name: 'Sí' }).click()
      await expect(page).toHaveURL(to)
      if (to === '/choferes') await page.getByRole('link', { name: 'Camiones' }).click()
    })
})

test('unchanged form: leaves without asking', async ({ page }) => {
  await page.goto(list)
  await page.getByRole('link', { name: '+ Ingresar Camión' }).click()
  await page.getByLabel('Placa').fill('a medias')
  await page.getByLabel('Placa').fill('')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(list)
})

test('reload with a dialog over its form: asks once for both, and No keeps both', async ({ page }) => {
  await page.goto('/rutas')
  await page.getByRole('link', { name: '+ Ingresar Ruta' }).first().click()
  await page.getByLabel('Mercadería').fill('Azúcar')
  await page.getByRole('combobox', { name: 'Cliente' }).fill(unique('nadie'))
  await page.getByRole('option', { name: '+ Ingresar cliente' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ingresar Cliente' })
  await dialog.getByLabel('Teléfono').fill('5555')
  const question = page.getByRole('alertdialog', { name: '¿Deseas salir sin guardar los cambios?' })
  for (const _ of ['first', 'again']) {
    await page.goBack()
    await question.getByRole('button', { name: 'No' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL('/ingresar-ruta')
    await expect(dialog.getByLabel('Teléfono')).toHaveValue('5555')
    await expect(page.locator('[name=mercaderia]')).toHaveValue('Azúcar')
  }
  await page.goBack()
  await question.getByRole('button', { name: 'Sí' }).click()
  await expect(page).toHaveURL('/rutas')
  await expect(question).toBeHidden()
})

test('form: focuses its first field when it is rendered, unless the user focused another', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // Delays React's work after a render, as on a busy machine.
    const send = Reflect.get(MessagePort.prototype, 'postMessage') as (message: unknown) => void
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      setTimeout(() => Reflect.apply(send, this, [message]), 200)
    }
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('[name=placa]')) return
      observer.disconnect()
      setTimeout(() => {
        document.documentElement.dataset.focused = document.activeElement?.getAttribute('name') ?? ''
      })
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/ingresar-camiones')
  await expect(page.locator('html')).toHaveAttribute('data-focused', 'placa')
})

test('lost connection: shows a message, keeps the form, and recovers on its own', async ({
  page,
  context,
}) => {
  const placa = unique()
  await page.goto('/ingresar-camiones')
  await expect(page.getByLabel('Placa')).toBeFocused()
  await context.setOffline(true)
  await typeCamionForm(page, [placa, 'Hino', '500', 'Gris', 'Furgón', 'TC-1'])
  await expect(page.getByText('Sin conexión con el servidor. Reintentando…')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Error de conexión con el servidor')
  await context.setOffline(false)
  await expect(page.getByText('Sin conexión')).toBeHidden()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Datos ingresados con éxito' })).toBeVisible()
})

test('uncertain save: is resent with its key, also after a reload; another save gets a new key', async ({
  page,
}) => {
  const keys: (string | undefined)[] = []
  await page.route('**/api/camiones', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    await (keys.length < 4 ? route.abort() : route.continue())
  })
  const save = async () => {
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByRole('alert')).toContainText('Error de conexión con el servidor')
  }
  await page.goto('/ingresar-camiones')
  await typeCamionForm(page, [unique(), 'Hino', '500', 'Gris', 'Furgón', 'TC-1'])
  await expect(page.getByRole('alert')).toContainText('Error de conexión con el servidor')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText('Recuperamos lo que habías escrito.')).toBeVisible()
  await save()
  await page.getByLabel('Color').fill('Rojo')
  await save()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Datos ingresados con éxito' })).toBeVisible()
  const [first, again, other, otherAgain] = keys
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
  expect(otherAgain).toBe(other)
})

test('uncertain new user: shows no success when the password differs', async ({ page }) => {
  let tries = 0
  await page.route('**/api/usuarios', async (route) => {
    if (route.request().method() !== 'POST' || ++tries > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.goto('/usuarios?usuario=nuevo')
  await page.getByLabel('Usuario', { exact: true }).fill(unique('u'))
  const typed = page.getByRole('textbox', { name: 'Contraseña' })
  await typed.fill('caminos largos 1')
  await page.getByLabel('Rol').selectOption('Administrador')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alert')).toContainText('Error de conexión con el servidor')
  await typed.fill('otros caminos 2')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('El nombre de usuario ya existe')).toBeVisible()
})
