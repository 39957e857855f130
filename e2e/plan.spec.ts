import { addDays } from '@flota/contract/core/dates.ts'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from './expectAccessible.ts'
import { isolatedTest } from './isolatedServer.ts'
import { aCrew, aRuta, readRuta } from './rutas.ts'
import { aCamion, bearer, type Login } from './support.ts'

// Changes of several trips at once (docs/contract/planning.md). Each test has a company of its own.

const at = (n: number) => `${String(n).padStart(2, '0')}:00`

const setModes = (request: APIRequestContext, login: Login, modos: object | null) =>
  request.put('/api/ajustes', { headers: bearer(login), data: { modos } })

const hoyOf = async (request: APIRequestContext) =>
  ((await (await request.get('/api/config')).json()) as { data: { hoy: string } }).data.hoy

/** Ten trips of one hour with a crew each, from 00:00 on, and a truck that is taken from 04:30 to 06:30. */
async function tenTrips(request: APIRequestContext, login: Login) {
  const fecha = addDays(await hoyOf(request), 1)
  const trips = []
  for (let n = 0; n < 10; n += 1) {
    const crew = await aCrew(request, login)
    trips.push({
      crew,
      ...(await aRuta(request, login, crew, {
        no_ruta: `RUTA-${100 + n}`,
        servicio: 'Plan de diez',
        fecha,
        hora: at(2 * n),
        duracion_min: 60,
      })),
    })
  }
  const other = await aCrew(request, login)
  const camion = await aCamion(request, login)
  const blocker = await aRuta(
    request,
    login,
    { ...other, camion },
    { fecha, hora: '04:30', duracion_min: 120 },
  )
  return { trips, camion, fecha, other, blocker }
}

async function tickAll(page: Page, buscar: string) {
  await page.goto(`/rutas?buscar=${buscar}&porPagina=20`)
  await page.getByRole('checkbox', { name: 'Elegir toda la página' }).check()
  await expect(page.getByText(/rutas elegidas/)).toBeVisible()
}

async function chooseCamion(page: Page, placa: string) {
  await page.getByRole('button', { name: 'Cambiar camión…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar camión: 10 rutas' })
  await dialog.getByLabel('Camión').fill(placa)
  await page.getByRole('option', { name: placa }).click()
  return dialog
}

const trucksOf = (request: APIRequestContext, login: Login, trips: readonly { id: number }[]) =>
  Promise.all(trips.map(async ({ id }) => (await readRuta(request, login, id)).camion_id))

isolatedTest(
  'bulk change in bloquear: 8 of 10 trips get another truck, the two are named, Deshacer restores all 8',
  async ({ page, request, login }) => {
    const { trips, camion, other, blocker } = await tenTrips(request, login)
    const before = trips.map(({ crew }) => crew.camion.id)
    await setModes(request, login, { CAMION_OCUPADO: 'bloquear' })
    await tickAll(page, 'diez')
    await expectAccessible(page)
    await expectNoOverflow(page)
    const dialog = await chooseCamion(page, camion.placa)
    await expect(dialog.getByText('2 de 10 se traslapan.')).toBeVisible()
    await expect(dialog.getByText(`El camión ${camion.placa} ya está en`)).toHaveCount(2)
    await expect(dialog.getByText(`Ñandú ${other.word} · Puerto Quetzal → Cobán`)).toHaveCount(2)
    await expectAccessible(page)
    expect(await trucksOf(request, login, trips)).toEqual(before)
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('Se actualizaron 8 de 10 rutas.')).toBeVisible()
    const banner = page.getByRole('status').filter({ hasText: 'Se actualizaron 8 de 10 rutas.' })
    for (const no_ruta of ['RUTA-102', 'RUTA-103'])
      await expect(banner).toContainText(`${no_ruta}: El camión`)
    await expect(banner).toContainText(`RUTA-102: Ñandú ${trips[2]!.crew.word} · Puerto Quetzal → Cobán`)
    await expect(banner).toContainText(`${blocker.no_ruta}: Ñandú ${other.word} · Puerto Quetzal → Cobán`)
    await expect(page.getByText('2 rutas elegidas')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Deshacer' })).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect(page.getByText('Se deshizo el cambio.')).toBeVisible()
    expect(await trucksOf(request, login, trips)).toEqual(before)
  },
)

