const maxSidePx = 1600
const maxJpegBytes = 500_000
/** Tried in this order until the file is small enough. */
const jpegQualities = [0.8, 0.7, 0.6, 0.5]

/**
 * Rotates and shrinks a picture and removes its metadata. Returns a JPEG on white, or a PNG if the picture is a small
 * PNG, which may be a text or drawing. Null if the browser cannot decode or encode it.
 */
export async function resizeImage(picture: Blob, tipo: string | undefined): Promise<Blob | null> {
  try {
    const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' })
    const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    const context = canvas.getContext('2d')
    if (!context) return null
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const png = tipo === 'image/png' && scale === 1 ? await encode(canvas, 'image/png') : null
    if (png && png.size <= maxJpegBytes) return png
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    return await encodeSmallEnough(canvas)
  } catch {
    return null
  }
}

async function encodeSmallEnough(canvas: HTMLCanvasElement): Promise<Blob | null> {
  let jpeg: Blob | null = null
  for (const quality of jpegQualities) {
    jpeg = await encode(canvas, 'image/jpeg', quality)
    if (jpeg && jpeg.size <= maxJpegBytes) break
  }
  return jpeg
}

const encode = (canvas: HTMLCanvasElement, type: string, quality?: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
