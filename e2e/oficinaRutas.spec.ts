import { expect, type Page } from '@playwright/test'
import {
  acceptDialog,
  chooseOption,
  chooseRowAction,
  createClerk,
  expectFocus,
  expectMenu,
  expectResult,
  expectScreen,
  findRow,
  goTo,
  logInByKeyboard,
  logOut,
  pressLink,
  tabTo,
  test,
  typeFields,
  typeInto,
} from './keyboard.ts'
import { aCrew, aRuta, readRuta } from './rutas.ts'
import { bearer, unique } from './support.ts'

// A day of a clerk with one permission on routes, for each of them, and of a clerk with all four.

type Crew = Awaited<ReturnType<typeof aCrew>>

/** Returns the form's fields of a trip, in tab order. */
const tripOf = ({ word, camion }: Crew, number: string) => ({
  'No. de ruta': number,
  Estado: '',
  Fecha: '3/12/26',
  Hora: '830',
  Cliente: `nandu ${word}`,
  Servicio: `Flete ${word}`,
  Mercadería: 'Cemento en sacos',
  Origen: 'Puerto Quetzal',
  Destino: 'Cobán',
  Camión: camion.placa.toLowerCase(),
  Piloto: `jose ${word}`,
  Ayudante: `angel ${word}`,
  'Combustible (gal)': '45,5',
  'Precio (Q)': '1,234.50',
})

/** Opens the form of a new trip and goes back from the hour, which has the focus, to the number. */
async function startTrip(page: Page) {
  await pressLink(page, page.getByRole('link', { name: '+ Ingresar Ruta' }).first())
  await expectFocus(page, 'Hora')
  await expect(page.getByLabel('No. de ruta')).toHaveValue(/^RUTA-\d{3,}$/)
  await tabTo(page, page.getByLabel('No. de ruta'))
}

const created = /Ruta creada exitosamente\. Tiempo de llenado: \d+ segundos?\./
const ofAll = ['Duplicar', 'Viaje de regreso', 'Repetir en otros días…', 'Imprimir hoja']

async function expectActions(page: Page, ruta: string, actions: string[]) {
  await pressLink(page, page.getByRole('button', { name: `Acciones de ${ruta}` }))
  await expect(page.getByRole('menuitem')).toHaveText(actions)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
}

test('crear_rutas: types a trip from the suggested number, without changing or deleting any', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const number = unique('RUTA-')
  await logInByKeyboard(page, await createClerk(request, login, 'crear_rutas'))
  await page.goto('/')
  await expect(page).toHaveURL('/rutas')
  await expectMenu(page, ['Rutas', 'Tablero'])
  await startTrip(page)
  await typeFields(page, tripOf(crew, number))
  await page.keyboard.press('Enter')
  await expectResult(page, 'Datos ingresados con éxito', created)

  await expectScreen(page, 'Rutas')
  const row = await findRow(page, number)
  for (const text of [...'Flete Ñandú José Ángel 03/12/2026 08:30 Q1,234.50'.split(' '), crew.camion.placa])
    await expect(row).toContainText(text)
  await expectActions(page, number, [
    'Duplicar',
    'Viaje de regreso',
    'Repetir en otros días…',
    'Imprimir hoja',
  ])
  await expect(row.getByRole('link')).toHaveCount(0)
  await logOut(page)
})

