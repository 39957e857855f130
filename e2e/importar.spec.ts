import { writeFileSync } from 'node:fs'
import { expect, type Page, type Request } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { test } from './importTurn.ts'
import {
  admin,
  allowOnlyPointer,
  createRecord,
  logIn,
  pressEnabled,
  storageOf,
  typeLogin,
  unique,
} from './support.ts'

// In one worker, because other workers would only wait for their turn to import.
test.describe.configure({ mode: 'default' })

// The program remembers a mapping by the headings, so each test has headings of its own.
let titles = ''
test.beforeEach(() => {
  titles = `No.;Placa;Marca;Año;Pintura;Tipo de vehículo;Tarjeta;${unique('Zona ')}`
})
const truck = (placa: string, tarjeta = 'TC-1') => `1;${placa};Freightliner;2018;Blanco;Cabezal;${tarjeta}`

/** Windows-1252, as Excel saves it. It equals Latin-1 for these letters. */
const sheet = (...rows: string[]) => Buffer.from([titles, ...rows].join('\r\n'), 'latin1')
const aFile = (buffer: Buffer, name = 'camiones.csv') => ({ name, mimeType: 'text/csv', buffer })

const input = (page: Page) => page.locator('input[type=file]')
const campo = (page: Page, columna: string) => page.getByLabel(`Campo de la columna ${columna}`)
const importButton = (page: Page) => page.getByRole('button', { name: /^Importar \d/ })
const counts = (page: Page, nuevas: number, errores: number) =>
  page.getByText(`${nuevas} nuevas · 0 cambiadas · 0 iguales · 0 saltadas · ${errores} con errores`)

/** Returns the preview's row of a new truck. */
const becomes = (page: Page, placa: string) => page.getByRole('row', { name: `Nueva ${placa}` })

const drop = (page: Page, bytes: Buffer, name: string) =>
  page.evaluate(
    ({ base64, name }) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name))
      document.body.dispatchEvent(
        new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }),
      )
    },
    { base64: bytes.toString('base64'), name },
  )

test('messy sheet: is dropped, its column mapped, its row corrected, imported and undone', async ({
  page,
}) => {
  const [one, two] = [unique('C-'), unique('C-')]
  await page.goto('/camiones')
  await page.getByRole('link', { name: 'Importar', exact: true }).click()
  await expect(page).toHaveURL('/importar?tipo=camiones')
  await expect(page.getByRole('button', { name: 'Camiones', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await drop(page, sheet(truck(one), truck(two, '')), 'unidades.csv')
  await expect(page.getByText('Falta la columna Color.')).toBeVisible()
  await expect(counts(page, 0, 2)).toBeVisible()
  await expect(page.getByRole('row', { name: 'Año' })).toContainText('2018 · 2018')
  await expect(campo(page, 'D (Año)')).toHaveValue('modelo')
  await expect(campo(page, 'A (No.)').locator('option').first()).toHaveText('No traer')
  await expect(importButton(page)).toBeDisabled()
  await expectAccessible(page)
  await expectNoOverflow(page)

  await campo(page, 'E (Pintura)').selectOption('color')
  await expect(
    page.getByText('Fila 3 · Columna G (Tarjeta de circulación): Este campo es obligatorio.'),
  ).toBeVisible()
  await expect(counts(page, 1, 1)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Importar la buena' })).toBeEnabled()
  await page.getByRole('button', { name: 'Corregir primero' }).click()
  await expect(page.getByRole('region', { name: 'Lo que hay que corregir en tu hoja' })).toBeFocused()
  await expect(becomes(page, one)).toBeVisible()
  // The sticky bars would cover a control.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)

  // The corrected sheet reuses the column mapping.
  await input(page).setInputFiles(aFile(sheet(truck(one), truck(two)), 'unidades.csv'))
  await expect(counts(page, 2, 0)).toBeVisible()
  await expect(campo(page, 'E (Pintura)')).toHaveValue('color')
  await page.getByRole('button', { name: 'Importar 2 registros' }).click()
  await expect(page.getByRole('heading', { name: 'Se importaron 2 registros.' })).toBeFocused()
  await expect(page.getByRole('row', { name: 'unidades.csv' }).first()).toContainText('2 nuevas')
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)

  await page.getByRole('region', { name: 'Resultado' }).getByRole('button', { name: 'Deshacer' }).click()
  const question = page.getByRole('alertdialog', {
    name: '¿Deseas deshacer la importación de 2 registros?',
  })
  await question.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByRole('alertdialog').getByText('Importación deshecha.')).toBeVisible()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('row', { name: 'unidades.csv' }).first()).toContainText('Deshecha')
  await page.getByRole('link', { name: 'Ver camiones' }).click()
  await page.getByRole('searchbox').fill(one)
  await expect(page.getByText('Nada coincide')).toBeVisible()
})

test('import by keyboard: chooses a file and one value for all rows, and the trucks are in the list', async ({
  page,
}) => {
  await allowOnlyPointer(page, 'none')
  const placa = unique('C-')
  await page.goto('/importar?tipo=camiones')
  const place = page.getByRole('region', { name: 'Archivo' }).getByRole('button')
  const chooser = page.waitForEvent('filechooser')
  await place.press('Enter')
  await (await chooser).setFiles(aFile(sheet(truck(placa))))
  await page.getByLabel('Color: Un valor para todas').focus()
  await page.keyboard.type('Verde limón')
  await expect(counts(page, 1, 0)).toBeVisible()
  await expect(becomes(page, placa)).toContainText('Verde limón')
  await page.getByLabel('Si ya existe').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('Si ya existe')).toHaveValue('saltar')
  await expect(counts(page, 1, 0)).toBeVisible()
  await pressEnabled(page.getByRole('button', { name: 'Importar 1 registro' }))
  await expect(page.getByRole('heading', { name: 'Se importó 1 registro.' })).toBeFocused()
  await page.getByRole('link', { name: 'Ver camiones' }).press('Enter')
  await page.getByRole('searchbox').fill(placa)
  await expect(page.getByRole('link', { name: placa })).toBeVisible()
  await expect(page.getByText('Verde limón').first()).toBeVisible()
})

