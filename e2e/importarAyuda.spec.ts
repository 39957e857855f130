import { readFileSync } from 'node:fs'
import { buildWorkbook, inlineCell } from '@flota/server/test/workbooks.ts'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from './expectAccessible.ts'
import { test } from './importTurn.ts'
import { createRecord, type Login, unique } from './support.ts'

// Sheets as strangers keep them go in without an edit in Excel (docs/contract/imports.md).
// In one worker, because other workers would only wait for their turn to import.
test.describe.configure({ mode: 'default' })

const input = (page: Page) => page.locator('input[type=file]')
const counts = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text })
const check = (page: Page, label: string) => page.getByRole('checkbox', { name: label })

async function openSample(page: Page, tipo: string, name: string) {
  const path = new URL(`../server/src/test/samples/${name}`, import.meta.url)
  await page.goto(`/importar?tipo=${tipo}`)
  await input(page).setInputFiles({ name, mimeType: 'text/csv', buffer: readFileSync(path) })
  await expect(page.getByText(/con errores$/)).toBeVisible()
}

async function importAndUndo(page: Page, button: RegExp, result: RegExp) {
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('heading', { name: result })).toBeFocused()
  const card = page.getByRole('region', { name: 'Resultado' })
  await card.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sí' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
}

test('pilots without telephone, licence or its end: go in with three ticks', async ({ page }) => {
  await openSample(page, 'choferes', 'pilotos-57.csv')
  await check(page, 'Traer sin vencimiento').check()
  for (const campo of ['teléfono', 'licencia']) await check(page, `Traer sin ${campo}`).check()
  await expect(counts(page, /^56 nuevas/)).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await importAndUndo(page, /^Importar las 56 buenas/, /^Se importaron 56 registros/)
})

test('five pilots: go in with one tick', async ({ page }) => {
  await openSample(page, 'choferes', 'pilotos-5.csv')
  await check(page, 'Traer sin vencimiento').check()
  await expect(counts(page, /^5 nuevas/)).toBeVisible()
  await importAndUndo(page, /^Importar 5 registros/, /^Se importaron 5 registros/)
})

test('77 trucks: go in with their unit numbers', async ({ page }) => {
  await openSample(page, 'camiones', 'camiones-77.csv')
  await expect(page.getByLabel('Campo de la columna A (numero_economico)')).toHaveValue('numero_unidad')
  for (const campo of ['color', 'tarjeta de circulación']) await check(page, `Traer sin ${campo}`).check()
  await expect(counts(page, /^76 nuevas/)).toBeVisible()
  await importAndUndo(page, /^Importar las 76 buenas/, /^Se importaron 76 registros/)
})

test('prices of a workbook: go in without the rows that lack a place', async ({ page }) => {
  await openSample(page, 'tarifas', 'tarifas-42.xlsx')
  await page.getByLabel('Vigente desde: Un valor para todas').fill('01/01/2026')
  await expect(page.getByRole('button', { name: /^Importar las \d+ buenas/ })).toBeVisible()
  await importAndUndo(page, /^Importar las \d+ buenas/, /^Se importaron \d+ registros/)
})

test('54 trips with unknown clients, trucks and pilots: create them with one press', async ({ page }) => {
  await openSample(page, 'rutas', 'viajes-54.csv')
  const values = {
    Cliente: unique('Cementos '),
    Servicio: 'Reparto en moto',
    Mercadería: 'Paquetes',
    Destino: 'Monterrey',
    Precio: '100',
  }
  for (const [campo, value] of Object.entries(values))
    await page.getByLabel(`${campo}: Un valor para todas`).fill(value)
  const estado = page.getByLabel('Campo de la columna B (Estado)')
  if ((await estado.inputValue()) !== '') await estado.selectOption('')
  await page.getByRole('button', { name: /^Crear \d+ nombres/ }).click()
  await expect(counts(page, /^54 nuevas/)).toBeVisible()
  // The sticky bars would cover a button.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Importar 54 registros' }).click()
  await expect(page.getByText(/^También se crearon/)).toBeVisible()
  await page.getByRole('region', { name: 'Resultado' }).getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByRole('heading', { name: 'Importación deshecha.' })).toBeVisible()
})

test('a file of unknown names or totals: leads to the names, says what is left out', async ({ page }) => {
  const heads = 'Fecha,Cliente,Servicio,Mercadería,Placa,Piloto,Origen,Destino,Precio'
  const open = async (line: string) => {
    await page.goto('/importar?tipo=rutas')
    const buffer = Buffer.from(`${heads}\n${line}`)
    await input(page).setInputFiles({ name: 'viajes.csv', mimeType: 'text/csv', buffer })
  }
  await open('20/11/2026,Nadie Así,Flete,Café,C-000NO,Otro Nadie,Palín,Cobán,1')
  await page.getByRole('button', { name: 'Corregir primero' }).click()
  await expect(page.getByRole('region', { name: '3 nombres que no están en tus listas' })).toBeFocused()
  await open('TOTAL,,,,,,,,1')
  await expect(page.getByText(/^Todas las filas parecen totales o títulos/)).toBeVisible()
  await check(page, 'Dejar fuera totales').uncheck()
  await expect(counts(page, /1 con errores$/)).toBeVisible()
})

const letters = (n: number) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))
const given = ['Mario René', 'Juan Carlos', 'José Luis', 'Óscar Danilo', 'Edwin Rolando']

