import { createHmac } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import jsqr from 'jsqr'

// An authenticator app: reads the QR code and returns six digits (RFC 4226, RFC 6238).

const stepMs = 30_000
const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the code of the next step: it differs from a code used just now and is accepted too. */
export const nextCode = (secreto: string) => codeAt(secreto, Date.now() + stepMs)

/** Returns the six digits for a moment in ms since 1970. */
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

/** Returns six digits that are no code near this moment. */
export function wrongCode(secreto: string): string {
  const shown = new Set([-2, -1, 0, 1, 2].map((steps) => codeAt(secreto, Date.now() + steps * stepMs)))
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !shown.has(code)) ?? ''
}

/** Returns the text of the QR code on the page. */
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

/** Activates the second factor from the password to the recovery codes, which stay on the screen. */
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
