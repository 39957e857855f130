import { expect } from '@playwright/test'
import { aCamion, bearer, test } from './support.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('photo: appears after a retry when the server is busy', async ({ page, request, login }) => {
  const { id } = await aCamion(request, login)
  const made = await request.post(`/api/archivos?entidad=camiones&entidad_id=${id}`, {
    headers: { ...bearer(login), 'Content-Type': 'application/octet-stream' },
    data: picture,
  })
  expect(made.status()).toBe(201)
  let requests = 0
  await page.route('**/contenido', async (route) => {
    requests += 1
    if (requests > 2) return route.continue()
    const error = { code: 'NO_DISPONIBLE' }
    return route.fulfill({
      status: 503,
      headers: { 'Retry-After': '1' },
      json: { success: false, message: 'El servicio no está disponible en este momento.', error },
    })
  })
  await page.goto(`/mostrar-camiones/${id}`)
  await page.getByRole('tab', { name: 'Archivos' }).click()
  const tile = page.getByRole('button', { name: 'Ver foto.png' })
  await tile.scrollIntoViewIfNeeded()
  await expect(tile.locator('img')).toBeVisible()
  expect(requests).toBe(3)
})
