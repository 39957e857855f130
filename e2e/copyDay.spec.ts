import { addDays } from '@flota/contract/core/dates.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from './expectAccessible.ts'
import { isolatedTest } from './isolatedServer.ts'
import { aCrew, aRuta } from './rutas.ts'
import { bearer, createRecord } from './support.ts'
import { rowOf } from './tablero.ts'

// Planning from the board (docs/contract/screens.md). Each test has a company of its own.

/** Friday and the next working day. */
const [friday, saturday] = ['2027-05-14', '2027-05-15']

/** Counts the clicks of a page. */
async function countClicks(page: Page) {
  await page.addInitScript(() => {
    document.addEventListener(
      'click',
      () => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1)),
      true,
    )
  })
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks')))
}

isolatedTest(
  'Copiar viajes: 25 trips of the next day take at most three clicks, and warn of an expiring licence',
  async ({ page, request, login }) => {
    const crew = await aCrew(request, login)
    const chofer = await createRecord(request, login, '/api/choferes', {
      nombre: 'Óscar',
      apellido: 'Ñurinda',
      telefono: '55551234',
      tipo_licencia: 'A',
      vencimiento: friday,
    })
    for (let n = 0; n < 25; n += 1)
      await aRuta(request, login, n === 7 ? { ...crew, chofer } : crew, {
        fecha: friday,
        hora: `${String(n % 24).padStart(2, '0')}:${n > 23 ? '30' : '00'}`,
        duracion_min: 20,
      })
    const clicks = await countClicks(page)
    await page.goto(`/tablero?fecha=${friday}`)
    await page.getByRole('button', { name: 'Copiar viajes…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Copiar viajes/ })
    await expect(dialog.getByLabel('Día')).toHaveValue('15/05/2027')
    await expect(dialog.getByText('La licencia de Óscar Ñurinda vence el 14/05/2027')).toBeVisible()
    await expect(dialog.getByText('Ninguno se traslapa.')).toBeVisible()
    await expect(dialog.getByRole('checkbox', { name: /^Copiar RUTA/, checked: true })).toHaveCount(25)
    await expectAccessible(page)
    await expectNoOverflow(page)
    await dialog.getByRole('button', { name: 'Crear 25 viajes' }).click()
    await expect(page.getByText('Se crearon 25 rutas.')).toBeVisible()
    await expect(page.getByText('Sábado, 15 de mayo de 2027')).toBeVisible()
    expect(await clicks()).toBeLessThanOrEqual(3)
    const list = await request.get(`/api/rutas?desde=${saturday}&hasta=${saturday}`, {
      headers: bearer(login),
    })
    expect(((await list.json()) as { count: number }).count).toBe(25)
  },
)

isolatedTest('Copiar viajes: takes at most 100 trips', async ({ page, request, login }) => {
  const crew = await aCrew(request, login)
  const ids = []
  for (let n = 0; n < 3; n += 1) ids.push((await aRuta(request, login, crew, { fecha: friday })).id)
  // 96 more by copying: 99, then 102.
  const copy = (rutas: number[]) =>
    request.post('/api/rutas/copiar', {
      headers: bearer(login),
      data: { rutas, fecha: friday, prueba: false },
    })
  for (let n = 0; n < 33; n += 1) expect((await copy(ids)).status()).toBe(201)
  await page.goto(`/tablero?fecha=${friday}`)
  await page.getByRole('button', { name: 'Copiar viajes…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Copiar viajes/ })
  await expect(dialog.getByText('Elige 100 rutas como máximo.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Crear 102 viajes' }).click()
  await expect(dialog.getByText('Elige 100 rutas como máximo.')).toBeVisible()
  const boxes = dialog.getByRole('checkbox', { name: /^Copiar RUTA/ })
  await boxes.nth(0).uncheck()
  await boxes.nth(1).uncheck()
  await expect(dialog.getByText('Elige 100 rutas como máximo.')).toBeHidden()
  await dialog.getByRole('button', { name: 'Crear 100 viajes' }).click()
  await expect(page.getByText('Se crearon 100 rutas.')).toBeVisible()
})

isolatedTest(
  'board: an empty hour and a free truck open the form of a new trip',
  async ({ page, request, login }) => {
    const busy = await aCrew(request, login)
    const free = await aCrew(request, login)
    await aRuta(request, login, busy, { fecha: friday, hora: '08:00', duracion_min: 240 })
    await page.goto(`/tablero?fecha=${friday}`)
    const row = await rowOf(page, busy.camion.placa)
    const { x, y, width } = (await row.boundingBox())!
    const clickHour = (hour: number) => page.mouse.click(x + (width * (hour + 0.5)) / 24, y + 20)
    await clickHour(6)
    const address = `/ingresar-ruta?camion_id=${busy.camion.id}&fecha=${friday}&hora=06:00`
    await expect(page).toHaveURL(address)
    await expect(page.getByLabel('Hora')).toHaveValue('06:00')
    await expect(page.getByLabel('Fecha')).toHaveValue('14/05/2027')
    await expect(page.getByLabel('Camión')).toHaveValue(busy.camion.placa)
    await expect(page.getByLabel('Cliente')).toBeFocused()
    await page.goBack()
    await rowOf(page, busy.camion.placa)
    // By keyboard: the next empty hours are 07:00 and, after the trip, 12:00.
    const link = page.getByRole('link', { name: `Nuevo viaje con ${busy.camion.placa} a las` })
    await link.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(link).toHaveAccessibleName(`Nuevo viaje con ${busy.camion.placa} a las 12:00`)
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/hora=12:00$/)
    await page.goBack()
    await rowOf(page, free.camion.placa)
    await page.getByRole('link', { name: `Nuevo viaje con ${free.camion.placa}`, exact: true }).click()
    await expect(page).toHaveURL(`/ingresar-ruta?camion_id=${free.camion.id}&fecha=${friday}`)
    await expect(page.getByLabel('Hora')).toBeFocused()

    await page.goto(`/tablero?fecha=${friday}&filas=pilotos`)
    const pilot = page.getByRole('link', { name: `Nuevo viaje con José ${busy.word} a las` })
    await pilot.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/ingresar-ruta?chofer_id=${busy.chofer.id}&fecha=${friday}&hora=06:00`)
    await expect(page.getByLabel('Piloto')).toHaveValue(`José ${busy.word}`)
  },
)

isolatedTest(
  'board: a closed trip is not moved, a stopped trip leaves its truck free, a future delivery is asked about',
  async ({ page, request, login }) => {
    const { data } = (await (await request.get('/api/config')).json()) as { data: { hoy: string } }
    const hoy = data.hoy
    const [closedCrew, stoppedCrew, freeCrew] = [
      await aCrew(request, login),
      await aCrew(request, login),
      await aCrew(request, login),
    ]
    const closed = await aRuta(request, login, closedCrew, { fecha: hoy, hora: '00:00', estado: 'Entregado' })
    const stopped = await aRuta(request, login, stoppedCrew, {
      fecha: hoy,
      hora: '00:00',
      estado: 'Incidente',
    })
    const libres = page.getByRole('button', { name: /^Libres/ })
    await page.goto(`/tablero?fecha=${addDays(hoy, 1)}`)
    await expect(libres).toHaveText('Libres (2) · Detenidos (1)')
    await page.goto('/tablero')
    const block = (no_ruta: string) => page.getByRole('button', { name: no_ruta })
    await block(closed.no_ruta).press('Enter')
    await expect(page.getByRole('menuitem')).toHaveText(['Ver ruta', 'Cambiar estado'])
    await page.keyboard.press('Escape')
    await block(stopped.no_ruta).press('Enter')
    await page.getByRole('menuitem', { name: 'Cambiar camión…' }).click()
    const dialog = page.getByRole('dialog', { name: `Cambiar camión: ${stopped.no_ruta}` })
    await dialog.getByLabel('Camión').fill(freeCrew.camion.placa)
    await page.getByRole('option', { name: freeCrew.camion.placa }).click()
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(
      page.getByText(
        `${stoppedCrew.camion.placa} queda libre. Si no puede rodar, regístralo en Mantenimiento.`,
      ),
    ).toBeVisible()

    const future = addDays(hoy, 1)
    const next = await aRuta(request, login, closedCrew, { fecha: future, hora: '10:00' })
    const question = 'Este viaje es de un día que no ha llegado. ¿Marcarlo como entregado?'
    const popup = page.getByRole('alertdialog')
    await page.goto(`/tablero?fecha=${future}`)
    await block(next.no_ruta).press('Enter')
    await page.getByRole('menuitem', { name: 'Cambiar estado' }).click()
    await page.getByLabel('Estado', { exact: true }).selectOption('Entregado')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(popup).toContainText(question)
    await popup.getByRole('button', { name: 'No' }).click()
    await page.goto(`/editar-ruta/${next.id}`)
    await page.getByLabel('Estado', { exact: true }).selectOption('Entregado')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(popup).toContainText(question)
    await popup.getByRole('button', { name: 'Sí' }).click()
    await expect(popup).toContainText('Ruta actualizada exitosamente')
  },
)
