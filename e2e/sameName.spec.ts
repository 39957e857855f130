import { expect } from '@playwright/test'
import { test as importTest } from './importTurn.ts'
import { aCrew, aRuta, readRuta } from './rutas.ts'
import { aCamion, bearer, createRecord, test, unique } from './support.ts'

test('trip form: says that a number exists in another spelling, and refuses nothing', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const digits = String(Date.now()).slice(-7)
  const { id } = await aRuta(request, login, crew, { no_ruta: `RUTA-${digits}` })
  await page.goto('/ingresar-ruta')
  const number = page.getByLabel('No. de ruta')
  await expect(number).toHaveValue(/RUTA-/)
  const hint = page.getByText(/^Ya existe/)
  for (const typed of [digits, `ruta ${digits}`]) {
    await number.fill(typed)
    await expect(hint).toHaveText(`Ya existe RUTA-${digits}.`)
    await expect(number).not.toHaveAttribute('aria-invalid', 'true')
  }
  await number.fill(`${digits}-B`)
  await expect(hint).toBeHidden()
  // A trip's own number is no other trip's.
  await page.goto(`/editar-ruta/${id}`)
  await expect(number).toHaveValue(`RUTA-${digits}`)
  await number.fill(digits)
  await expect(hint).toBeHidden()
})

test('trip form and search: find a truck and a pilot in other spellings, and offer to create neither', async ({
  page,
  request,
  login,
}) => {
  const { word } = await aCrew(request, login)
  const digits = String(Date.now()).slice(-6)
  const camion = await aCamion(request, login, { placa: `C-${digits}ABC` })
  await page.goto('/ingresar-ruta')
  const accept = async (label: string, typed: string, value: string) => {
    await page.getByLabel(label).fill(typed)
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([new RegExp(`^${value}`)])
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(label)).toHaveValue(value)
  }
  await accept('Camión', `c${digits}abc`, camion.placa)
  await accept('Piloto', `${word}, jose`, `José ${word}`)
  await page.goto('/camiones')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Control+k')
  const options = page.getByRole('dialog', { name: 'Buscar' }).getByRole('option')
  await expect(options.first()).toBeVisible()
  await page.keyboard.type(`C${digits}ABC`)
  await expect(options.filter({ hasText: camion.placa })).toBeVisible()
})

importTest(
  'trip form: an alias that is typed and not picked means its client, without a question',
  async ({ page, request, login }) => {
    const crew = await aCrew(request, login)
    const client = (nombre: string) =>
      createRecord(request, login, '/api/clientes', { nombre, apellido: unique('C'), telefono: '55551234' })
    const [meant, other] = [await client('Molinos'), await client('Bodegas')]
    const nickname = unique('La Molinera ')
    for (const [cliente, id] of [
      [nickname, meant.id],
      [`${nickname} Norte`, other.id],
    ] as const) {
      const row = [
        '20/11/2026',
        cliente,
        'Flete',
        'Café',
        crew.camion.placa,
        `José ${crew.word}`,
        'A',
        'B',
        '1',
      ]
      const sheet = `Fecha,Cliente,Servicio,Mercadería,Placa,Piloto,Origen,Destino,Precio\n${row.join(',')}`
      const query = new URLSearchParams({
        prueba: 'no',
        nombres: JSON.stringify({ cliente: { [cliente]: id } }),
      })
      const answer = await request.post(`/api/importar/rutas?${query}`, {
        headers: { ...bearer(login), 'Content-Type': 'text/csv' },
        data: sheet,
      })
      expect(answer.status()).toBe(201)
    }
    const ruta = await aRuta(request, login, crew)
    await page.goto(`/editar-ruta/${ruta.id}`)
    await page.getByLabel('Cliente').fill(nickname.toUpperCase())
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2)
    await page.getByLabel('Cliente').blur()
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(page.getByText(/Ruta actualizada exitosamente/)).toBeVisible()
    expect((await readRuta(request, login, ruta.id))['cliente_id']).toBe(meant.id)
  },
)
