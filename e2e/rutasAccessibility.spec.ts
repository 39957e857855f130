import { expect } from '@playwright/test'
import {
  expectAccessible,
  expectAccessibleOnPhone,
  expectNoOverflow,
  expectNotTruncated,
} from './expectAccessible.ts'
import { aCrew, aRuta, readRuta } from './rutas.ts'
import { bearer, test } from './support.ts'

test('routes: pass axe and fit 360 px', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const { id, version } = await aRuta(request, login, crew)
  await page.goto(`/rutas?buscar=${crew.word}&campo=cliente`)
  await page.getByRole('combobox', { name: 'Cliente' }).fill(crew.word)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expectAccessibleOnPhone(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /^Filtros/ }).click()
  await expect(page.getByRole('textbox', { name: 'Desde' })).toBeVisible()
  await expectNotTruncated(page.getByRole('button', { name: /^(Filtros|Limpiar)/ }))
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/rutas?buscar=nadie')
  await expect(page.getByText('Ninguna ruta coincide')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/mostrar-ruta/${id}`)
  await expect(page.getByText('Creada: Pendiente')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNotTruncated(page.getByRole('main').getByRole('button'))
  await page.setViewportSize({ width: 1280, height: 720 })

  await page.goto(`/editar-ruta/${id}`)
  await page.getByLabel('Precio').fill('77')
  const before = await readRuta(request, login, id)
  await request.put(`/api/rutas/${id}`, {
    headers: bearer(login),
    data: { ...before, precio: 88, version },
  })
  await page.getByLabel('Piloto').fill(crew.word)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('group', { name: 'Precio' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})
