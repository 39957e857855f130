import { deflateSync, inflateSync } from 'node:zlib'

/** What pdfkit draws as an image: it asks for the size, and once to be embedded. */
export interface Picture {
  width: number
  height: number
  label: string
  obj: PDFKit.PDFKitReference | null
  orientation?: number
  embed(document: PDFKit.PDFDocument): void
}

interface Raster {
  width: number
  height: number
  /** Of the PDF: one value a point, three, or places in a palette. */
  colors: 1 | 3
  palette: Buffer | undefined
  bits: number
  /** Compressed rows, each behind the byte that says how it is filtered. */
  data: Buffer
}

/** What is to be unpacked must fit into memory, whatever it weighs as a file. */
const mostPixels = 4_000_000
const kindsOfPng = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
])

/**
 * A picture for a page; undefined where it is damaged, of a kind that no page takes, or too large to unpack. What is
 * not opaque is laid on white. pdfkit's own reader of PNG trusts every length and throws where nobody catches it.
 */
export function pdfPictureOf(
  document: PDFKit.PDFDocument,
  bytes: Buffer,
  label: string,
): Picture | undefined {
  try {
    const picture = bytes[0] === 0x89 ? ofPng(bytes, label) : openJpeg(document, bytes)
    return picture && picture.width > 0 && picture.height > 0 ? picture : undefined
  } catch {
    return undefined
  }
}

// pdfkit's types do not tell what it gives.
const openJpeg = (document: PDFKit.PDFDocument, bytes: Buffer) =>
  (document as unknown as { openImage(bytes: Buffer): Picture }).openImage(bytes)

function ofPng(bytes: Buffer, label: string): Picture | undefined {
  const raster = rasterOf(bytes)
  if (!raster) return undefined
  const { width, height, colors, palette, bits, data } = raster
  return {
    width,
    height,
    label,
    obj: null,
    embed(document) {
      const space = colors === 3 ? 'DeviceRGB' : 'DeviceGray'
      this.obj = document.ref({
        Type: 'XObject',
        Subtype: 'Image',
        Width: width,
        Height: height,
        BitsPerComponent: bits,
        ColorSpace: palette ? indexed(document, palette) : space,
        Filter: 'FlateDecode',
        DecodeParms: { Predictor: 15, Colors: colors, BitsPerComponent: bits, Columns: width },
      })
      this.obj.end(data)
    },
  }
}

function indexed(document: PDFKit.PDFDocument, palette: Buffer) {
  const table = document.ref({})
  table.end(palette)
  return ['Indexed', 'DeviceRGB', Math.floor(palette.length / 3) - 1, table]
}

/** The chunks of a PNG; none is read beyond the file's end. */
function* chunksOf(bytes: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (at + 12 + length > bytes.length) return
    const type = bytes.toString('latin1', at + 4, at + 8)
    yield { type, data: bytes.subarray(at + 8, at + 8 + length) }
    at += length + 12
  }
}

function rasterOf(bytes: Buffer): Raster | undefined {
  const chunks = [...chunksOf(bytes)]
  const [head] = chunks
  if (head?.type !== 'IHDR' || head.data.length !== 13) return undefined
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)]
  const [bits = 0, kind = 0, , , interlaced] = head.data.subarray(8)
  const channels = kindsOfPng.get(kind)
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data))
  if (!channels || interlaced || bits > 8 || (kind > 3 && bits < 8) || data.length === 0) return undefined
  const palette = kind === 3 ? chunks.find(({ type }) => type === 'PLTE')?.data : undefined
  if (kind === 3 && !palette?.length) return undefined
  const shape = { width, height, bits, palette }
  if (kind < 4) return { ...shape, colors: channels === 3 ? 3 : 1, data }
  const opaque = onWhite(data, width, height, channels)
  return opaque && { ...shape, colors: channels === 4 ? 3 : 1, data: opaque }
}

/** Unpacks rows whose last channel is how opaque a point is, and packs them without it. */
function onWhite(data: Buffer, width: number, height: number, channels: number): Buffer | undefined {
  if (width * height > mostPixels) return undefined
  const row = width * channels
  const packed = inflateSync(data, { maxOutputLength: (row + 1) * height })
  if (packed.length !== (row + 1) * height) return undefined
  const colors = channels - 1
  const opaque = Buffer.alloc((width * colors + 1) * height)
  let above: Uint8Array = new Uint8Array(row)
  for (let y = 0; y < height; y++) {
    const from = y * (row + 1)
    const line = unfiltered(packed[from] ?? 0, packed.subarray(from + 1, from + 1 + row), above, channels)
    for (let x = 0; x < width; x++) {
      const alpha = (line[x * channels + colors] ?? 0) / 255
      for (let c = 0; c < colors; c++)
        opaque[y * (width * colors + 1) + 1 + x * colors + c] = Math.round(
          (line[x * channels + c] ?? 0) * alpha + 255 * (1 - alpha),
        )
    }
    above = line
  }
  return deflateSync(opaque)
}

/** A row as it was before PNG's filter, in place: 1 looks to the left, 2 above, 3 at both, 4 at the nearest of three. */
function unfiltered(filter: number, line: Uint8Array, above: Uint8Array, channels: number): Uint8Array {
  for (let i = 0; i < line.length; i++) {
    const left = i < channels ? 0 : (line[i - channels] ?? 0)
    const up = above[i] ?? 0
    const corner = i < channels ? 0 : (above[i - channels] ?? 0)
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
    line[i] = ((line[i] ?? 0) + guess) & 255
  }
  return line
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}