test('ver_rutas: finds a trip by number, client and service and reads it, without writing', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const ruta = await aRuta(request, login, crew, { comentario: 'Preguntar por don Rigoberto' })
  const other = await aRuta(request, login, crew, { servicio: `Mudanza ${crew.word}` })
  await logInByKeyboard(page, await createClerk(request, login, 'ver_rutas'))
  await expectScreen(page, 'Resumen del día')
  const hints = page.getByRole('navigation', { name: 'Secciones Disponibles' })
  await pressLink(page, hints.getByRole('link', { name: 'Rutas' }))
  await expectScreen(page, 'Rutas')
  await expect(page.getByRole('link', { name: '+ Ingresar Ruta' })).toHaveCount(0)

  const where = page.getByLabel('Buscar por')
  await chooseOption(page, where, 'Número de ruta')
  await expect(await findRow(page, other.no_ruta)).toContainText('Mudanza')
  await chooseOption(page, where, 'Cliente')
  await typeInto(page, page.getByRole('searchbox'), ' ')
  await typeInto(page, page.getByRole('combobox', { name: 'Cliente' }), `nandu ${crew.word}`)
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL(new RegExp(`cliente_id=${crew.cliente.id}`))
  await expect(page.getByRole('row')).toHaveCount(3)
  await chooseOption(page, where, 'Servicio')
  const row = await findRow(page, `flete ${crew.word}`)
  await expect(row).toContainText('Preguntar por don')

  await expectActions(page, ruta.no_ruta, ['Mostrar', 'Imprimir hoja'])
  await chooseRowAction(page, ruta.no_ruta, 'Mostrar')
  await expectScreen(page, `Ruta ${ruta.no_ruta.replace('RUTA-', '')}`)
  for (const text of ['viernes 20/11', '20/11/2026 08:30', 'Preguntar por don Rigoberto', 'Q1,234.50'])
    await expect(page.getByRole('main')).toContainText(text)
  const steps = page.getByRole('tabpanel', { name: 'Línea de tiempo' }).getByRole('listitem')
  await expect(steps).toHaveText(/Creada: /)
  await expect(page.getByRole('link', { name: 'Editar' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expectScreen(page, 'Rutas')
  await expect(row).toContainText('Flete')
  await logOut(page)
})

test('editar_rutas: creates an unknown client after a dialog, and two concurrent saves lose nothing', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const { id, no_ruta } = await aRuta(request, login, crew)
  const client = `Café ${unique('N')}`
  await logInByKeyboard(page, await createClerk(request, login, 'editar_rutas'))
  await goTo(page, 'Rutas')
  const row = await findRow(page, no_ruta)
  await expectActions(page, no_ruta, ['Editar', 'Cambiar estado', 'Imprimir hoja'])
  await chooseRowAction(page, no_ruta, 'Editar')
  await typeInto(page, page.getByLabel('Cliente'), client)
  await expect(page.getByText('Al guardar puedes crearlo.')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await acceptDialog(page, `¿Crear el cliente «${client}»?`)
  await expectResult(page, 'Estado actualizado', 'Ruta actualizada exitosamente')
  await expect(row).toContainText(client)

  await chooseRowAction(page, no_ruta, 'Editar')
  await typeInto(page, page.getByLabel('Destino'), 'Flores')
  await typeInto(page, page.getByLabel('Precio (Q)'), '2000')
  const otherValues = { ...(await readRuta(request, login, id)), precio: 3000, destino: 'Zacapa' }
  await request.put(`/api/rutas/${id}`, { headers: bearer(login), data: otherValues })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(
    /^admin guardó esta ruta a las \d\d:\d\d, mientras la editabas\./,
  )
  await expect(page.getByRole('alert')).toBeFocused()
  const choices = page.getByRole('group', { name: 'Precio' })
  await expect(choices).toContainText('Q3,000.00')
  await tabTo(page, choices.getByLabel('Lo tuyo'))
  await page.keyboard.press('ArrowDown')
  await expect(choices.getByLabel('Lo del otro usuario')).toBeChecked()
  await page.keyboard.press('Enter')
  await expectResult(page, 'Estado actualizado', 'Ruta actualizada exitosamente')
  await expect(row).toContainText('Flores')
  await expect(row).toContainText('Q3,000.00')
  await logOut(page)
})

test('eliminar_rutas: deletes a trip after a dialog, and cannot read clients', async ({
  page,
  request,
  login,
}) => {
  const { no_ruta } = await aRuta(request, login, await aCrew(request, login))
  await logInByKeyboard(page, await createClerk(request, login, 'eliminar_rutas'))
  await goTo(page, 'Rutas')
  const row = await findRow(page, no_ruta)
  await chooseOption(page, page.getByLabel('Buscar por'), 'Cliente')
  await expect(page.getByText('Ninguna ruta coincide con lo que buscas.')).toBeVisible()
  await typeFields(page, { 'Buscar por': '', 'Buscar cliente': '', 'Borrar la búsqueda': '', Estado: '' })
  await chooseOption(page, page.getByLabel('Buscar por'), 'Todos los campos')
  await expect(row).toContainText('Cemento')

  await expectActions(page, no_ruta, ['Imprimir hoja', 'Eliminar'])
  await chooseRowAction(page, no_ruta, 'Eliminar')
  const question = '¿Desea eliminar la ruta?'
  await expect(page.getByRole('alertdialog', { name: question })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(row).toContainText('Cemento')
  await chooseRowAction(page, no_ruta, 'Eliminar')
  await acceptDialog(page, question)
  await expectResult(page, 'Eliminado con éxito', 'La ruta ha sido eliminada exitosamente')
  await expect(page.getByText('Ninguna ruta coincide con lo que buscas.')).toBeVisible()
  await expectScreen(page, 'Rutas')
  await logOut(page)
})

test('all four: take a trip from the form to the bin, and start the next one of the same day', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const number = unique('RUTA-')
  const may = ['crear_rutas', 'editar_rutas', 'eliminar_rutas', 'ver_rutas'] as const
  await logInByKeyboard(page, await createClerk(request, login, ...may))
  await goTo(page, 'Rutas')
  await startTrip(page)
  await typeFields(page, tripOf(crew, number))
  await page.keyboard.press('Enter')
  const popup = page.getByRole('alertdialog', { name: 'Datos ingresados con éxito' })
  await pressLink(page, popup.getByRole('button', { name: 'Ingresar otra' }))
  await expectFocus(page, 'Hora')
  await expect(page.getByLabel('Fecha')).toHaveValue('03/12/2026')
  await page.keyboard.press('Escape')
  await expectScreen(page, 'Rutas')

  await findRow(page, number)
  await expectActions(page, number, ['Editar', 'Mostrar', 'Cambiar estado', ...ofAll, 'Eliminar'])
  await chooseRowAction(page, number, 'Mostrar')
  await pressLink(page, page.getByRole('link', { name: 'Editar' }))
  await chooseOption(page, page.getByLabel('Estado'), 'Entregado')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await acceptDialog(page, 'Este viaje es de un día que no ha llegado. ¿Marcarlo como entregado?')
  await expectResult(page, 'Estado actualizado', 'Ruta actualizada exitosamente')
  await pressLink(page, page.getByRole('link', { name: number.replace('RUTA-', ''), exact: true }))
  const steps = page.getByRole('tabpanel', { name: 'Línea de tiempo' }).getByRole('listitem')
  await expect(steps).toHaveText([/Creada: Pendiente/, /Pendiente → Entregado/])
  await page.keyboard.press('Escape')
  await chooseRowAction(page, number, 'Eliminar')
  await acceptDialog(page, '¿Desea eliminar la ruta?')
  await expectResult(page, 'Eliminado con éxito', 'La ruta ha sido eliminada exitosamente')
  await logOut(page)
})
