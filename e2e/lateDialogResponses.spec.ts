import { type APIRequestContext, expect, type Page } from '@playwright/test'
import {
  aCamion,
  bearer,
  chooseRowMenuItem,
  createRecord,
  delayResponse,
  type Login,
  test,
  unique,
} from './support.ts'

const pdf = Buffer.from('%PDF-1.4\n%%EOF\n')

const aUsuario = async (request: APIRequestContext, login: Login) => {
  const values = { username: unique('u').toLowerCase(), password: 'caminos largos 1' }
  const rest = { rol_id: 3, estado: 'activo', permisos: [1] }
  return { ...values, ...(await createRecord(request, login, '/api/usuarios', { ...values, ...rest })) }
}

/** Opens the renewal of a truck's insurance. */
async function openRenewal(page: Page, request: APIRequestContext, login: Login) {
  const camion = await aCamion(request, login)
  const types = await request.get('/api/documento-tipos', { headers: bearer(login) })
  const { data } = (await types.json()) as { data: { id: number; nombre: string; aplica: string }[] }
  const tipo = data.find(({ nombre, aplica }) => nombre === 'Seguro' && aplica === 'camiones')
  const owner = { entidad: 'camiones', entidad_id: camion.id }
  const values = { ...owner, tipo_id: tipo?.id, numero: 'POL-1', vence: '2030-01-31' }
  const { id } = await createRecord(request, login, '/api/documentos', values)
  await page.goto(`/vencimientos?buscar=${camion.placa}`)
  const renew = page.getByRole('button', { name: `Renovar Seguro de ${camion.placa}` })
  await renew.click()
  const vence = page.getByRole('dialog').getByLabel('Vence')
  await vence.fill('31/01/2031')
  return { renew, vence, url: `**/api/documentos/${id}/renovar` }
}

const choose = (page: Page, ...names: string[]) =>
  page
    .locator('input[type=file][multiple]')
    .setInputFiles(names.map((name) => ({ name, mimeType: 'application/pdf', buffer: pdf })))

// Responses that arrive after a dialog was closed or its form was extended.

test('closed dialog: its late response closes no other dialog', async ({ page, request, login }) => {
  const { id, username } = await aUsuario(request, login)
  await page.goto(`/usuarios?buscar=${username}`)
  const field = page.getByRole('textbox', { name: 'Contraseña nueva' })
  const open = () => chooseRowMenuItem(page, username, 'Cambiar contraseña')
  const release = await delayResponse(page, `**/api/usuarios/${id}`, 'PUT')
  await open()
  const saveRequest = page.waitForRequest((each) => each.method() === 'PUT')
  await field.fill('otro camino largo')
  await page.keyboard.press('Enter')
  await saveRequest
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(field).toBeHidden()
  await open()
  await field.fill('a medio escribir')
  release()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(field).toHaveValue('a medio escribir')
})

test('permissions: are not overwritten unseen when another user changes them', async ({
  page,
  request,
  login,
}) => {
  const { id, username, version } = await aUsuario(request, login)
  await page.goto(`/usuarios?buscar=${username}`)
  await chooseRowMenuItem(page, username, 'Permisos')
  const modal = page.getByRole('dialog', { name: `Permisos de ${username}` })
  await modal.getByRole('checkbox', { name: /reportes/ }).check()
  const data = { permisos: [], version }
  const put = await request.put(`/api/usuarios/${id}`, { headers: bearer(login), data })
  expect(put.status()).toBe(200)
  const again = page.waitForResponse(/\/api\/usuarios\?/)
  // Returning to the window refetches the list.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await (await again).finished()
  await expect(page.getByRole('row').nth(1)).not.toContainText('Gestionar')
  await modal.getByRole('button', { name: 'Guardar' }).click()
  await expect(modal).toContainText('Otro usuario guardó este registro')
  const changed = modal.getByRole('region', { name: 'Cambios de otro usuario' })
  await expect(changed).toContainText('Lo tuyo')
  await expect(changed).toContainText('Lo del otro usuario')
})

test('photo chosen while the document is saved: is uploaded with it', async ({ page, request, login }) => {
  const { url } = await openRenewal(page, request, login)
  const release = await delayResponse(page, url, 'POST')
  const saveRequest = page.waitForRequest(url)
  const stored = page
    .waitForResponse(url)
    .then((answer) => answer.json() as Promise<{ data: { id: number } }>)
  await page.getByRole('button', { name: 'Guardar' }).click()
  await saveRequest
  await choose(page, 'poliza.pdf')
  await expect(page.getByText('poliza.pdf')).toBeVisible()
  release()
  await expect(page.getByRole('alertdialog')).toContainText('Documento renovado exitosamente')
  const { data } = await stored
  const files = await request.get(`/api/archivos?entidad=documentos&entidad_id=${data.id}`, {
    headers: bearer(login),
  })
  expect(((await files.json()) as { data: object[] }).data).toMatchObject([{ nombre: 'poliza.pdf' }])
})

test('closed document form: its late response closes no other form', async ({ page, request, login }) => {
  const { renew, vence, url } = await openRenewal(page, request, login)
  const release = await delayResponse(page, url, 'POST')
  const saveRequest = page.waitForRequest(url)
  await vence.press('Enter')
  await saveRequest
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await renew.click()
  const numero = page.getByRole('dialog').getByLabel('Número')
  await numero.fill('POL-2')
  release()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(numero).toHaveValue('POL-2')
})

test('queued upload: is not sent after the user left the page', async ({ page, request, login }) => {
  const { id } = await aCamion(request, login)
  await page.goto(`/mostrar-camiones/${id}`)
  await page.getByRole('tab', { name: 'Archivos' }).click()
  await expect(page.getByText('Todavía no hay archivos.')).toBeVisible()
  let sent = 0
  // Never respond.
  await page.route('**/api/archivos?*', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent += 1
  })
  await choose(page, 'a.pdf', 'b.pdf', 'c.pdf', 'd.pdf')
  await expect.poll(() => sent).toBe(2)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sí' }).click()
  await expect(page).toHaveURL('/camiones')
  // There is no event to wait for when nothing is sent.
  await page.waitForTimeout(1000)
  expect(sent).toBe(2)
})

test('file list loaded before an upload: does not remove the new file', async ({ page, request, login }) => {
  const { id } = await aCamion(request, login)
  const stored = await request.post(`/api/archivos?entidad=camiones&entidad_id=${id}&nombre=poliza.pdf`, {
    headers: { ...bearer(login), 'Content-Type': 'application/octet-stream' },
    data: pdf,
  })
  expect(stored.status()).toBe(201)
  const release = await delayResponse(page, '**/api/archivos?*')
  await page.goto(`/mostrar-camiones/${id}`)
  await page.getByRole('tab', { name: 'Archivos' }).click()
  await choose(page, 'seguro.pdf')
  const tiles = page.getByRole('button', { name: /^Ver / })
  await expect(tiles).toHaveCount(1)
  release()
  await expect(page.getByRole('button', { name: 'Ver poliza.pdf' })).toBeVisible()
  await expect(tiles).toHaveCount(2)
})
