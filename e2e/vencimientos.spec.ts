import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { addDays, fetchToday } from './dashboard.ts'
import { expectAccessible, expectAccessibleOnPhone, expectNoOverflow } from './expectAccessible.ts'
import { isolatedTest } from './isolatedServer.ts'
import { aPhoto } from './photo.ts'
import { phoneOptions } from './piloto.ts'
import { aCamion, bearer, createRecord, type Login, test, typeLogin, unique } from './support.ts'

interface Tipo {
  id: number
  nombre: string
  aplica: string
  version: number
}

async function tipoOf(request: APIRequestContext, login: Login, nombre: string) {
  const answer = await request.get('/api/documento-tipos', { headers: bearer(login) })
  const { data } = (await answer.json()) as { data: Tipo[] }
  return data.find((tipo) => tipo.nombre === nombre && tipo.aplica === 'camiones')!
}

/** Creates an insurance of a truck that ends in `days` days. */
async function aSeguro(request: APIRequestContext, login: Login, days: number) {
  const camion = await aCamion(request, login)
  const tipo = await tipoOf(request, login, 'Seguro')
  const vence = addDays(await fetchToday(request), days)
  const values = { tipo_id: tipo.id, entidad: 'camiones', entidad_id: camion.id, numero: 'POL-1', vence }
  const { id } = await createRecord(request, login, '/api/documentos', values)
  return { camion, tipo, id }
}

const shown = (iso: string) => iso.split('-').reverse().join('/')
const bell = (page: Page) => page.getByRole('button', { name: /^Avisos/ })