/** Pilots, clients and trucks of a company, as its trip log writes them. */
async function createCompany(request: APIRequestContext, login: Login, tag: string) {
  const pilots = Array.from({ length: 65 }, (_, i) => {
    const nombre = given[i % given.length] ?? ''
    const apellido = `${tag}${letters(i)} Tzul`
    const [first = ''] = nombre.split(' ')
    const written =
      i < 20 ? `${nombre} ${apellido}` : i < 45 ? `${apellido}, ${nombre}` : `${first} ${tag}${letters(i)}`
    return { nombre, apellido, written }
  })
  for (const { nombre, apellido } of pilots)
    await createRecord(request, login, '/api/choferes', {
      nombre,
      apellido,
      telefono: '55551234',
      tipo_licencia: 'A',
      vencimiento: '2030-01-31',
    })
  const clientes = Array.from({ length: 6 }, (_, i) => `Comercial ${tag}${letters(i)}`)
  for (const nombre of clientes)
    await createRecord(request, login, '/api/clientes', { nombre, apellido: 'S.A.', telefono: '23331234' })
  const placas = Array.from({ length: 10 }, (_, i) => unique(`C-${i}`))
  for (const placa of placas)
    await createRecord(request, login, '/api/camiones', {
      placa,
      marca: 'Kenworth',
      modelo: '2020',
      color: 'Blanco',
      tipo: 'Cabezal',
      tarjeta_circulacion: 'TC-1',
    })
  return { pilots, clientes, placas }
}

type Company = Awaited<ReturnType<typeof createCompany>>
const titles = [
  'Fecha y hora',
  'Cliente',
  'Lugar de carga',
  'Lugar de descarga',
  'Unidad',
  'Operador',
  'Flete',
]

/** Rows of a month: two title rows, clients in merged cells, a total a day, and rows that are no trips. */
function monthSheet({ pilots, clientes, placas }: Company, mes: number) {
  const rows: (string | null)[][] = [['Transportes del Sur'], [`Bitácora del mes ${mes}`], titles]
  const merges: string[] = []
  for (let dia = 1; dia <= 27; dia++) {
    const start = rows.length + 1
    for (let viaje = 0; viaje < 5; viaje++) {
      const n = (dia - 1) * 5 + viaje
      const day = `${String(dia).padStart(2, '0')}/0${mes}/2026 ${String(6 + viaje * 2).padStart(2, '0')}:30`
      const client = viaje === 0 ? (clientes[dia % clientes.length] ?? null) : null
      rows.push([
        day,
        client,
        'Palín',
        'Escuintla',
        placas[n % 10] ?? '',
        pilots[n % 65]?.written ?? '',
        '1250',
      ])
    }
    merges.push(`B${start}:B${rows.length}`)
    rows.push([null, null, null, null, null, null, '6250'])
    for (const text of ['DESCANSO', 'TALLER', 'FERIADO']) rows.push([`0${mes}/2026`, text])
    if (dia % 9 === 0) rows.push(['TOTAL SEMANA', null, null, null, null, null, '43750'])
  }
  const cells = rows.map(
    (row, i) =>
      `<row r="${i + 1}">${row.map((text, c) => (text === null ? '' : inlineCell(`${String.fromCharCode(65 + c)}${i + 1}`, text))).join('')}</row>`,
  )
  const behind = `<mergeCells count="${merges.length}">${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
  return { rows: cells.join(''), behind }
}

test('a month of a trip log: goes in with at most 12 acts, the second month with at most 3', async ({
  page,
  request,
  login,
}) => {
  test.slow()
  const tag = unique('Z')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
  const company = await createCompany(request, login, tag)
  const book = await buildWorkbook({
    sheets: [
      { name: 'Enero', ...monthSheet(company, 1) },
      { name: 'Febrero', ...monthSheet(company, 2) },
    ],
  })
  let acts = 0
  const act = async (work: Promise<unknown>) => {
    acts += 1
    await work
  }
  await page.goto('/importar?tipo=rutas')
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await act(input(page).setInputFiles({ name: 'Viajes 2026.xlsx', mimeType, buffer: Buffer.from(book) }))
  await act(page.getByLabel('Servicio: Un valor para todas').fill('Flete local'))
  await act(page.getByLabel('Mercadería: Un valor para todas').fill('Cemento'))
  await act(page.getByRole('button', { name: 'Aceptar 20 propuestas' }).click())
  await expect(page.getByText(/Dejar fuera totales/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Importar las 135 buenas' })).toBeEnabled()
  await act(page.getByRole('button', { name: 'Importar las 135 buenas' }).click())
  await expect(page.getByRole('heading', { name: 'Se importaron 135 registros.' })).toBeFocused()
  expect(acts).toBeLessThanOrEqual(12)
  await expect(page.getByRole('button', { name: 'Descargar lo que quedó fuera' })).toBeVisible()

  acts = 0
  await act(page.getByRole('button', { name: 'Traer la hoja Febrero' }).click())
  await expect(page.getByLabel('Servicio: Un valor para todas')).toHaveValue('Flete local')
  await act(page.getByRole('button', { name: 'Importar las 135 buenas' }).click())
  await expect(page.getByRole('heading', { name: 'Se importaron 135 registros.' })).toBeFocused()
  expect(acts).toBeLessThanOrEqual(3)

  // The file chosen anew: mapping, values and names are remembered.
  await page.getByRole('region', { name: 'Resultado' }).getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sí' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.reload()
  acts = 0
  await act(input(page).setInputFiles({ name: 'Viajes 2026.xlsx', mimeType, buffer: Buffer.from(book) }))
  await act(page.getByRole('combobox', { name: 'Hoja' }).selectOption('Febrero'))
  await expect(page.getByLabel('Servicio: Un valor para todas')).toHaveValue('Flete local')
  await act(page.getByRole('button', { name: 'Importar las 135 buenas' }).click())
  await expect(page.getByRole('heading', { name: 'Se importaron 135 registros.' })).toBeFocused()
  expect(acts).toBeLessThanOrEqual(3)
})
