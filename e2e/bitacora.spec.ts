import { readFile } from 'node:fs/promises'
import { type APIRequestContext, expect } from '@playwright/test'
import { fetchToday } from './dashboard.ts'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { aCamion, bearer, createRecord, type Login, logIn, rutaValues, test, unique } from './support.ts'

/** Creates a route as one user and lowers its price as Ana. */
async function lowerPrice(request: APIRequestContext, login: Login) {
  const ana = unique('ana').toLowerCase()
  const password = 'caminos largos 1'
  await createRecord(request, login, '/api/usuarios', {
    username: ana,
    password,
    rol_id: 1,
    estado: 'activo',
  })
  const chofer = await createRecord(request, login, '/api/choferes', {
    nombre: 'José',
    apellido: 'Paz',
    telefono: '55551234',
    tipo_licencia: 'A',
    vencimiento: '2030-01-31',
  })
  const values = {
    ...(await rutaValues(request, login)),
    chofer_id: chofer.id,
    fecha: '2026-11-24',
    precio: 1250,
  }
  const { id, version } = await createRecord(request, login, '/api/rutas', values)
  const changed = await request.put(`/api/rutas/${id}`, {
    headers: bearer(await logIn(request, { username: ana, password })),
    data: { ...values, precio: 1150, version },
  })
  expect(changed.status()).toBe(200)
  return { ana, id, no_ruta: values.no_ruta }
}

