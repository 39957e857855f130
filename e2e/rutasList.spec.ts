import { expect } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { aCrew, aRuta } from './rutas.ts'
import { createRecord, logIn, test, unique } from './support.ts'

test('filters and order: are kept in the address', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const numbers = [10, 9, 2].map((each) => `${crew.word}-${each}`)
  for (const [index, no_ruta] of numbers.entries())
    await aRuta(request, login, crew, {
      no_ruta,
      fecha: `2026-11-0${index + 1}`,
      estado: index === 0 ? 'Incidente' : 'Entregado',
    })
  await page.goto('/rutas')
  const rows = page.getByRole('row')
  await expect(page.getByLabel('Orden')).toBeHidden()
  await page.getByLabel('Buscar por').selectOption('Número de ruta')
  await page.getByRole('searchbox', { name: 'Buscar número de ruta' }).fill(crew.word.toLowerCase())
  await page.getByLabel('Orden').selectOption('Número, ascendente')
  await expect(page).toHaveURL(`/rutas?buscar=${crew.word.toLowerCase()}&orden=ascendente&campo=no_ruta`)
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1)).toContainText(`${crew.word}-2`)
  await expect(rows.nth(3)).toContainText(`${crew.word}-10`)

  await page.getByLabel('Estado').selectOption('Incidente')
  await expect(rows).toHaveCount(2)
  await page.getByLabel('Estado').selectOption('Todos')
  await page.getByLabel('Desde').fill('2/11/2026')
  await page.getByLabel('Hasta').fill('021126')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText(`${crew.word}-9`)
  await page.reload()
  await expect(page.getByLabel('Desde')).toHaveValue('02/11/2026')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: /Acciones de/ }).click()
  await page.getByRole('menuitem', { name: 'Mostrar' }).click()
  await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(page).toHaveURL(/desde=2026-11-02/)
  await expect(page.getByRole('heading', { name: 'Rutas' })).toBeVisible()
  // Closing went back in the history, so forward opens the detail again.
  await page.goForward()
  await expect(page).toHaveURL(/mostrar-ruta/)
  await page.goBack()

  await page.getByRole('button', { name: 'Limpiar' }).click()
  await expect(page).toHaveURL('/rutas')
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page.getByLabel('Desde')).toHaveValue('')
})

test("date presets: filter by the company's days, and another click clears them", async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const { data } = (await (await request.get('/api/config')).json()) as { data: { hoy: string } }
  await aRuta(request, login, crew, { fecha: data.hoy })
  await aRuta(request, login, crew, { fecha: '2020-01-15' })
  await page.goto(`/rutas?buscar=${crew.word}`)
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(3)
  const today = page.getByRole('button', { name: 'Hoy' })
  await today.click()
  await expect(page).toHaveURL(`/rutas?buscar=${crew.word}&desde=${data.hoy}&hasta=${data.hoy}`)
  await expect(today).toHaveAttribute('aria-pressed', 'true')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Esta semana' }).click()
  await expect(today).toHaveAttribute('aria-pressed', 'false')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Mañana' }).click()
  await expect(page.getByText('Ninguna ruta coincide')).toBeVisible()
  await page.getByRole('button', { name: 'Mañana' }).click()
  await expect(page).toHaveURL(`/rutas?buscar=${crew.word}`)
  await expect(rows).toHaveCount(3)
})

test('trip on an office screen: fits 48 px, and narrower screens keep number and state', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  // A number as long as a company's own.
  const number = () => `RUTA-${String(Date.now()).slice(-6)}`
  await aRuta(request, login, crew, {
    no_ruta: number(),
    servicio: 'Contenedor de exportación hasta el muelle',
    comentario: 'Preguntar por don Rigoberto en la bodega 4',
    origen: 'Guatemala, zona 12, Avenida Petapa 42-51',
    precio: 9_999_999.99,
  })
  await aRuta(request, login, crew, { no_ruta: number(), fecha: '2026-11-19' })
  await page.addInitScript(() => localStorage.setItem('menu', 'fijo'))
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`/rutas?buscar=${crew.word}`)
  const row = page.getByRole('row').nth(1)
  const goesOn = page.getByText('La tabla sigue hacia los lados')
  await expect(row).toContainText('Pendiente')
  const silent = page.getByRole('row', { name: 'Sin comentarios' })
  for (const each of [row, silent])
    await expect.poll(async () => (await each.boundingBox())?.height).toBeLessThanOrEqual(48)
  await expect(goesOn).toBeHidden()
  // A missing value is a dash on the screen, and text for a screen reader.
  await expect(silent.getByText('Sin comentarios')).toHaveCSS('width', '1px')
  // Truncated text is shown whole on hover and on focus of its row.
  const whole = page.locator('[popover]:popover-open')
  await row.getByText('Guatemala, zona 12').hover()
  await expect(whole).toHaveText('Guatemala, zona 12, Avenida Petapa 42-51')
  // The mouse may move onto the popover.
  const box = (await whole.boundingBox())!
  await page.mouse.move(box.x + 20, box.y - 2)
  await page.mouse.move(box.x + 20, box.y + 10)
  await expect(whole).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(whole).toHaveCount(0)
  await page.mouse.move(1300, 20)
  await page.keyboard.press('ArrowDown')
  await expect(whole).toContainText('Contenedor de exportación hasta el muelle')
  await expect(whole).toContainText('Guatemala, zona 12, Avenida Petapa 42-51')
  await page.keyboard.press('ArrowDown')
  await expect(whole).not.toContainText('Contenedor')
  for (const width of [1366, 900]) {
    await page.setViewportSize({ width, height: 768 })
    // A trial click fails if another element covers the target.
    await row.getByText('Con retraso').click({ trial: true })
    await row.getByRole('link').click({ trial: true })
  }
  await expect(goesOn).toBeVisible()
})

