import { expect } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { aCrew, aRuta } from './rutas.ts'
import { test } from './support.ts'

test('headings: sort by keyboard, say the order, and keep it in the address', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  for (const [index, precio] of [300, 1000, 20].entries())
    await aRuta(request, login, crew, { no_ruta: `${crew.word}-${index + 1}`, fecha: '2026-11-05', precio })
  await page.goto(`/rutas?buscar=${crew.word}`)
  const heading = (name: string) => page.getByRole('columnheader', { name })
  const first = page.getByRole('row').nth(1)
  await expect(heading('Fecha')).toHaveAttribute('aria-sort', 'descending')
  await expect(heading('Precio')).toHaveAttribute('aria-sort', 'none')
  await expect(heading('Mercadería')).not.toHaveAttribute('aria-sort')
  await page.getByRole('button', { name: 'Precio', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/orden=-precio/)
  await expect(heading('Precio')).toHaveAttribute('aria-sort', 'descending')
  await expect(first).toContainText(`${crew.word}-2`)
  await expect(page.getByRole('button', { name: 'Precio', exact: true })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(first).toContainText(`${crew.word}-3`)
  await page.reload()
  await expect(heading('Precio')).toHaveAttribute('aria-sort', 'ascending')
  await expect(first).toContainText(`${crew.word}-3`)
  await expectAccessible(page)
})

test('Más filtros: filters trips by pilot, truck and client from the bar', async ({
  page,
  request,
  login,
}) => {
  const [one, other] = [await aCrew(request, login), await aCrew(request, login)]
  const no_ruta = `${one.word}-1`
  await aRuta(request, login, one, { no_ruta })
  await aRuta(request, login, other, { no_ruta: `${other.word}-1` })
  await page.goto('/rutas')
  await page.getByRole('button', { name: 'Más filtros' }).click()
  const cliente = page.getByRole('combobox', { name: 'Cliente' })
  await expect(page.getByRole('combobox', { name: 'Camión' })).toBeVisible()
  await cliente.fill(one.word)
  await page.getByRole('option', { name: one.word }).click()
  await expect(page).toHaveURL(/cliente_id=/)
  await expect(cliente).toBeFocused()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').nth(1)).toContainText(no_ruta)
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Cliente' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Piloto' })).toBeHidden()
})
