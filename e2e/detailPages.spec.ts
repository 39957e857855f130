import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { createClerk, logInByKeyboard } from './keyboard.ts'
import { aCrew, aRuta, readRuta } from './rutas.ts'
import { aCamion, aPiloto, createRecord, test, unique } from './support.ts'

const main = (page: Page) => page.getByRole('main')

test('trip: its head shows place, time and price, and its state is a button', async ({
  page,
  request,
  login,
}) => {
  const { id, no_ruta } = await aRuta(request, login, await aCrew(request, login))
  await page.goto(`/mostrar-ruta/${id}`)
  await expect(page.getByText('Q1,234.50')).toHaveCount(1)
  await expect(main(page)).toContainText('Puerto Quetzal')
  await expect(page.getByText(/viernes 20\/11(\/2026)?, 08:30$/)).toBeVisible()
  // 8 hours is the default duration of a trip.
  await expect(main(page)).toContainText('20/11/2026 08:30')
  await expect(main(page)).toContainText('20/11/2026 16:30')
  await expect(page.getByText(no_ruta)).toHaveCount(0)
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)

  await page.getByRole('button', { name: /^Cambiar estado:/ }).press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText(['En curso', 'Entregado', 'Incidente'])
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Se actualizó 1 de 1 ruta.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cambiar estado: En curso' })).toBeFocused()
  const steps = page.getByRole('tabpanel', { name: 'Línea de tiempo' }).getByRole('listitem')
  await expect(steps).toHaveText([/Creada: Pendiente/, /Pendiente → En curso/])
  expect(await readRuta(request, login, id)).toMatchObject({ estado: 'En curso' })
  // A stale version is rejected, so another user's change is not overwritten.
  await page.route('**/api/rutas/estado', async (route) => {
    const { rutas, estado } = route.request().postDataJSON() as { rutas: { id: number }[]; estado: string }
    await route.continue({ postData: { rutas: [{ ...rutas[0], version: 1 }], estado } })
  })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Otro usuario modificó este registro.')
})

test('actions: fit one row, and rare ones are in its menu', async ({ page, request, login }) => {
  const { id } = await aRuta(request, login, await aCrew(request, login))
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`/ver-ruta/${id}`)
  const names = ['Editar', 'Duplicar', 'Imprimir hoja', 'WhatsApp al piloto', 'WhatsApp al cliente', 'Cerrar']
  const topOf = async (name: string) => {
    const action = main(page)
      .locator(':is(a, button):visible')
      .filter({ hasText: new RegExp(`^${name}$`) })
    return (await action.boundingBox())?.y
  }
  for (const whom of ['piloto', 'cliente'])
    await expect(page.getByRole('link', { name: `WhatsApp al ${whom}` })).toBeVisible()
  await expect.poll(async () => new Set(await Promise.all(names.map(topOf))).size).toBe(1)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Viaje de regreso', 'Repetir en otros días…'])
  await page.getByRole('menuitem', { name: 'Viaje de regreso' }).click()
  await expect(page).toHaveURL(`/ingresar-ruta?regreso=${id}`)
})

test("trip: links to its client, people and truck, these to their trips, and 'Cerrar' goes back", async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const { id, no_ruta } = await aRuta(request, login, crew, { ayudante_id: crew.ayudante.id })
  const number = no_ruta.replace('RUTA-', '')
  await aRuta(request, login, await aCrew(request, login))
  const { word, camion } = crew
  const ways = [
    [`Ñandú ${word}`, `/mostrar-clientes/${crew.cliente.id}`, `/rutas?cliente_id=${crew.cliente.id}`],
    [`José ${word}`, `/mostrar-choferes/${crew.chofer.id}`, `/rutas?chofer_id=${crew.chofer.id}`],
    [`Ángel ${word}`, `/mostrar-ayudante/${crew.ayudante.id}`, `/rutas?ayudante_id=${crew.ayudante.id}`],
    [`${camion.placa} ·`, `/mostrar-camiones/${camion.id}`, `/rutas?camion_id=${camion.id}`],
  ] as const
  for (const [name, address, list] of ways) {
    await page.goto(`/mostrar-ruta/${id}`)
    await main(page).getByRole('link', { name }).click()
    await expect(page).toHaveURL(address)
    await page.getByRole('tab', { name: 'Rutas' }).click()
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('table').getByRole('link')).toHaveText(number)
    await expectAccessible(page)
    const all = page.getByRole('link', { name: 'Ver en Rutas (1)' })
    await expect(all).toHaveAttribute('href', list)
    await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
    await expect(page).toHaveURL(`/mostrar-ruta/${id}`)
  }
  await page.goto(`/mostrar-clientes/${crew.cliente.id}`)
  await main(page).getByRole('link', { name: '1', exact: true }).click()
  await expect(page).toHaveURL(`/rutas?cliente_id=${crew.cliente.id}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('combobox', { name: 'Cliente' })).toHaveValue(`Ñandú ${word}`)
  await page.goto(`/rutas?chofer_id=${crew.chofer.id}`)
  await expect(page.getByRole('combobox', { name: 'Piloto' })).toHaveValue(`José ${word}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Limpiar' }).click()
  await expect(page).toHaveURL('/rutas')
  await expect(page.getByRole('combobox', { name: 'Piloto' })).toHaveCount(0)
})

