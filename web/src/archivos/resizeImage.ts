const maxSidePx = 1600
/** In bytes. */
const maxJpegBytes = 500_000
/** The first that makes the file small enough, else the last. */
const jpegQualities = [0.8, 0.7, 0.6, 0.5]

/**
 * A picture turned to its right side and made small enough to send, without what the camera wrote into it. JPEG on
 * white, but for a PNG that is small already: it may be a text or a drawing. Null where the browser cannot.
 */
export async function resizeImage(picture: Blob): Promise<Blob | null> {
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
    const drawing = picture.type === 'image/png' && scale === 1 ? await encode(canvas, 'image/png') : null
    if (drawing && drawing.size <= maxJpegBytes) return drawing
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    return await encodeSmallEnough(canvas)
  } catch {
    return null
  }
}

async function encodeSmallEnough(canvas: HTMLCanvasElement): Promise<Blob | null> {
  let made: Blob | null = null
  for (const quality of jpegQualities) {
    made = await encode(canvas, 'image/jpeg', quality)
    if (made && made.size <= maxJpegBytes) break
  }
  return made
}

const encode = (canvas: HTMLCanvasElement, type: string, quality?: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
