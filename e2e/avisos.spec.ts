import { addDays } from '@flota/contract/core/dates.ts'
import { formatFecha } from '@flota/contract/core/format.ts'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { visitAs } from './dinero.ts'
import { expectAccessible } from './expectAccessible.ts'
import { isolatedTest } from './isolatedServer.ts'
import { aCrew, aRuta } from './rutas.ts'
import { bearer, createRecord, type Login } from './support.ts'

// The bell shows few entries, however many notices the company has.

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Avisos' })

/** Counts an element's nodes, including itself and its text nodes. */
const nodesOf = (element: Locator) =>
  element.evaluate((root) => {
    const walker = document.createTreeWalker(root)
    let count = 1
    while (walker.nextNode()) count++
    return count
  })

async function hoyOf(request: APIRequestContext) {
  const { data } = (await (await request.get('/api/config')).json()) as { data: { hoy: string } }
  return data.hoy
}

const aLicence = (request: APIRequestContext, login: Login, apellido: string, vencimiento: string) =>
  createRecord(request, login, '/api/choferes', {
    nombre: 'Ana',
    apellido,
    telefono: '5555-1234',
    tipo_licencia: 'A',
    vencimiento,
  })

isolatedTest(
  '1,000 unclosed trips: are counted, with five notices of each kind and all of a kind on demand',
  async ({ page, request, login }) => {
    const crew = await aCrew(request, login)
    const first = await aRuta(request, login, crew, { fecha: '2020-01-01', no_ruta: 'RUTA-1' })
    const headers = bearer(login)
    for (let month = 0; month < 33; month++) {
      const fechas = Array.from({ length: 31 }, (_, day) => addDays('2020-01-02', 31 * month + day))
      const answer = await request.post(`/api/rutas/${first.id}/repetir`, { headers, data: { fechas } })
      expect(answer.status()).toBe(201)
    }
    const hoy = await hoyOf(request)
    for (let n = 0; n < 6; n++) await aLicence(request, login, `Paz ${n}`, addDays(hoy, 10))
    await aLicence(request, login, 'Soto', addDays(hoy, -1))

    await page.goto('/rutas')
    await page.getByRole('button', { name: 'Avisos: 99+ (más de 1,000)', exact: true }).click()
    const dialog = dialogOf(page)
    const unclosed = dialog.getByRole('region', { name: 'Viajes sin cerrar más de 1,000' })
    const licences = dialog.getByRole('region', { name: 'Licencias 7' })
    await expect(unclosed.getByRole('listitem')).toHaveCount(5)
    await expect(unclosed.getByRole('listitem').first()).toContainText('RUTA-1: sin cerrar desde hace')
    // Expired licences come before those that expire later.
    await expect(licences.getByRole('listitem')).toHaveCount(5)
    await expect(licences.getByRole('listitem').first()).toContainText('Licencia de Ana Soto: Venció ayer')
    await expectAccessible(page)

    await unclosed.getByRole('button', { name: 'Ver más viajes sin cerrar' }).press('Enter')
    await expect(licences).toBeHidden()
    await expect(unclosed.getByRole('listitem')).toHaveCount(200)
    await expect(dialog).toContainText('Aquí están los 200 primeros.')
    expect(await nodesOf(dialog)).toBeLessThan(2000)
    await expectAccessible(page)
    await expect(dialog.getByRole('link', { name: 'Ir a Tablero' })).toHaveAttribute('href', '/tablero')
    await dialog.getByRole('button', { name: 'Todos los avisos' }).press('Enter')
    await licences.getByRole('button', { name: 'Ver más licencias' }).press('Enter')
    await expect(licences.getByRole('listitem')).toHaveCount(7)
    await expect(dialog).not.toContainText('primeros')

    // Wrong readings lead each user to the page that they may open.
    const reading = { camion_id: crew.camion.id, fecha: hoy }
    await createRecord(request, login, '/api/lecturas', { ...reading, fecha: addDays(hoy, -1), km: 500 })
    for (let km = 0; km < 201; km++) await createRecord(request, login, '/api/lecturas', { ...reading, km })
    const fuelPages = [
      ['Combustible', '/combustible'],
      ['Camiones', '/camiones'],
    ] as const
    for (const [label, href] of fuelPages) {
      if (href === '/camiones') await visitAs(page, request, login, [], [1])
      await page.goto('/dashboard')
      await page.getByRole('button', { name: /^Avisos: / }).click()
      await dialog.getByRole('button', { name: 'Ver más combustible' }).click()
      await expect(dialog.getByRole('link', { name: `Ir a ${label}` })).toHaveAttribute('href', href)
    }
  },
)

isolatedTest(
  'trips with the same truck: share one notice that links to their day; each conflict is postponed alone',
  async ({ page, request, login }) => {
    const fecha = addDays(await hoyOf(request), 2)
    const at = { fecha, duracion_min: 60 }
    const [one, two] = [await aCrew(request, login), await aCrew(request, login)]
    for (const n of [1, 2, 3]) {
      const chofer = await aLicence(request, login, `Paz ${n}`, '2099-01-31')
      await aRuta(request, login, { ...one, chofer }, { ...at, no_ruta: `RUTA-${n}`, hora: '10:00' })
    }
    for (const n of [4, 5]) await aRuta(request, login, two, { ...at, no_ruta: `RUTA-${n}`, hora: '14:00' })

    await page.goto('/camiones')
    await page.getByRole('button', { name: 'Avisos: 4', exact: true }).click()
    const lines = dialogOf(page)
      .getByRole('region', { name: /^Viajes traslapados/ })
      .getByRole('listitem')
    await expect(lines).toHaveText([
      new RegExp(
        `^3 viajes a la vez: ${one.camion.placa} .*RUTA-1 \\(10:00\\) y RUTA-2 \\(10:00\\), y 1 más`,
      ),
      new RegExp(
        `^${two.camion.placa}: RUTA-4 \\(14:00\\) y RUTA-5 \\(14:00\\).*RUTA-4: .* → .*RUTA-5: .* → .* · ${formatFecha(fecha)}`,
      ),
    ])
    await lines.first().getByRole('button', { name: 'Ver los 3 traslapes' }).press('Enter')
    await expect(lines).toHaveCount(5)
    await expectAccessible(page)
    await lines
      .getByRole('button', { name: `Posponer: ${one.camion.placa}: RUTA-1 (10:00) y RUTA-2 (10:00)` })
      .press('Enter')
    await page.getByRole('textbox', { name: 'Hasta' }).fill(formatFecha(fecha))
    await page.getByRole('textbox', { name: 'Motivo' }).fill('Uno sale mañana')
    await page.getByRole('button', { name: 'Posponer', exact: true }).press('Enter')
    await expect(page.getByRole('alertdialog')).toContainText('Aviso pospuesto')
    await page.keyboard.press('Enter')
    await expect(lines).toHaveCount(4)
    await lines.getByRole('link', { name: /^3 viajes a la vez/ }).press('Enter')
    await expect(page).toHaveURL(`/tablero?fecha=${fecha}`)
    await expect(dialogOf(page)).toBeHidden()
  },
)