// A server of its own, because the bell counts all notices.
isolatedTest(
  'renewal: clears notice and bell; a notice is postponed and a missing document added by keyboard',
  async ({ page, request, login }) => {
    const hoy = await fetchToday(request)
    const { camion, tipo } = await aSeguro(request, login, -1)
    await page.goto('/dashboard')
    await expect(bell(page)).toHaveAccessibleName('Avisos: 1')
    await bell(page).press('Enter')
    const panel = page.getByRole('dialog', { name: 'Avisos' })
    await panel.getByRole('link', { name: `Seguro de ${camion.placa}: Venció ayer` }).press('Enter')
    await expect(page.getByRole('heading', { name: `Camión ${camion.placa}` })).toBeFocused()
    const papers = page.getByRole('region', { name: 'Documentos' })
    await expect(papers.getByText('Vencido', { exact: true })).toBeVisible()

    await papers.getByRole('button', { name: `Renovar Seguro de ${camion.placa}` }).press('Enter')
    await expect(page.getByLabel('Número')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Este campo es obligatorio.')).toBeVisible()
    await expect(page.getByLabel('Vence')).toBeFocused()
    await page.keyboard.type(shown(addDays(hoy, 5)))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toContainText('Documento renovado exitosamente')
    await page.keyboard.press('Enter')
    await expect(papers.getByText('Vence en 5 días')).toBeVisible()
    await expect(papers.getByRole('button', { name: /^Renovar/ })).toBeFocused()

    await bell(page).press('Enter')
    const text = `Seguro de ${camion.placa}: Vence en 5 días`
    await panel.getByRole('button', { name: `Posponer: ${text}` }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Hasta' })).toBeFocused()
    await page.keyboard.type(shown(addDays(hoy, 31)))
    await page.getByRole('textbox', { name: 'Motivo' }).fill('Ya está pagado')
    await page.getByRole('button', { name: 'Posponer', exact: true }).press('Enter')
    await expect(page.getByText(`Elige un día de mañana al ${shown(addDays(hoy, 30))}.`)).toBeVisible()
    await page.getByRole('textbox', { name: 'Hasta' }).fill(shown(addDays(hoy, 3)))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toContainText('Aviso pospuesto')
    await page.keyboard.press('Enter')
    await expect(panel.getByText('Nada vence pronto.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bell(page)).toHaveAccessibleName('Avisos')

    const other = await aCamion(request, login)
    await page.goto('/vencimientos')
    await page.getByRole('button', { name: 'Tipos de documento' }).press('Enter')
    await page.getByRole('button', { name: 'Acciones de Seguro (Camión)' }).press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByLabel('Obligatorio').selectOption('si')
    await page.getByLabel('Obligatorio').press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toContainText('Tipo de documento actualizado exitosamente')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(bell(page)).toHaveAccessibleName('Avisos: 1')
    await page.getByRole('button', { name: 'Falta 1' }).press('Enter')
    await expect(page).toHaveURL('/vencimientos?plazo=falta')
    await page.getByRole('button', { name: `Agregar ${tipo.nombre} de ${other.placa}` }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Número' })).toBeFocused()
    await page.keyboard.type('POL-77')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toContainText('Documento creado exitosamente')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Ningún documento coincide con lo que buscas.')).toBeVisible()
    await expect(bell(page)).toHaveAccessibleName('Avisos')
  },
)

test('licence: is renewed in its pilot, and the second of two users sees both dates', async ({
  page,
  request,
  login,
}) => {
  const hoy = await fetchToday(request)
  const apellido = unique('Xitumul')
  const person = { nombre: 'Ana', apellido, telefono: '55551234', tipo_licencia: 'B' }
  const { id, version } = await createRecord(request, login, '/api/choferes', {
    ...person,
    vencimiento: addDays(hoy, 3),
  })
  await page.goto(`/vencimientos?plazo=7-dias&buscar=${apellido}`)
  await page.getByRole('button', { name: `Renovar Licencia de Ana ${apellido}` }).click()
  await expect(page.getByLabel('Vence')).toHaveValue(shown(addDays(hoy, 3)))
  const data = { ...person, vencimiento: addDays(hoy, 700), version }
  const put = await request.put(`/api/choferes/${id}`, { headers: bearer(login), data })
  expect(put.status()).toBe(200)
  await page.getByLabel('Vence').fill(shown(addDays(hoy, 1400)))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(
    /Otro usuario guardó este registro a las \d\d:\d\d, mientras lo editabas\./,
  )
  await expect(page.getByText(`Otro usuario escribió: «${shown(addDays(hoy, 700))}».`)).toBeVisible()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Chofer actualizado exitosamente')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ningún documento coincide con lo que buscas.')).toBeVisible()
  const after = await request.get(`/api/choferes/${id}`, { headers: bearer(login) })
  expect(((await after.json()) as { data: object }).data).toMatchObject({
    ...person,
    vencimiento: addDays(hoy, 1400),
  })
})

test("clerk: renews a truck's insurance with a photo taken on a phone", async ({
  browser,
  request,
  login,
  baseURL,
}) => {
  const { camion, id, tipo } = await aSeguro(request, login, -4)
  const hoy = await fetchToday(request)
  const clerk = { username: unique('u').toLowerCase(), password: 'papel y carretera' }
  await createRecord(request, login, '/api/usuarios', {
    ...clerk,
    rol_id: 3,
    estado: 'activo',
    permisos: [1],
  })
  const storageState = { cookies: [], origins: [] }
  const context = await browser.newContext({ ...phoneOptions, baseURL: baseURL ?? '', storageState })
  const page = await context.newPage()
  await page.goto('/login')
  await typeLogin(page, clerk)
  await expect(page).toHaveURL('/dashboard')
  await page.goto(`/vencimientos?buscar=${camion.placa}`)
  await page.getByRole('button', { name: 'Más datos' }).tap()
  await page.getByRole('button', { name: `Renovar Seguro de ${camion.placa}` }).tap()
  await page.getByLabel('Vence').fill(shown(addDays(hoy, 365)))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Tomar foto' }).tap()
  const photo = { name: 'IMG_0007.jpg', mimeType: 'image/jpeg', buffer: await aPhoto(page) }
  await (await chooser).setFiles(photo)
  await expect(page.getByText('IMG_0007.jpg')).toBeVisible()
  await page.getByRole('button', { name: 'Guardar' }).tap()
  await expect(page.getByRole('alertdialog')).toContainText('Documento renovado exitosamente')
  await page.getByRole('button', { name: 'Continuar' }).tap()
  await expect(page.getByText('Vigente', { exact: true })).toBeVisible()
  await context.close()

  const query = `entidad=camiones&entidad_id=${camion.id}&tipo_id=${tipo.id}&historial=si`
  const headers = bearer(login)
  const listed = await request.get(`/api/documentos?${query}`, { headers })
  const { data } = (await listed.json()) as { data: { id: number; reemplazado_por: number | null }[] }
  const renewal = data.find((paper) => paper.id === id)?.reemplazado_por
  expect(data).toHaveLength(2)
  const files = await request.get(`/api/archivos?entidad=documentos&entidad_id=${renewal}`, { headers })
  expect(((await files.json()) as { data: object[] }).data).toMatchObject([
    { clase: 'foto', nombre: 'IMG_0007.jpg', subido_por: clerk.username },
  ])
})

test('list, dialogs, types and notices: pass axe', async ({ page, request, login }) => {
  const { camion } = await aSeguro(request, login, -4)
  await page.goto(`/vencimientos?buscar=${camion.placa}`)
  const renew = page.getByRole('button', { name: `Renovar Seguro de ${camion.placa}` })
  await expect(renew).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await expectNoOverflow(page)
  await renew.click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Este campo es obligatorio.')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Tipos de documento' }).click()
  await expect(page.getByRole('dialog').getByText('Revisión mecánica')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '+ Ingresar Documento' }).click()
  await page.getByLabel('Tipo de documento').selectOption({ label: 'Seguro · Camión' })
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('combobox', { name: 'Camión' })).toBeFocused()
  await expectAccessible(page)
  await page.goto(`/ver-camiones/${camion.id}`)
  await expect(page.getByText('Venció hace 4 días')).toBeVisible()
  await expectAccessible(page)
  await expectAccessibleOnPhone(page)
  await bell(page).click()
  await expect(page.getByRole('dialog').getByRole('region', { name: /^Documentos/ })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})

