import { formatFecha } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from './expectAccessible.ts'
import { aCrew, aRuta, readRuta } from './rutas.ts'
import { bearer, type Login, pressEnabled, test } from './support.ts'

/** A day without trips of other tests. */
const fecha = '2027-06-14'

const boxOf = (page: Page, no_ruta: string) => page.getByRole('checkbox', { name: `Elegir ${no_ruta}` })

/** Changes a route as another user. */
async function changeElsewhere(request: Parameters<typeof readRuta>[0], login: Login, id: number) {
  const current = await readRuta(request, login, id)
  const answer = await request.put(`/api/rutas/${id}`, {
    headers: bearer(login),
    data: { ...current, comentario: 'Otra bodega' },
  })
  expect(answer.status()).toBe(200)
}

test('bulk change of 20 trips: changes 19, names the stale one and keeps it ticked', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const rutas = []
  for (let n = 0; n < 20; n += 1) {
    const hora = `${String(n).padStart(2, '0')}:00`
    rutas.push(await aRuta(request, login, crew, { fecha, hora, duracion_min: 10 }))
  }
  const stale = rutas[7]!
  const name = `Ñandú ${crew.word} · Puerto Quetzal → Cobán · ${formatFecha(fecha)}`
  await page.goto(`/rutas?buscar=${crew.word}&porPagina=20`)
  await page.getByRole('checkbox', { name: 'Elegir toda la página' }).check()
  await expect(page.getByText('20 rutas elegidas')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cambiar estado' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await expectNoOverflow(page)
  await changeElsewhere(request, login, stale.id)
  await page.getByLabel('Estado nuevo').selectOption('Entregado')
  await page.getByRole('button', { name: 'Cambiar estado' }).click()
  const popup = page.getByRole('alertdialog')
  await popup.getByRole('button', { name: 'Sí' }).click()
  await expect(popup).toContainText('Se actualizaron 19 de 20 rutas.')
  await expect(popup.getByText(/RUTA-/)).toHaveText(
    `Se actualizaron 19 de 20 rutas. ${stale.no_ruta}: ${sentences.staleVersion} ${name}`,
  )
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 ruta elegida')).toBeVisible()
  await expect(page.getByRole('row', { name: 'Entregado' })).toHaveCount(19)
  await expect(boxOf(page, stale.no_ruta)).toBeChecked()
  await expect(boxOf(page, rutas[8]!.no_ruta)).not.toBeChecked()
  expect(await readRuta(request, login, stale.id)).toMatchObject({ estado: 'Pendiente' })

  // The retry sends the version that is now on the screen. With nothing ticked, the focus moves to the list.
  await page.getByRole('button', { name: 'Cambiar estado' }).click()
  await popup.getByRole('button', { name: 'Sí' }).click()
  await expect(popup).toContainText('Se actualizó 1 de 1 ruta.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Rutas elegidas' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Rutas' })).toBeFocused()
})

test('rows: are ticked by keyboard; ticks survive a refetch and a page, and end with a filter', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const rutas = []
  for (const hora of ['12:00', '11:00', '10:00', '09:00', '08:00', '07:00'])
    rutas.push(await aRuta(request, login, crew, { fecha, hora, duracion_min: 10 }))
  await page.goto(`/rutas?buscar=${crew.word}`)
  const rows = page.getByRole('row')
  await expect(rows.getByRole('link')).toHaveCount(5)
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(rows.nth(2)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(boxOf(page, rutas[1]!.no_ruta)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('2 rutas elegidas')).toBeVisible()
  await expectAccessible(page)

  const again = page.waitForResponse((answer) => answer.url().includes('/api/rutas?'))
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await again
  await expect(page.getByText('2 rutas elegidas')).toBeVisible()

  await page.keyboard.press('c')
  await expect(page.getByLabel('Estado nuevo')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Hojas · 2 rutas' })
  await expect(dialog).toContainText('¿Las hojas llevan el precio?')
  await expectAccessible(page)
  const answer = page.waitForResponse((each) => each.url().includes('/api/rutas/hojas?'))
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Sin precio' }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^hojas_\d{4}-\d{2}-\d{2}\.pdf$/)
  const { searchParams } = new URL((await answer).url())
  expect(Object.fromEntries(searchParams)).toEqual({
    ids: `${rutas[0]!.id},${rutas[1]!.id}`,
    precio: 'no',
  })
  await expect(dialog).toBeHidden()

  await pressEnabled(page.getByRole('button', { name: 'Siguiente' }))
  await expect(rows).toHaveCount(2)
  await expect(page.getByText('2 rutas elegidas · 2 fuera de esta página')).toBeVisible()
  await boxOf(page, rutas[5]!.no_ruta).check()
  await page.goBack()
  await expect(rows.getByRole('link')).toHaveCount(5)
  await expect(page.getByText('3 rutas elegidas · 1 fuera de esta página')).toBeVisible()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await boxOf(page, rutas[0]!.no_ruta).uncheck()
  // The page refetches the changed trip, and the bulk change sends its new version.
  await changeElsewhere(request, login, rutas[1]!.id)
  const anew = page.waitForResponse((each) => each.url().includes('/api/rutas?'))
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await anew
  await pressEnabled(page.getByRole('button', { name: 'Siguiente' }))
  await expect(rows).toHaveCount(2)
  await page.getByLabel('Estado nuevo').selectOption('En curso')
  await page.getByRole('button', { name: 'Cambiar estado' }).press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Se actualizaron 2 de 2 rutas.')
  await page.keyboard.press('Enter')
  for (const n of [1, 5])
    expect(await readRuta(request, login, rutas[n]!.id)).toMatchObject({ estado: 'En curso' })
  await expect(page.getByText(/elegidas?$/)).toBeHidden()
  await boxOf(page, rutas[5]!.no_ruta).check()
  await page.getByLabel('Estado', { exact: true }).selectOption('Pendiente')
  await expect(rows.getByRole('link')).toHaveCount(4)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await page.getByLabel('Estado', { exact: true }).selectOption('Todos')
  await expect(rows.getByRole('link')).toHaveCount(5)
  await page.getByRole('heading', { name: 'Rutas' }).focus()

  // Also from the search field. A letter acts on the row while its checkbox has the focus. Enter opens the row.
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/mostrar-ruta/${rutas[0]!.id}`)
  await page.goBack()
  await boxOf(page, rutas[2]!.no_ruta).focus()
  await page.keyboard.press('d')
  await expect(page).toHaveURL(`/ingresar-ruta?copiar=${rutas[2]!.id}`)
})

test('phone: cards have checkboxes in selection mode', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const first = await aRuta(request, login, crew, { fecha, hora: '10:00', duracion_min: 10 })
  const second = await aRuta(request, login, crew, { fecha, hora: '09:00', duracion_min: 10 })
  // High enough that no card lies under the bar, where axe would report its target size.
  await page.setViewportSize({ width: 390, height: 1600 })
  await page.goto(`/rutas?buscar=${crew.word}`)
  const pick = page.getByRole('button', { name: 'Elegir', exact: true })
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await pick.click()
  await boxOf(page, first.no_ruta).check()
  await expect(page.getByText('1 ruta elegida')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('checkbox', { name: 'Elegir toda la página' }).check()
  await page.getByLabel('Estado nuevo').selectOption('En curso')
  await page.getByRole('button', { name: 'Cambiar estado' }).click()
  const popup = page.getByRole('alertdialog')
  await expect(popup).toContainText('Se actualizaron 2 de 2 rutas.')
  await popup.getByRole('button', { name: 'Continuar' }).click()
  for (const { id } of [first, second])
    expect(await readRuta(request, login, id)).toMatchObject({ estado: 'En curso' })
  await boxOf(page, second.no_ruta).check()
  await page.getByRole('button', { name: 'Terminar' }).click()
  await expect(page.getByRole('region', { name: 'Rutas elegidas' })).toBeHidden()
  await pick.click()
  await expect(boxOf(page, second.no_ruta)).not.toBeChecked()
})
