import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from './expectAccessible.ts'
import { test } from './importTurn.ts'
import { bearer, createRecord, type Login, logIn, storageOf, unique } from './support.ts'

// Opening invoices from SAT's list (docs/contract/receivables.md).

/** Opens the page as an office user with gestionar_cobros alone. @returns the user's session */
async function asCashier(page: Page, request: APIRequestContext, login: Login): Promise<Login> {
  const who = { username: unique('c').toLowerCase(), password: 'facturas y recibos 1' }
  const rights = { permisos: [], permisos_dinero: [10] }
  await createRecord(request, login, '/usuarios', { ...who, rol_id: 3, estado: 'activo', ...rights })
  const session = await logIn(request, who)
  await page.goto('/ayuda', { waitUntil: 'networkidle' })
  await page.evaluate((entries) => {
    localStorage.clear()
    for (const { name, value } of entries) localStorage.setItem(name, value)
  }, storageOf('', session).origins[0]?.localStorage ?? [])
  return session
}

const headings = [
  'Fecha de emisión',
  'Número de Autorización',
  'Tipo de DTE (nombre)',
  'ID del receptor',
  'Nombre completo del receptor',
  'Gran Total (Moneda Original)',
  'Saldo',
]
const uuidOf = (serie: string, number: number) =>
  `${serie}-${String(number)
    .padStart(8, '0')
    .replace(/(.{4})(.{4})/, '$1-$2')}-A9CC-FDE068F0A2E7`

test('300 opening invoices of SAT’s list: are judged, corrected, imported and undone', async ({
  page,
  request,
  login,
}) => {
  const apellido = unique('Zona ')
  const cliente = await createRecord(request, login, '/api/clientes', {
    nombre: "Aceros D'Oro",
    apellido,
    telefono: '1',
  })
  const serie = Math.floor(Date.now() / 1000)
    .toString(16)
    .padStart(8, '0')
    .toUpperCase()
  const row = (number: number, name: string) =>
    [
      '21/09/2025',
      uuidOf(serie, number + 1),
      'FACT',
      'CF',
      name,
      `"Q ${(1000 + number).toLocaleString('en')}.37"`,
      number % 2 ? '' : '400.00',
    ].join(',')
  const rows = Array.from({ length: 300 }, (_, i) => row(i, i < 12 ? apellido : `Aceros D'Oro ${apellido}`))
  const buffer = Buffer.from([headings.join(','), ...rows].join('\r\n'))

  const session = await asCashier(page, request, login)
  await page.goto('/importar')
  await expect(page.getByRole('group', { name: 'Lista' }).getByRole('button')).toHaveText(['Facturas'])
  await page.locator('input[type=file]').setInputFiles({ name: 'saldos.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText(/^288 nuevas .* 12 con errores$/)).toBeVisible()
  await expect(page.getByLabel('Si ya existe').locator('option')).toHaveText(['Marcar como error', 'Saltar'])
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByLabel(`Quién es ${apellido}`).selectOption('Otro registro…')
  const search = page.getByLabel(`Buscar a quién es ${apellido}`)
  await search.fill(`Aceros D'Oro ${apellido}`)
  await page.getByRole('option', { name: `Aceros D'Oro ${apellido}` }).click()
  await expect(page.getByText(/^300 nuevas .* 0 con errores$/)).toBeVisible()
  await page.getByRole('button', { name: 'Importar 300 registros' }).click()
  await expect(page.getByRole('heading', { name: 'Se importaron 300 registros.' })).toBeFocused()

  const open = async () => {
    const url = `/api/facturas?cliente_id=${cliente.id}&abiertas=si&porPagina=1`
    const answer = await request.get(url, { headers: bearer(session) })
    return ((await answer.json()) as { paginacion: { total: number } }).paginacion.total
  }
  expect(await open()).toBe(300)
  await page.getByRole('region', { name: 'Resultado' }).getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sí' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('row', { name: 'saldos.csv' }).first()).toContainText('Deshecha')
  expect(await open()).toBe(0)
})
