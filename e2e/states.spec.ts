import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoneCut, expectNoOverflow } from './accessible.ts'
import { aCrew, aRuta } from './rutas.ts'
import { test } from './support.ts'

// How a page looks while its data is under way, and where it does not come.
const pages = {
  '/tablero': ['tablero', 'Error al cargar el tablero'],
  '/vencimientos': ['documentos', 'Error al cargar los documentos'],
  '/tarifas': ['tarifas', 'Error al cargar las tarifas'],
  '/bitacora': ['bitacora', 'Error al cargar la bitácora'],
  '/ajustes': ['ajustes', 'Error al cargar los ajustes'],
  '/reportes': ['reportes', 'Error al cargar los reportes'],
  '/editar-ruta/7': ['rutas/7', 'Error al cargar los datos de la ruta'],
} as const

for (const [path, [call, failed]] of Object.entries(pages))
  test(`${path}: loading and failing, axe finds nothing in either theme or size`, async ({ page }) => {
    const { promise: line, resolve: fails } = Promise.withResolvers<void>()
    await page.route(`**/api/${call}{,?*}`, async (route) => {
      await line
      await route.fulfill({ status: 500, json: { success: false, message: 'No se pudo.', error: {} } })
    })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    fails()
    await expect(page.getByText(failed)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reintentar' }).first()).toBeVisible()
    await expectAccessible(page)
    await expectAccessibleOnPhone(page)
    await expectNoOverflow(page)
  })

test('on a phone no button is a sliver: the filters of the list, the ways on from a trip', async ({
  page,
  request,
  login,
}) => {
  const { id } = await aRuta(request, login, await aCrew(request, login))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/rutas')
  await page.getByRole('button', { name: 'Filtros' }).click()
  await expect(page.getByRole('textbox', { name: 'Desde' })).toBeVisible()
  await expectNoneCut(page.getByRole('button', { name: /^(Filtros|Limpiar)/ }))
  await page.goto(`/mostrar-ruta/${id}`)
  await expectNoneCut(page.getByRole('main').getByRole('button'))
})
