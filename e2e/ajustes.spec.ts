import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { isolatedTest } from './isolatedServer.ts'
import { bearer, createRecord, test, unique } from './support.ts'

// Settings apply to the whole company, so this test has a server of its own.
isolatedTest(
  'settings: are saved, and a conflict is shown field by field',
  async ({ page, request, login }) => {
    const headers = bearer(login)
    const read = async () =>
      ((await (await request.get('/api/ajustes', { headers })).json()) as { data: { version: number } }).data
    await page.goto('/ajustes')
    await expect(page.getByLabel('Nombre de la empresa')).toBeFocused()
    await expect(page.getByText(/^Versión \d+\.\d+\.\d+$/)).toBeVisible()
    await page.getByLabel('NIT').fill('123456-7')
    await page.getByLabel('Duración de un viaje').fill('490')
    await expect(page.getByText('8 h 10 min')).toBeVisible()
    await page.getByLabel('El viaje toca una restricción').selectOption('No dejar guardar')
    await page.getByLabel('Por facturar desde').fill('1/11/2026')
    await page.getByLabel('Régimen de ISR').selectOption('Opcional simplificado')
    const aDay = page.getByLabel('Tope de un usuario al día')
    await expect(aDay).toHaveValue('500')
    await aDay.fill('5')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(aDay).toBeFocused()
    await aDay.fill('50')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('Ajustes guardados exitosamente')
    await page.keyboard.press('Enter')
    expect(await read()).toMatchObject({
      nit: '123456-7',
      duracion_viaje_min: 490,
      subida_diaria_mb: 50,
      facturar_desde: '2026-11-01',
      regimen_isr: 'simplificado',
      modos: { RESTRICCION: 'bloquear', CAMION_OCUPADO: 'avisar' },
    })

    const { version } = await read()
    await page.getByLabel('Dirección').fill('Zona 12')
    await page.getByLabel('El viaje toca una restricción').selectOption('Avisar')
    const data = { version, direccion: 'Zona 1', duracion_viaje_min: 480, modos: { RESTRICCION: 'callar' } }
    expect((await request.put('/api/ajustes', { headers, data })).status()).toBe(200)
    await page.getByRole('button', { name: 'Guardar' }).click()
    const conflict = page.getByRole('region', { name: 'Cambios de otro usuario' })
    await expect(conflict.getByRole('group', { name: 'Dirección' })).toContainText('Zona 1')
    await expect(conflict.getByRole('group', { name: 'El viaje toca una restricción' })).toContainText(
      'No revisar',
    )
    await expectAccessible(page)
    await conflict.getByRole('button', { name: 'Conservar todo lo que tenía' }).click()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('Ajustes guardados exitosamente')
    await page.keyboard.press('Enter')
    expect(await read()).toMatchObject({ direccion: 'Zona 12', modos: { RESTRICCION: 'avisar' } })
    await expectAccessible(page)
    await expectAccessibleOnPhone(page)
    await expectNoOverflow(page)
  },
)

isolatedTest(
  'name and logo: are shown in the menu at once, and at the login',
  async ({ page, request, login }) => {
    await page.goto('/ajustes')
    await expect(page.getByLabel('Nombre de la empresa')).toHaveValue('Transportes')
    await page.getByLabel('Nombre de la empresa').fill("Fletes O'Brien e Hijos")
    const logo = page.locator('input[type=file]')
    await logo.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await expect(page.getByText('El logo debe ser PNG, JPG o SVG.')).toBeVisible()
    const svg = (inside: string) => ({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30" fill="#0a7"/>${inside}</svg>`,
      ),
    })
    await logo.setInputFiles(svg('<script>alert(1)</script>'))
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('El SVG tiene un script, que un logo no puede llevar.')).toBeVisible()
    await logo.setInputFiles(svg(''))
    await expect(page.getByRole('img', { name: 'Logo actual' })).toBeVisible()
    await page.getByLabel('Los precios incluyen IVA').selectOption('No')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('Ajustes guardados exitosamente')
    await page.keyboard.press('Enter')
    const mark = page.locator('aside img')
    await expect(mark).toHaveAttribute('src', /^\/api\/logo\/[\da-f]{16}$/)
    expect(await mark.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(90)
    await expect(page.locator('aside')).toContainText("Fletes O'Brien e Hijos")
    await expectAccessible(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('link', { name: 'Ingresos Totales' })).toContainText('sin IVA')
    await request.post('/api/auth/logout', { headers: bearer(login) })
    await page.goto('/rutas')
    await expect(page).toHaveURL('/login')
    await expect(page.getByText("Fletes O'Brien e Hijos")).toBeVisible()
    await expect(page.locator('main img')).toHaveAttribute('src', /^\/api\/logo\//)
  },
)

isolatedTest('what was saved is shown, also where it cannot be read again', async ({ page }) => {
  await page.goto('/ajustes')
  await page.getByLabel('NIT').fill('123456-7')
  await page.route('**/api/ajustes', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.fallback(),
  )
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Ajustes guardados exitosamente')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('NIT')).toHaveValue('123456-7')
  await page.getByLabel('Dirección').fill('Zona 12')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Ajustes guardados exitosamente')
})

test('restriction: is created for hours of the week and changed', async ({ page, request, login }) => {
  const nombre = unique('Hora pico ')
  const span = unique('Feria ')
  // Inactive and long past, so that other tests get no warning.
  const past = { desde: '1937-08-14', hasta: '1937-08-15', activo: false }
  await createRecord(request, login, '/api/restricciones', { nombre: span, ...past })
  await page.goto('/ajustes')
  // The form takes the focus when it loads, which scrolls the page.
  await expect(page.getByLabel('Nombre de la empresa')).toBeFocused()
  const table = page.getByRole('region', { name: 'Restricciones' })
  await expect(table.getByRole('row', { name: span })).toContainText(
    'Del 14/08/1937 00:00 al 15/08/1937 24:00',
  )
  await page.getByRole('link', { name: '+ Ingresar Restricción' }).click()
  await expect(page).toHaveURL('/ajustes?restriccion=nuevo')
  await page.getByLabel('Nombre').fill(nombre)
  await page.getByLabel('Activa').selectOption('No')
  await page.getByLabel('martes').check()
  await page.getByLabel('lunes').check()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByLabel('Hora desde')).toBeFocused()
  await page.getByLabel('Hora desde').fill('6')
  await page.getByLabel('Hora hasta').fill('9')
  await page.getByLabel('Palabras exentas').fill('Alimentos, Medicina')
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Restricción creada exitosamente')
  await page.keyboard.press('Enter')
  const row = table.getByRole('row', { name: nombre })
  await expect(row).toContainText('lunes, martes de 06:00 a 09:00')
  await expect(row).toContainText('Alimentos, Medicina')
  await row.getByRole('link', { name: nombre }).click()
  await expect(page.getByLabel('Palabras exentas')).toHaveValue('Alimentos, Medicina')
  await page.getByLabel('Palabras exentas').fill('')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Restricción actualizada exitosamente')
  await page.keyboard.press('Enter')
  await expect(row).not.toContainText('Alimentos')
  await row.getByRole('button', { name: `Acciones de ${nombre}` }).click()
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Restricción eliminada con éxito')
  await page.keyboard.press('Enter')
  await expect(row).toHaveCount(0)
})
