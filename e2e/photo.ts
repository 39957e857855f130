import type { Page } from '@playwright/test'

/**
 * Returns a photo as a phone stores it: 4000 × 3000 pixels, about 6 MB. EXIF asks for a quarter turn to the right and
 * has a location. The stored upper left corner, which belongs at the upper right, is red.
 */
export async function aPhoto(page: Page): Promise<Buffer> {
  const drawn = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 4000, height: 3000 })
    const context = canvas.getContext('2d')!
    const grain = context.createImageData(500, 500)
    for (let at = 0; at < grain.data.length; at += 4) {
      const light = 80 + Math.random() * 115
      grain.data.set([light, light, light + 20, 255], at)
    }
    for (let x = 0; x < 4000; x += 500) for (let y = 0; y < 3000; y += 500) context.putImageData(grain, x, y)
    context.fillStyle = 'red'
    context.fillRect(0, 0, 1000, 1000)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.86))
    const bytes = new Uint8Array(await blob!.arrayBuffer())
    let text = ''
    for (let at = 0; at < bytes.length; at += 8192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8192))
    return btoa(text)
  })
  const jpeg = Buffer.from(drawn, 'base64')
  // After the start-of-image marker of 2 bytes.
  return Buffer.concat([jpeg.subarray(0, 2), exif(), jpeg.subarray(2)])
}

/** Returns an EXIF segment with orientation 6 and a latitude. */
function exif(): Buffer {
  const tiff = Buffer.alloc(96)
  tiff.write('II*\0', 0, 'latin1')
  tiff.writeUInt32LE(8, 4)
  const entry = (at: number, [tag, type, count, value]: [number, number, number, number]) => {
    tiff.writeUInt16LE(tag, at)
    tiff.writeUInt16LE(type, at + 2)
    tiff.writeUInt32LE(count, at + 4)
    tiff.writeUInt32LE(value, at + 8)
  }
  const places = 38
  tiff.writeUInt16LE(2, 8)
  entry(10, [0x0112, 3, 1, 6])
  entry(22, [0x8825, 4, 1, places])
  tiff.writeUInt16LE(2, places)
  entry(places + 2, [1, 2, 2, 'N'.charCodeAt(0)])
  entry(places + 14, [2, 5, 3, 68])
  for (const [index, value] of [14, 1, 38, 1].entries()) tiff.writeUInt32LE(value, 68 + 4 * index)
  const head = Buffer.from('\u00ff\u00e1\0\0Exif\0\0', 'latin1')
  head.writeUInt16BE(2 + 6 + tiff.length, 2)
  return Buffer.concat([head, tiff])
}

/** Returns width, height and the colours of the upper corners. */
export const inspectPhoto = (page: Page, picture: Buffer) =>
  page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const { width, height } = bitmap
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    const isRed = (x: number) => {
      const [red = 0, green = 0] = context.getImageData(x, 50, 1, 1).data
      return red > 200 && green < 80
    }
    return { width, height, left: isRed(50), right: isRed(width - 50) }
  }, picture.toString('base64'))
