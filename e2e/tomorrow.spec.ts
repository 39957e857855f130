import { fechaInWords } from '@flota/contract/core/calendar.ts'
import { addDays } from '@flota/contract/core/dates.ts'
import { formatFecha } from '@flota/contract/core/format.ts'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { isolatedTest } from './isolatedServer.ts'
import { chooseOption, createClerk, expectScreen, goTo, logInByKeyboard, typeInto } from './keyboard.ts'
import { aCrew, aRuta } from './rutas.ts'
import { chooseRowMenuItem, type Login, pressEnabled } from './support.ts'

/** Creates ten trips of last week, newest first. Two trucks made two of them each, on different days. */
async function tripsOfLastWeek(request: APIRequestContext, login: Login, hoy: string) {
  const crews = []
  for (let n = 0; n < 8; n += 1) crews.push(await aCrew(request, login))
  const made: [crew: number, days: number, hora: string][] = [
    [0, -6, '10:00'],
    [1, -6, '09:00'],
    ...[7, 6, 5, 4, 3, 2, 1, 0].map((crew): [number, number, string] => [crew, -7, `0${crew}:30`]),
  ]
  const trips = []
  for (const [crew, days, hora] of made)
    trips.push(
      await aRuta(request, login, crews[crew]!, { fecha: addDays(hoy, days), hora, duracion_min: 600 }),
    )
  return trips
}

const rows = (page: Page) => page.getByRole('row')

/** Moves the focus down from the list's head. */
async function goToRow(page: Page, nth: number) {
  await expectScreen(page, 'Rutas')
  await expect(rows(page).getByRole('link')).toHaveCount(10)
  for (let n = 0; n < nth; n += 1) await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(nth)).toBeFocused()
}

/** Repeats the row's trip or its return trip today, and expects the `conflicts`. @returns its number */
async function planLike(page: Page, nth: number, key: 'd' | 'r', conflicts: readonly RegExp[] = []) {
  await goToRow(page, nth)
  await page.keyboard.press(key)
  await expect(page.getByLabel('Hora')).toBeFocused()
  const number = page.getByLabel('No. de ruta')
  await expect(number).toHaveValue(/^RUTA-\d+$/)
  const no_ruta = await number.inputValue()
  const panel = page.getByRole('region', { name: 'Revisión del viaje' })
  if (conflicts.length === 0) await expect(panel).toContainText('Nada se traslapa con este viaje.')
  await expect(panel.getByRole('listitem')).toHaveText(conflicts)
  await page.keyboard.press('Enter')
  const popup = page.getByRole('alertdialog')
  // Zero seconds, because no key was typed.
  await expect(popup).toContainText('Ruta creada exitosamente. Tiempo de llenado: 0 segundos.')
  await page.keyboard.press('Enter')
  await expect(popup).toBeHidden()
  return no_ruta
}

/** Repeats a trip from the row's menu on the ticked day. */
async function repeatToday(page: Page, no_ruta: string, hoy: string) {
  await chooseRowMenuItem(page, no_ruta, 'Repetir en otros días…')
  const dialog = page.getByRole('dialog', { name: /^Repetir la ruta/ })
  await dialog.getByRole('checkbox', { name: fechaInWords(hoy) }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Se creó 1 ruta.')
  await page.keyboard.press('Enter')
}

/** Moves a trip on the board from the block's menu. */
async function moveTo(page: Page, no_ruta: string, hora: string) {
  const block = page.getByRole('button', { name: new RegExp(`^${no_ruta}\\b`) })
  await expect(block).toContainText('Se traslapa: camión, piloto')
  await block.focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menuitem', { name: 'Mover a las…' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Hora de salida').fill(hora)
  await page.keyboard.press('Enter')
  await expect(block).not.toContainText('Se traslapa')
  // The button takes the focus after the save.
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeFocused()
}

// Numbers and board contain the trips of this test alone.
isolatedTest.use({ anonymous: true })

isolatedTest(
  "a dispatcher's morning: ten trips from last week's, two conflicts, one moved, sheets printed, one sent",
  async ({ context, page, request, login }) => {
    const { data } = (await (await request.get('/api/config')).json()) as { data: { hoy: string } }
    const { hoy } = data
    const trips = await tripsOfLastWeek(request, login, hoy)
    const who = await createClerk(request, login, 'ver_rutas', 'crear_rutas', 'editar_rutas')
    await logInByKeyboard(page, who)

    await goTo(page, 'Rutas')
    await typeInto(page, page.getByLabel('Hasta'), formatFecha(addDays(hoy, -1)))
    await chooseOption(page, page.getByLabel('Filas por página'), '10')
    await expect(page).toHaveURL(`/rutas?porPagina=10&hasta=${addDays(hoy, -1)}`)
    await page.reload()
    const planned = []
    for (const nth of [1, 2, 3, 4, 5, 6, 7]) planned.push(await planLike(page, nth, nth === 4 ? 'r' : 'd'))
    await goToRow(page, 8)
    await repeatToday(page, trips[7]!.no_ruta, hoy)
    for (const [nth, before] of [
      [9, planned[1]!],
      [10, planned[0]!],
    ] as const) {
      await page.reload()
      await planLike(page, nth, 'd', [
        new RegExp(`El camión \\S+ ya está en ${before} de`),
        new RegExp(`El piloto .* ya está en ${before} de`),
      ])
    }

    await goTo(page, 'Tablero')
    // The trip of 00:30 ends at 10:30.
    await moveTo(page, planned[0]!, '1030')
    await expect(page.getByText('Se traslapa: camión, piloto')).toHaveCount(2)

    await goTo(page, 'Rutas')
    await pressEnabled(page.getByRole('button', { name: 'Hoy' }))
    await chooseOption(page, page.getByLabel('Filas por página'), '10')
    await expect(rows(page).getByRole('link')).toHaveCount(10)
    await page.getByRole('checkbox', { name: 'Elegir toda la página' }).press('Space')
    await expect(page.getByText('10 rutas elegidas')).toBeVisible()
    await page.getByRole('button', { name: 'Imprimir hojas' }).press('Enter')
    const answer = page.waitForResponse((each) => each.url().includes('/api/rutas/hojas?'))
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Sin precio' }).press('Enter')
    expect((await answer).headers()['content-type']).toBe('application/pdf')
    expect((await download).suggestedFilename()).toBe(`hojas_${hoy}.pdf`)
    await expect(page.getByRole('dialog')).toBeHidden()

    await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
    await rows(page).nth(1).getByRole('link').press('Enter')
    const chat = context.waitForEvent('page')
    await page.getByRole('link', { name: 'WhatsApp al piloto' }).press('Enter')
    await expect(await chat).toHaveURL(/^https:\/\/wa\.me\/50255551234\?text=Ruta/)
  },
)
