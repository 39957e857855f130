import { expect } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from './expectAccessible.ts'
import { isolatedTest } from './isolatedServer.ts'
import { aCamion, bearer } from './support.ts'

const megabytes = (n: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(n * 1024 ** 2)])
/** Returns an empty JPEG of this size in pixels. Browsers cannot decode it, so the page uploads it unchanged. */
const jpeg = (width: number, height: number) => {
  const bytes = Buffer.from('ffd8ffc0000b080000000001011100ffda0002ffd9', 'hex')
  bytes.writeUInt16BE(height, 7)
  bytes.writeUInt16BE(width, 9)
  return bytes
}

// The daily limit is a setting of the whole company, so this test has a server of its own.
isolatedTest(
  'daily upload limit: shows a message when reached, and accepts files after it is raised',
  async ({ page, request, login }) => {
    const headers = bearer(login)
    const { id } = await aCamion(request, login)
    const allow = async (subida_diaria_mb: number) =>
      expect((await request.put('/api/ajustes', { headers, data: { subida_diaria_mb } })).status()).toBe(200)
    await allow(10)
    for (const n of [6, 5]) {
      const answer = await request.post(`/api/archivos?entidad=camiones&entidad_id=${id}`, {
        headers: { ...headers, 'Content-Type': 'application/octet-stream' },
        data: megabytes(n),
      })
      expect(answer.status()).toBe(201)
    }
    await page.goto(`/mostrar-camiones/${id}`)
    await page.getByRole('tab', { name: 'Archivos' }).click()
    const strip = page.getByRole('region', { name: 'Archivos' })
    const seguro = {
      name: 'seguro.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
    }
    await page.locator('input[type=file][multiple]').setInputFiles(seguro)
    await expect(strip.getByRole('alert')).toHaveText('Hoy ya subiste 10 MB. Mañana puedes subir más.')
    await expectAccessible(page)
    await expectNoOverflow(page)
    await allow(20)
    await strip.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('button', { name: 'Ver seguro.pdf' })).toBeVisible()

    await page
      .locator('input[type=file][multiple]')
      .setInputFiles({ name: 'mapa.jpg', mimeType: 'image/jpeg', buffer: jpeg(10_000, 6000) })
    await expect(strip.getByRole('alert')).toHaveText('La foto pasa de 50 megapíxeles.')
    await expect(strip.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
  },
)