test('audit log: finds the user that lowered a price in three clicks', async ({ page, request, login }) => {
  const { ana, no_ruta } = await lowerPrice(request, login)
  await page.goto(`/rutas?buscar=${no_ruta}`)
  await page.getByRole('link', { name: no_ruta.replace('RUTA-', '') }).click()
  await page.getByRole('tab', { name: 'Cambios' }).click()
  await expect(page.getByText(`${ana} cambió Precio: Q1,250.00 → Q1,150.00`)).toBeVisible()
  await expect(page.getByText('admin creó la ruta')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Detalle' }).first().click()
  const detail = page.getByRole('dialog', { name: 'Detalle del cambio' })
  await expect(detail.getByRole('row', { name: 'Precio Q1,250.00 Q1,150.00' })).toBeVisible()
  await expect(detail).toContainText('Dirección')
  await expect(detail).toContainText('Petición')
  await expectAccessible(page)
})

test('audit log: names user and change, and keeps its filters in the address', async ({
  page,
  request,
  login,
}) => {
  const { ana, id, no_ruta } = await lowerPrice(request, login)
  const all = `/bitacora?tipo=rutas&registro_id=${id}`
  await page.goto(all)
  const lowering = page.getByText(`${ana} cambió Precio de ${no_ruta}: Q1,250.00 → Q1,150.00`)
  await expect(lowering).toBeVisible()
  await expect(page.getByText(`admin creó la ruta ${no_ruta}`)).toBeVisible()
  await expect(page.getByText(`Solo los cambios de ${no_ruta}.`)).toBeVisible()

  const trip = page.getByText(
    /^Distribuidora la fragua .* · Puerto Quetzal → Quetzaltenango · 24\/11\/2026$/i,
  )
  await expect(trip).toHaveCount(2)

  await page.getByLabel('Acción').selectOption('Editar')
  await expect(page).toHaveURL(`${all}&accion=editar`)
  await page.getByLabel('Desde').fill('01/11/2026')
  await expect(page).toHaveURL(/desde=2026-11-01/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(lowering).toBeVisible()
  await expect(page.getByLabel('Acción')).toHaveValue('editar')

  await page.goto('/bitacora')
  await page.getByLabel('Usuario', { exact: true }).fill(ana)
  await page.getByRole('option', { name: ana }).click()
  await expect(page).toHaveURL(/usuario_id=\d+/)
  await expect(page.getByText(`${ana} entró`)).toBeVisible()
  await expect(lowering).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
  await page.getByRole('link', { name: no_ruta }).click()
  await expect(page).toHaveURL(`/mostrar-ruta/${id}`)
})

test("audit log: exports the filtered rows, and shows the server's sentence on an error", async ({
  page,
  request,
  login,
}) => {
  const { id } = await lowerPrice(request, login)
  await page.goto(`/bitacora?tipo=rutas&registro_id=${id}`)
  const exportRequest = page.waitForRequest(/bitacora\/exportar/)
  const arrived = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar' }).click()
  expect((await exportRequest).url()).toMatch(new RegExp(`exportar\\?tipo=rutas&registro_id=${id}$`))
  const file = await arrived
  expect(file.suggestedFilename()).toBe(`bitacora_${await fetchToday(request)}.xlsx`)
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')

  const desde = 'Elige un período más corto.'
  await page.route('**/api/bitacora/exportar*', (route) =>
    route.fulfill({
      status: 400,
      json: { success: false, message: 'x', error: { code: 'VALIDACION', campos: { desde } } },
    }),
  )
  await page.getByRole('button', { name: 'Exportar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(`Error al generar el Excel: ${desde}`)
})

test('audit log: paging needs no scrolling on an office screen, on however many lines the filters wrap', async ({
  page,
}) => {
  await page.route('**/api/bitacora?*', async (route) => {
    const body = await (await route.fetch()).json()
    const data = Array.from({ length: 20 }, (_, index) => ({ ...body.data[0], id: index + 1 }))
    await route.fulfill({
      json: { ...body, data, count: 20, paginacion: { ...body.paginacion, total: 40, paginas: 2 } },
    })
  })
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/bitacora')
  await expect(page.getByRole('row')).toHaveCount(21)
  await expect(page.getByRole('button', { name: 'Siguiente' })).toBeInViewport({ ratio: 1 })
})

test('user: its changes open from the row menu', async ({ page, request, login }) => {
  const username = unique('u').toLowerCase()
  const values = { username, password: 'caminos largos 1', rol_id: 3, estado: 'activo' }
  const { id } = await createRecord(request, login, '/api/usuarios', values)
  await page.goto(`/usuarios?buscar=${username}`)
  await page.getByRole('button', { name: `Acciones de ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Cambios' }).click()
  await expect(page).toHaveURL(`/bitacora?tipo=usuarios&registro_id=${id}`)
  await expect(page.getByText(`admin creó el usuario ${username}`)).toBeVisible()
})

test('document, document type and price: link to their changes', async ({ page, request, login }) => {
  const { id: entidad_id, placa } = await aCamion(request, login)
  const tipo = { nombre: unique('Permiso '), aplica: 'camiones' }
  const { id: tipo_id } = await createRecord(request, login, '/api/documento-tipos', tipo)
  const paper = { tipo_id, entidad: 'camiones', entidad_id, numero: 'P-77' }
  const { id } = await createRecord(request, login, '/api/documentos', paper)
  const places = { origen: 'Cobán', destino: unique('Tactic ') }
  const tarifa = { ...places, precio: 900, vigente_desde: '2026-01-01' }
  const { id: tarifaId } = await createRecord(request, login, '/api/tarifas', tarifa)
  const follow = async (tipo: string, registro: number) => {
    await page.goto(`/bitacora?tipo=${tipo}&registro_id=${registro}`)
    await page.getByRole('row').nth(1).getByRole('link').click()
  }

  await follow('documentos', id)
  const dialog = page.getByRole('dialog', { name: `Editar ${tipo.nombre} de ${placa}` })
  await expect(dialog.getByLabel('Número')).toHaveValue('P-77')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/vencimientos')

  await follow('documento_tipos', tipo_id)
  await expect(page.getByRole('link', { name: placa })).toBeVisible()
  await expect(page.getByLabel('Tipo', { exact: true })).toHaveValue(new RegExp(tipo.nombre))
  await follow('tarifas', tarifaId)
  await expect(page.getByLabel('Destino')).toHaveValue(places.destino)

  // A deleted document has no heading, but its changes are still listed.
  await request.delete(`/api/documentos/${id}`, { headers: bearer(login) })
  await page.goto(`/vencimientos?registro=${id}`)
  await expect(page.getByRole('alertdialog')).toContainText('Documento no encontrado')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/vencimientos')
  await expect(page.getByRole('heading', { name: 'Vencimientos' })).toBeFocused()
})
