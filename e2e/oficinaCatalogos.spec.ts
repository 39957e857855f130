import { expect } from '@playwright/test'
import {
  acceptDialog,
  chooseRowAction,
  createClerk,
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
import { aCamion, unique } from './support.ts'

// A day of a clerk with gestionar_catalogos alone.

interface Work {
  section: string
  singular: string
  fields: Record<string, string>
  /** Name of the record, in its menu and in the dialogs. */
  name: string
  question: string
  messages: Record<'created' | 'updated' | 'deleted', string>
  correct: { field: string; to: string }
}

const messagesOf = (what: string): Work['messages'] => ({
  created: `${what} creado exitosamente`,
  updated: `${what} actualizado exitosamente`,
  deleted: `${what} eliminado con éxito`,
})

/** Returns the work on a person of this kind, with a unique name. */
function aPerson(section: string, singular: string, what: string, more: Record<string, string> = {}): Work {
  const apellido = unique('Ixcoy')
  return {
    section,
    singular,
    fields: { Nombre: 'Ángela', Apellido: apellido, Teléfono: '5555-1234', ...more },
    name: `Ángela ${apellido}`,
    question: `¿Deseas eliminar a Ángela ${apellido}?`,
    messages: messagesOf(what),
    correct: { field: 'Teléfono', to: '4444-9876' },
  }
}

function aTruck(): Work {
  const placa = unique('C')
  return {
    section: 'Camiones',
    singular: 'Camión',
    fields: {
      Placa: placa,
      Marca: 'Hino',
      Modelo: '500',
      Color: 'Gris',
      Tipo: 'Furgón',
      'Tarjeta de circulación': 'TC-9',
    },
    name: placa,
    question: `¿Deseas eliminar el camión con placa ${placa}?`,
    messages: messagesOf('Camión'),
    correct: { field: 'Color', to: 'Verde' },
  }
}

const licence = { 'Tipo de Licencia': 'a', 'Fecha de Vencimiento de Licencia': '31/1/30' }
const works = {
  pilot: () => aPerson('Pilotos', 'Piloto', 'Chofer', licence),
  helper: () => aPerson('Ayudantes', 'Ayudante', 'Ayudante'),
  client: () => aPerson('Clientes', 'Cliente', 'Cliente'),
  truck: aTruck,
}

for (const [kind, make] of Object.entries(works))
  test(`${kind}: is created, found, read, corrected and deleted`, async ({ page, request, login }) => {
    const { section, singular, fields, name, question, messages, correct } = make()
    await logInByKeyboard(page, await createClerk(request, login, 'gestionar_catalogos'))
    await expectScreen(page, 'Secciones Disponibles')
    await pressLink(page, page.getByRole('main').getByRole('link', { name: section }))
    await expectScreen(page, section)

    await pressLink(page, page.getByRole('link', { name: `+ Ingresar ${singular}` }).first())
    await typeFields(page, fields)
    await page.keyboard.press('Enter')
    await expectResult(page, 'Datos ingresados con éxito', messages.created)
    await expectScreen(page, section)

    const row = await findRow(page, name.toLowerCase())
    if (kind === 'client') await expect(row.getByRole('link')).toHaveText(name)
    await chooseRowAction(page, name, 'Mostrar')
    await expectScreen(page, `${singular} ${name}`)
    await expect(page.getByRole('main')).toContainText(Object.values(fields)[2] ?? '')
    await page.keyboard.press('Escape')
    await expectScreen(page, section)

    await chooseRowAction(page, name, 'Editar')
    await typeInto(page, page.getByLabel(correct.field, { exact: true }), correct.to)
    await page.keyboard.press('Enter')
    await expectResult(page, 'Estado actualizado', messages.updated)
    await expect(row).toContainText(correct.to)

    await chooseRowAction(page, name, 'Eliminar')
    await acceptDialog(page, question)
    await expectResult(page, 'Eliminado con éxito', messages.deleted)
    await expect(page.getByText(`Nada coincide con «${name.toLowerCase()}».`)).toBeVisible()
    await expectScreen(page, section)
    await logOut(page)
  })

test('maintenance: is planned, found overdue and completed, without access to routes', async ({
  page,
  request,
  login,
}) => {
  const { placa } = await aCamion(request, login)
  await logInByKeyboard(page, await createClerk(request, login, 'gestionar_catalogos'))
  await expectMenu(page, [
    'Pilotos',
    'Ayudantes',
    'Clientes',
    'Camiones',
    'Mantenimientos',
    'Planes',
    'Tarifas',
    'Vencimientos',
  ])
  await goTo(page, 'Mantenimientos')

  await pressLink(page, page.getByRole('link', { name: '+ Ingresar Mantenimiento' }).first())
  await typeFields(page, {
    Camión: placa.toLowerCase(),
    Tipo: 'C',
    Descripción: 'Cambio de balatas',
    'Fecha programada': '010220',
    Estado: '',
    'Fecha realizada': '',
    Kilometraje: '185,000',
    Taller: 'Los Cedros',
    'Costo (Q)': '2,450.50',
  })
  await page.keyboard.press('Enter')
  await expectResult(page, 'Datos ingresados con éxito', 'Mantenimiento creado exitosamente')
  const row = await findRow(page, `${placa} balatas`)
  for (const text of ['Correctivo', '01/02/2020', '185,000 km', 'Q2,450.50', 'Los Cedros', 'Atrasado'])
    await expect(row).toContainText(text)

  await chooseRowAction(page, `${placa} del 01/02/2020`, 'Editar')
  await tabTo(page, page.getByLabel('Estado'))
  await typeFields(page, { Estado: 'C', 'Fecha realizada': 'hoy' })
  await page.keyboard.press('Enter')
  await expectResult(page, 'Estado actualizado', 'Mantenimiento actualizado exitosamente')
  await expect(row).toContainText('Completado')
  await expect(row).not.toContainText('Atrasado')
  await logOut(page)
})