isolatedTest('list: opens with what is due, and a search covers all', async ({ page, request, login }) => {
  await page.goto('/vencimientos')
  await expect(page.getByText('Todavía no hay documentos.')).toBeVisible()
  const { camion: far } = await aSeguro(request, login, 700)
  await page.reload()
  await expect(page.getByText('Nada por atender')).toBeVisible()
  const { camion: past } = await aSeguro(request, login, -1)
  const { camion: soon } = await aSeguro(request, login, 3)
  const tipo = await tipoOf(request, login, 'Tarjeta de circulación')
  const data = { ...tipo, obligatorio: true, dias_aviso: 30 }
  const put = await request.put(`/api/documento-tipos/${tipo.id}`, { headers: bearer(login), data })
  expect(put.ok()).toBe(true)
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(6)
  await expect(page.getByRole('row').nth(1)).toContainText(past.placa)
  await expect(page.getByRole('row').nth(2)).toContainText(soon.placa)
  await expect(page.getByRole('row').nth(3)).toContainText('Falta')
  await expect(page.getByRole('row', { name: far.placa })).toContainText('Falta')
  await expect(page.getByRole('button', { name: 'Por atender 5' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Todos' }).click()
  await expect(page).toHaveURL('/vencimientos?plazo=todos')
  await expect(page.getByText('6 registros')).toBeVisible()
  await page.getByRole('button', { name: 'Por atender' }).click()
  await expect(page).toHaveURL('/vencimientos?plazo=atender')
  await page.goto('/vencimientos')
  await page.getByRole('searchbox').fill(far.placa)
  await expect(page.getByRole('row', { name: 'Vigente' })).toContainText(far.placa)
  await expect(page.getByRole('button', { name: 'Todos' })).toHaveAttribute('aria-pressed', 'true')
})
