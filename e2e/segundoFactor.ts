import { createHmac } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import jsqr from 'jsqr'

// What an app on a phone does: it reads the picture and shows six digits (RFC 4226, RFC 6238).

const stepMs = 30_000
const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Of the step after this moment's: later than one that was used just now, and good all the same. */
export const nextCode = (secreto: string) => codeAt(secreto, Date.now() + stepMs)

/** The six digits of a moment (ms since 1970). */
function codeAt(secreto: string, moment = Date.now()): string {
  const bits = Array.from(secreto, (letter) =>
    base32Letters.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(moment / stepMs)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const at = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/** Six digits that no moment around this one shows. */
export function wrongCode(secreto: string): string {
  const shown = new Set([-2, -1, 0, 1, 2].map((steps) => codeAt(secreto, Date.now() + steps * stepMs)))
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !shown.has(code)) ?? ''
}

/** The text of the picture as it is seen on the page. */
async function readQr(page: Page): Promise<string> {
  const shot = await page.getByRole('img', { name: 'Código QR para la aplicación' }).screenshot()
  const { data, width, height } = await page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(image.width, image.height)
      const drawing = canvas.getContext('2d')
      drawing?.drawImage(image, 0, 0)
      const pixels = drawing?.getImageData(0, 0, image.width, image.height).data ?? []
      return { data: [...pixels], width: image.width, height: image.height }
    },
    [...shot],
  )
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data ?? ''
}

/** From the own password to the recovery codes, which are shown still. */
export async function activateFactor(page: Page, password: string) {
  await page.getByLabel('Contraseña actual', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByLabel('Código', { exact: true })).toBeVisible()
  const uri = new URL(await readQr(page))
  const secreto = uri.searchParams.get('secret') ?? ''
  await expect(page.getByText(secreto.match(/.{4}/g)?.join(' ') ?? 'nothing')).toBeVisible()
  await page.getByLabel('Código', { exact: true }).fill(wrongCode(secreto))
  await page.getByRole('button', { name: 'Activar' }).click()
  await expect(page.getByText('Código incorrecto.')).toBeVisible()
  await page.getByLabel('Código', { exact: true }).fill(codeAt(secreto))
  await page.getByRole('button', { name: 'Activar' }).click()
  const list = page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  return { uri, secreto, recuperacion: await list.allTextContents() }
}
