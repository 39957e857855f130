import { deflateSync, inflateSync } from 'node:zlib'
import { decode } from 'fast-png'

/** The interface of pdfkit's images: it reads the size and calls `embed` once. */
export interface PdfImage {
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
  bits: number
  /** Channels of the PDF image: 1 for grey or a palette index, 3 for RGB. */
  colors: number
  palette: Buffer | undefined
  /** Compressed PNG rows, each with its filter byte. */
  data: Buffer
}

/** 4 megapixels of RGBA. */
const maxUnpackedBytes = 16_000_000
const signatureBytes = 8
const criticalChunks = ['IHDR', 'PLTE', 'IDAT', 'IEND']
/** Channels by PNG colour type; 1 and 5 are no types. */
const channelsOfKind = [1, 0, 3, 1, 2, 0, 4]

/**
 * Returns the picture, drawn on white where it is transparent. Returns undefined if it is damaged, interlaced, has 16
 * bits a channel or exceeds maxUnpackedBytes. pdfkit's PNG reader is not used: it trusts every length in the file.
 */
export function loadPdfImage(
  document: PDFKit.PDFDocument,
  bytes: Buffer,
  label: string,
): PdfImage | undefined {
  try {
    const picture = bytes[0] === 0x89 ? loadPng(bytes, label) : openJpeg(document, bytes)
    return picture && picture.width > 0 && picture.height > 0 ? picture : undefined
  } catch {
    return undefined
  }
}

// pdfkit's types lack the result.
const openJpeg = (document: PDFKit.PDFDocument, bytes: Buffer) =>
  (document as unknown as { openImage(bytes: Buffer): PdfImage }).openImage(bytes)

function loadPng(bytes: Buffer, label: string): PdfImage | undefined {
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

interface Chunk {
  type: string
  data: Buffer
  /** The chunk with its length, type and checksum. */
  whole: Buffer
}

/** Yields the chunks of a PNG that end within the file. */
function* readPngChunks(bytes: Buffer): Generator<Chunk> {
  for (let start = signatureBytes; start + 12 <= bytes.length; ) {
    const end = start + 12 + bytes.readUInt32BE(start)
    if (end > bytes.length) return
    const type = bytes.toString('latin1', start + 4, start + 8)
    yield { type, data: bytes.subarray(start + 8, end - 4), whole: bytes.subarray(start, end) }
    start = end
  }
}

/** Returns the rows of an opaque PNG unchanged, because a PDF takes them. Blends transparent ones with white. */
function rasterOf(bytes: Buffer): Raster | undefined {
  const chunks = [...readPngChunks(bytes)].filter(({ type }) => criticalChunks.includes(type))
  const [head] = chunks
  if (head?.type !== 'IHDR' || head.data.length !== 13) return undefined
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)]
  const [bits = 0, kind = 0, , , interlaced] = head.data.subarray(8)
  const channels = channelsOfKind[kind] ?? 0
  const rowBytes = Math.ceil((width * channels * bits) / 8)
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data))
  if (interlaced || bits > 8 || rowBytes * height > maxUnpackedBytes) return undefined
  if (!unpacksTo(data, (rowBytes + 1) * height)) return undefined
  const palette = kind === 3 ? chunks.find(({ type }) => type === 'PLTE')?.data : undefined
  if (kind === 3 && !palette?.length) return undefined
  const raster = {
    width,
    height,
    bits,
    palette,
    colors: channels === 2 || channels === 4 ? channels - 1 : channels,
    data,
  }
  if (raster.colors === channels) return raster
  // Omit the other chunks: fast-png inflates colour profiles without a limit.
  const png = decode(Buffer.concat([bytes.subarray(0, signatureBytes), ...chunks.map(({ whole }) => whole)]))
  return { ...raster, data: onWhite(png.data, width, raster.colors) }
}

/** Returns whether data inflates to exactly `length` bytes. fast-png has no such limit: 1 MB can become 1 GB. */
const unpacksTo = (packed: Buffer, length: number) =>
  inflateSync(packed, { maxOutputLength: length }).length === length

/** Blends the last channel, alpha, with white. Returns compressed rows without a filter. */
function onWhite(points: ArrayLike<number>, width: number, colors: number): Buffer {
  const channels = colors + 1
  const rowBytes = width * colors + 1
  const rows = Buffer.alloc(rowBytes * (points.length / channels / width))
  for (let point = 0; point * channels < points.length; point++) {
    const alpha = (points[point * channels + colors] ?? 0) / 255
    const start = Math.floor(point / width) * rowBytes + 1 + (point % width) * colors
    for (let color = 0; color < colors; color++)
      rows[start + color] = Math.round((points[point * channels + color] ?? 0) * alpha + 255 * (1 - alpha))
  }
  return deflateSync(rows)
}