test('file changed on the disk: has to be chosen again', async ({ page }, info) => {
  const path = info.outputPath('camiones.csv')
  const full = (placa: string) => sheet(truck(placa)).toString('latin1').replace('Pintura', 'Color')
  writeFileSync(path, full(unique('C-')), 'latin1')
  await page.goto('/importar?tipo=camiones')
  await input(page).setInputFiles(path)
  await expect(counts(page, 1, 0)).toBeVisible()
  const placa = unique('C-')
  writeFileSync(path, full(placa), 'latin1')
  await pressEnabled(importButton(page))
  await expect(page.getByText('El archivo cambió. Elígelo otra vez.')).toBeVisible()
  await input(page).setInputFiles(path)
  await expect(page.getByText('El archivo cambió. Elígelo otra vez.')).toHaveCount(0)
  await expect(becomes(page, placa)).toBeVisible()
  await expect(importButton(page)).toBeEnabled()
})

test('import with a lost response: is resent with its key and imports nothing twice', async ({ page }) => {
  const placa = unique('C-')
  await page.goto('/importar?tipo=camiones')
  await input(page).setInputFiles(
    aFile(Buffer.from(sheet(truck(placa)).toString('latin1').replace('Pintura', 'Color'), 'latin1')),
  )
  await expect(counts(page, 1, 0)).toBeVisible()
  const keys: (string | undefined)[] = []
  const bring = (request: Request) => request.url().includes('prueba=no')
  page.on('request', (request) => {
    if (bring(request)) keys.push(request.headers()['idempotency-key'])
  })
  await page.route(
    (url) => url.searchParams.get('prueba') === 'no',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await pressEnabled(importButton(page))
  await expect(page.getByText('No se sabe si se importó')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reintentar', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: 'Se importó 1 registro.' })).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
  await expect(page.getByRole('row', { name: 'camiones.csv' }).first()).toContainText('1 nuevas')
})

test('file that is no sheet: shows an error; the file is discarded when the session ends', async ({
  page,
}) => {
  await page.goto('/importar?tipo=camiones')
  await input(page).setInputFiles({ ...aFile(Buffer.from('%PDF-1.4 hola'), 'camiones.pdf') })
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Solo se aceptan hojas de Excel (.xlsx) o CSV.')
  await expectAccessible(page)
  await input(page).setInputFiles(aFile(Buffer.alloc(10 * 1024 ** 2 + 1, 'a'), 'grande.csv'))
  await expect(alert).toContainText('El archivo pasa de 10 MB.')
  await page.route(
    '**/api/importar/**',
    (route) =>
      route.fulfill({
        status: 401,
        json: {
          success: false,
          message: 'Sesión expirada. Inicia sesión nuevamente.',
          error: { code: 'SESION_EXPIRADA' },
        },
      }),
    { times: 1 },
  )
  await input(page).setInputFiles(aFile(sheet(truck(unique('C-'))), 'guardado.csv'))
  await expect(page).toHaveURL('/login')
  await typeLogin(page, admin)
  await expect(page).toHaveURL('/importar?tipo=camiones')
  await expect(page.getByRole('button', { name: 'guardado.csv' })).toBeVisible()
  await expect(counts(page, 0, 1)).toBeVisible()
})

test('user with crear_rutas alone: imports trips only; without permissions there is no import', async ({
  browser,
  baseURL,
  request,
  login,
}) => {
  const as = async (permisos: number[]) => {
    const who = { username: unique('u').toLowerCase(), password: 'una clave cualquiera' }
    await createRecord(request, login, '/api/usuarios', { ...who, rol_id: 3, estado: 'activo', permisos })
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      storageState: storageOf(baseURL ?? '', await logIn(request, who)),
    })
    return { page: await context.newPage(), context }
  }
  const enters = await as([3, 4])
  await enters.page.goto('/rutas')
  await enters.page.getByRole('link', { name: 'Importar', exact: true }).click()
  const kinds = enters.page.getByRole('group', { name: 'Lista' }).getByRole('button')
  await expect(kinds).toHaveText(['Rutas'])
  await enters.context.close()
  const looks = await as([4])
  await looks.page.goto('/rutas')
  await expect(looks.page.getByRole('heading', { name: 'Rutas', level: 1 })).toBeVisible()
  await expect(looks.page.getByRole('link', { name: 'Importar', exact: true })).toHaveCount(0)
  await looks.page.goto('/importar')
  await expect(looks.page.getByRole('heading', { name: 'Acceso Denegado' })).toBeVisible()
  await looks.context.close()
})

test('phone: asks for a larger screen, and lists earlier imports', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/importar')
  await expect(page.getByText('Importar necesita una pantalla más grande')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Importaciones' })).toBeVisible()
  await expect(input(page)).toHaveCount(0)
  await expectAccessible(page)
  await expectNoOverflow(page)
})