isolatedTest(
  'Deshacer: leaves a trip that another user changed meanwhile, and names it',
  async ({ page, request, login }) => {
    const { trips, camion } = await tenTrips(request, login)
    await tickAll(page, 'diez')
    const dialog = await chooseCamion(page, camion.placa)
    await expect(dialog.getByText('2 de 10 se traslapan.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('Se actualizaron 10 de 10 rutas.')).toBeVisible()
    const stays = await readRuta(request, login, trips[4]!.id)
    const put = await request.put(`/api/rutas/${stays.id}`, {
      headers: bearer(login),
      data: { ...stays, comentario: 'Otra bodega' },
    })
    expect(put.status()).toBe(200)
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect(page.getByRole('alertdialog')).toContainText(
      `RUTA-104 no se deshizo: otro usuario la modificó. Ñandú ${trips[4]!.crew.word} · Puerto Quetzal → Cobán`,
    )
    const expected = trips.map(({ crew }, i) => (i === 4 ? camion.id : crew.camion.id))
    expect(await trucksOf(request, login, trips)).toEqual(expected)
  },
)

isolatedTest(
  'bulk change of hour and of state: show the trial, ask twice before a future delivery, and are undone',
  async ({ page, request, login }) => {
    const { trips } = await tenTrips(request, login)
    await tickAll(page, 'diez')
    await page.getByRole('button', { name: 'Cambiar fecha u hora…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar fecha u hora: 10 rutas' })
    await dialog.getByLabel('Hora').fill('0830')
    await expect(dialog.getByText('Ninguno se traslapa.')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Se actualizaron 10 de 10 rutas.')).toBeVisible()
    expect((await readRuta(request, login, trips[0]!.id)).hora).toBe('08:30:00')
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect(page.getByText('Se deshizo el cambio.')).toBeVisible()
    expect((await readRuta(request, login, trips[3]!.id)).hora).toBe('06:00:00')

    await tickAll(page, 'diez')
    await page.getByLabel('Estado nuevo').selectOption('Entregado')
    const change = page.getByRole('button', { name: 'Cambiar estado' })
    const popup = page.getByRole('alertdialog')
    const question = '10 de 10 viajes son de un día que no ha llegado. ¿Marcarlos como entregados?'
    await change.click()
    await expect(popup).toContainText(question)
    await expectAccessible(page)
    await popup.getByRole('button', { name: 'No' }).click()
    expect((await readRuta(request, login, trips[0]!.id)).estado).toBe('Pendiente')
    await change.click()
    await popup.getByRole('button', { name: 'Sí' }).click()
    await expect(popup).toContainText('Se actualizaron 10 de 10 rutas.')
    await popup.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await expect(page.getByText('Se deshizo el cambio.')).toBeVisible()
    for (const { id } of trips)
      expect(await readRuta(request, login, id)).toMatchObject({ estado: 'Pendiente' })
  },
)

isolatedTest(
  'Repetir: copies the ticked trips to one day; a user sees only the actions that are allowed',
  async ({ page, request, login }) => {
    await tenTrips(request, login)
    await tickAll(page, 'diez')
    const labels = page.getByRole('region', { name: 'Rutas elegidas' }).getByRole('button')
    await expect(labels).toHaveText([
      '',
      'Cambiar camión…',
      'Cambiar piloto…',
      'Cambiar fecha u hora…',
      'Repetir…',
      'Imprimir hojas',
      'Cambiar estado',
    ])
    await page.getByRole('button', { name: 'Repetir…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Repetir' })
    await dialog.getByRole('checkbox', { name: 'Copiar RUTA-105' }).uncheck()
    await dialog.getByRole('button', { name: 'Crear 9 viajes' }).click()
    await expect(page.getByText('Se crearon 9 rutas.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Deshacer' })).toHaveCount(0)
  },
)
