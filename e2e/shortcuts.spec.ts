import { expect, type Page } from '@playwright/test'
import { isolatedTest } from './isolatedServer.ts'
import { expectScreen } from './keyboard.ts'
import { aCrew, aRuta } from './rutas.ts'
import { aCamion, createRecord } from './support.ts'

// Counts the keys of a clerk's daily tasks, on a server of its own with realistic names.

/** Types texts and presses keys; each letter counts as a key. */
function countKeys(page: Page) {
  let count = 0
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
      count += keys.length
    },
    type: async (text: string) => {
      await page.keyboard.type(text)
      count += text.length
    },
    count: () => count,
  }
}

const day = '2027-03-15'

isolatedTest(
  'trips from the list: a new one, a repeated one and ten delivered ones take few keys',
  async ({ page, request, login }) => {
    const crew = await aCrew(request, login)
    const person = { telefono: '23331234' }
    const cliente = await createRecord(request, login, '/api/clientes', {
      ...person,
      nombre: 'Distribuidora',
      apellido: 'La Fragua',
    })
    for (const apellido of ['La Feria', 'Santa Lucía', 'El Trébol', 'La Montaña'])
      await createRecord(request, login, '/api/clientes', { ...person, nombre: 'Comercial', apellido })
    const camion = await aCamion(request, login, { placa: 'C-494CFH' })
    for (const placa of ['C-112BBD', 'C-230RCL', 'C-487FGT', 'C-914KHM'])
      await aCamion(request, login, { placa })
    const last = { cliente_id: cliente.id, camion_id: camion.id, fecha: day }
    for (let n = 0; n < 10; n += 1)
      await aRuta(request, login, crew, {
        ...last,
        no_ruta: `RUTA-${10 + n}`,
        hora: `0${n}:00`,
        duracion_min: 30,
      })
    const price = { cliente_id: cliente.id, origen: 'Puerto Quetzal', destino: 'Cobán', precio: 1250 }
    await createRecord(request, login, '/api/tarifas', { ...price, vigente_desde: '2020-01-01' })
    const rows = page.getByRole('row')
    const option = page.getByRole('listbox').getByRole('option')
    const popup = page.getByRole('alertdialog')
    await page.goto('/rutas?porPagina=10')
    await expect(rows.getByRole('link')).toHaveCount(10)

    const toCreate = countKeys(page)
    await toCreate.press('n')
    await expect(page.getByLabel('Hora')).toBeFocused()
    await expect(page.getByLabel('No. de ruta')).toHaveValue('RUTA-020')
    await toCreate.type('830')
    await toCreate.press('Tab')
    await toCreate.type('frag')
    await expect(option).toHaveText([/La Fragua/])
    await toCreate.press('F2')
    await expect(page.getByLabel('Camión')).toBeFocused()
    await expect(page.getByLabel('Destino')).toHaveValue('Cobán')
    await toCreate.type('494')
    await expect(option).toHaveText([/C-494CFH/])
    await toCreate.press('Enter')
    await expect(page.getByLabel('Piloto')).toHaveValue(`José ${crew.word}`)
    await expect(page.getByLabel('Precio (Q)')).toHaveValue('1250.00')
    await toCreate.press('Enter')
    await expect(popup).toContainText('Ruta creada exitosamente')
    await toCreate.press('Enter')
    await expectScreen(page, 'Rutas')
    await expect(rows.getByRole('link')).toHaveCount(10)
    expect(toCreate.count()).toBeLessThanOrEqual(18)

    const toRepeat = countKeys(page)
    await toRepeat.press('ArrowDown', 'd')
    await expect(page.getByLabel('No. de ruta')).toHaveValue('RUTA-021')
    await expect(page.getByLabel('Hora')).toBeFocused()
    await toRepeat.press('Enter')
    await expect(popup).toContainText('Ruta creada exitosamente')
    await toRepeat.press('Enter')
    await expectScreen(page, 'Rutas')
    await expect(rows.getByRole('link')).toHaveCount(10)
    expect(toRepeat.count()).toBeLessThanOrEqual(6)

    const toClose = countKeys(page)
    await toClose.press('ArrowDown')
    for (let n = 0; n < 9; n += 1) await toClose.press('Shift+ArrowDown')
    await expect(page.getByText('10 rutas elegidas')).toBeVisible()
    await toClose.press('c')
    await toClose.type('ent')
    await expect(page.getByLabel('Estado nuevo')).toHaveValue('Entregado')
    await toClose.press('Enter')
    await expect(popup).toContainText('10 de 10 viajes son de un día que no ha llegado.')
    await expect(popup.getByRole('button', { name: 'No' })).toBeFocused()
    await toClose.press('Tab', 'Enter')
    await expect(popup).toContainText('Se actualizaron 10 de 10 rutas.')
    await toClose.press('Enter')
    expect(toClose.count()).toBeLessThanOrEqual(24)
  },
)