test('client filter: is chosen among all, and keeps its name after a reload', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  await aRuta(request, login, crew)
  await page.goto('/rutas')
  await page.getByLabel('Buscar por').selectOption('Cliente')
  const cliente = page.getByRole('combobox', { name: 'Cliente' })
  await cliente.fill(`nandu ${crew.word}`)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/rutas?campo=cliente&cliente_id=${crew.cliente.id}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(cliente).toHaveValue(`Ñandú ${crew.word}`)
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('long comment: is shown whole on focus by Tab, and Esc hides it', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const comentario = 'Entregar en bodega 4 y preguntar por don Rigoberto'
  await aRuta(request, login, crew, { comentario })
  await page.goto(`/rutas?buscar=${crew.word}`)
  await page.getByRole('button', { name: 'Entregar en bodega 4 y pr…' }).focus()
  const whole = page.getByRole('tooltip')
  await expect(whole).toHaveText(comentario)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(whole).toBeHidden()
})

test('result count above the limit: is shown as a minimum', async ({ page, request, login }) => {
  await aRuta(request, login, await aCrew(request, login))
  await page.route('**/api/rutas?*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { paginacion: object }
    const paginacion = { ...body.paginacion, total: 1000, paginas: 200, exacto: false }
    await route.fulfill({ response: answer, json: { ...body, paginacion } })
  })
  await page.goto('/rutas?buscar=flete')
  await expect(page.getByText('más de 1,000 registros')).toBeVisible()
  await expect(page.getByText('Página 1 de más de 200')).toBeVisible()
})

test('failed list: retries, and links to the login when the session has ended', async ({ page }) => {
  let message = 'Sesión expirada. Inicia sesión nuevamente.'
  await page.route('**/api/rutas?*', (route) =>
    route.fulfill({ status: 500, json: { success: false, message, error: { code: 'INTERNO' } } }),
  )
  await page.goto('/rutas')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Error al cargar las rutas')
  await expect(alert.getByRole('link', { name: 'Ir al Login' })).toBeVisible()
  message = 'No se pudo.'
  await alert.getByRole('button', { name: 'Reintentar' }).click()
  await expect(alert).toContainText('No se pudo.')
  await expect(alert.getByRole('link', { name: 'Ir al Login' })).toBeHidden()
})

const sheet = 'Imprimir hoja'
const clerks = [
  { permisos: [4], actions: ['Mostrar', sheet], creates: false },
  {
    permisos: [3],
    actions: ['Duplicar', 'Viaje de regreso', 'Repetir en otros días…', sheet],
    creates: true,
  },
  { permisos: [6, 4], actions: ['Editar', 'Mostrar', 'Cambiar estado', sheet], creates: false },
  { permisos: [7], actions: [sheet, 'Eliminar'], creates: false },
]
for (const { permisos, actions, creates } of clerks)
  test.describe(`clerk with ${permisos.join(' and ')}`, () => {
    test.use({ anonymous: true })

    test('list: offers the permitted actions', async ({ page, request, login }) => {
      const crew = await aCrew(request, login)
      await aRuta(request, login, crew)
      const who = { username: unique('u').toLowerCase(), password: 'oficina de la mañana' }
      await createRecord(request, login, '/api/usuarios', { ...who, rol_id: 3, estado: 'activo', permisos })
      const session = await logIn(request, who)
      await page.addInitScript((entries) => {
        for (const [name, value] of Object.entries(entries))
          localStorage.setItem(name, typeof value === 'string' ? value : JSON.stringify(value))
      }, session)
      await page.goto(`/rutas?buscar=${crew.word}&campo=cliente`)
      await expect(page.getByRole('row')).toHaveCount(2)
      await expect(page.getByRole('link', { name: '+ Ingresar Ruta' })).toHaveCount(creates ? 1 : 0)
      // One on the page and one in the row.
      await expect(page.getByRole('checkbox')).toHaveCount(2)
      // A user with eliminar_rutas alone cannot read clients.
      const canRead = permisos.some((id) => id !== 7)
      await expect(page.getByRole('combobox', { name: 'Cliente' })).toHaveCount(canRead ? 1 : 0)
      const menu = page.getByRole('button', { name: /Acciones de/ })
      await expect(menu).toHaveCount(1)
      await menu.click()
      await expect(page.getByRole('menuitem')).toHaveText(actions)
    })
  })
