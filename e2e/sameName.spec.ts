import { expect } from '@playwright/test'
import { aCrew, aRuta } from './rutas.ts'
import { aCamion, test } from './support.ts'

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