test("maintenances: are listed on the truck's page and link back to it", async ({ page, request, login }) => {
  const camion = await aCamion(request, login)
  const values = { tipo: 'Correctivo', fecha_programada: '2020-02-01', estado: 'Programado' }
  const descripcion = 'Cambio de frenos'
  const { id } = await createRecord(request, login, '/api/mantenimientos', {
    ...values,
    descripcion,
    camion_id: camion.id,
  })
  await page.goto(`/ver-camiones/${camion.id}`)
  const tab = page.getByRole('tab', { name: 'Mantenimientos' })
  await page.getByRole('tab', { name: 'Lo que sigue' }).press('ArrowRight')
  await expect(page.getByText('Todavía no hay archivos.')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Todavía no tiene rutas.')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(tab).toBeFocused()
  await expect(page.getByRole('row', { name: descripcion })).toContainText('Atrasado')
  await expect(page.getByRole('link', { name: 'Ver en Mantenimientos (1)' })).toHaveAttribute(
    'href',
    `/mantenimientos?camion_id=${camion.id}`,
  )
  await page.getByRole('row', { name: descripcion }).getByRole('link').click()
  await expect(page).toHaveURL(`/ver-mantenimiento/${id}`)
  await main(page).getByRole('link', { name: camion.placa }).click()
  await expect(page).toHaveURL(`/mostrar-camiones/${camion.id}`)
  await page.route('**/api/mantenimientos?*', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'No se pudo.', error: {} } }),
  )
  await tab.click()
  await expect(page.getByRole('alert')).toContainText('Error al cargar los mantenimientos')
})

test.describe('permissions', () => {
  test.use({ anonymous: true })

  test('user with ver_rutas alone: sees names as text and the state as a word', async ({
    page,
    request,
    login,
  }) => {
    const crew = await aCrew(request, login)
    const { id } = await aRuta(request, login, crew)
    await logInByKeyboard(page, await createClerk(request, login, 'ver_rutas'))
    await page.goto(`/mostrar-ruta/${id}`)
    await expect(main(page)).toContainText(`José ${crew.word}`)
    await expect(main(page)).toContainText('Pendiente')
    await expect(main(page).getByRole('link', { name: crew.word })).toHaveCount(0)
    await expect(main(page).getByRole('link', { name: crew.camion.placa })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /Cambiar estado|Más acciones/ })).toHaveCount(0)
  })

  test('user with gestionar_catalogos alone: has no tab of routes and no link to them', async ({
    page,
    request,
    login,
  }) => {
    const { cliente } = await aCrew(request, login)
    await logInByKeyboard(page, await createClerk(request, login, 'gestionar_catalogos'))
    await page.goto(`/mostrar-clientes/${cliente.id}`)
    await expect(page.getByText('Todavía no hay archivos.')).toBeVisible()
    await expect(page.getByRole('tab')).toHaveText(['Archivos', 'Reglas de entrega'])
    await expect(main(page).getByRole('link')).toHaveText(['Editar'])
  })
})

test('row menu: changes the state of that trip alone, by keyboard', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const { no_ruta } = await aRuta(request, login, crew)
  const other = await aRuta(request, login, crew)
  await page.goto(`/rutas?buscar=${crew.word}`)
  await page.getByRole('checkbox', { name: `Elegir ${other.no_ruta}` }).check()
  await page.getByRole('button', { name: `Acciones de ${no_ruta}` }).press('Enter')
  await page.keyboard.press('c')
  await expect(page.getByRole('menuitem', { name: 'Cambiar estado' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText(['En curso', 'Entregado', 'Incidente'])
  await expectAccessible(page)
  await page.keyboard.press('i')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Se actualizó 1 de 1 ruta.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Acciones de ${no_ruta}` })).toBeFocused()
  await expect(page.getByRole('row', { name: no_ruta.replace('RUTA-', '') })).toContainText('Incidente')
  expect(await readRuta(request, login, other.id)).toMatchObject({ estado: 'Pendiente' })
  await expect(page.getByText('1 ruta elegida')).toBeVisible()
})

test('pilot of a user and client of a tarifa: are links, and Enter still opens the row', async ({
  page,
  request,
  login,
}) => {
  const piloto = await aPiloto(request, login)
  const { cliente } = await aCrew(request, login)
  const origen = unique('Bodega ')
  await createRecord(request, login, '/api/tarifas', {
    cliente_id: cliente.id,
    origen,
    destino: 'Cobán',
    precio: 900,
    vigente_desde: '2020-01-01',
  })
  for (const [list, word, name, address, form] of [
    ['/usuarios', piloto.username, 'José Luis', `/mostrar-choferes/${piloto.choferId}`, /usuario=\d+/],
    ['/tarifas', origen, 'Ñandú', `/mostrar-clientes/${cliente.id}`, /registro=\d+/],
  ] as const) {
    await page.goto(`${list}?buscar=${word}`)
    const row = page.getByRole('row', { name: word })
    await expect(row.getByRole('link', { name })).toHaveAttribute('href', address)
    await page.keyboard.press('ArrowDown')
    await expect(row).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(form)
  }
})
