import type { ArchivoTipo } from './archivoClases.ts'
import { type archivoErrors, archivoLimits } from './archivoLimits.ts'
import { type ImageSize, JpegReader, joinBytes, littleEndian, PngReader } from './pictureReaders.ts'

/** Offset and latin1 text of each signature. */
const signatures: Record<ArchivoTipo, [at: number, text: string][]> = {
  'image/jpeg': [[0, '\xff\xd8\xff']],
  'image/png': [[0, '\x89PNG\r\n\x1a\n']],
  'image/webp': [
    [0, 'RIFF'],
    [8, 'WEBP'],
  ],
  'application/pdf': [[0, '%PDF-']],
}

/** Brands of HEIC and HEIF; AVIF has others. */
const heicSignature = /^.{4}ftyp(hei[cxms]|hev[cxms]|mif1|msf1|heif)/s

/** Bytes that the signatures and the size of a WebP need. */
const headLength = 30

const textOf = (head: Uint8Array) => String.fromCharCode(...head)

/** Returns the canvas size of an extended WebP, or the frame size of a simple one. */
function sizeOfWebp(head: Uint8Array): ImageSize | undefined {
  const text = textOf(head)
  const chunk = text.slice(12, 16)
  if (chunk === 'VP8L' && head.length >= 25) {
    const bits = littleEndian(head, 21, 4)
    return { width: (bits % 2 ** 14) + 1, height: (Math.floor(bits / 2 ** 14) % 2 ** 14) + 1 }
  }
  if (head.length < headLength) return undefined
  if (chunk === 'VP8X') return { width: littleEndian(head, 24, 3) + 1, height: littleEndian(head, 27, 3) + 1 }
  if (chunk !== 'VP8 ' || text.slice(23, 26) !== '\x9d\x01\x2a') return undefined
  return { width: littleEndian(head, 26, 2) % 2 ** 14, height: littleEndian(head, 28, 2) % 2 ** 14 }
}

type FileError = keyof Pick<typeof archivoErrors, 'heic' | 'wrongKind' | 'tooManyPixels' | 'damaged'>

/** Inspects a file's stream of bytes, without keeping them. */
export class FileInspector {
  #bytes = 0
  #head: Uint8Array = new Uint8Array()
  #reader: JpegReader | PngReader | undefined

  update(chunk: Uint8Array): void {
    if (this.#bytes === 0 && chunk[0] === 0xff) this.#reader = new JpegReader()
    if (this.#bytes === 0 && chunk[0] === 0x89) this.#reader = new PngReader()
    this.#bytes += chunk.length
    const missing = headLength - this.#head.length
    if (missing > 0) this.#head = joinBytes(this.#head, chunk.subarray(0, missing))
    this.#reader?.update(chunk)
  }

  /** Detected from the first bytes; undefined if the type is not accepted. */
  tipo(): ArchivoTipo | undefined {
    const text = textOf(this.#head)
    // The keys are those of a Record.
    return (Object.keys(signatures) as ArchivoTipo[]).find((each) =>
      signatures[each].every(([at, signature]) => text.startsWith(signature, at)),
    )
  }

  /** In pixels, of a picture whose header has been read. */
  get size(): ImageSize | undefined {
    return this.tipo() === 'image/webp' ? sizeOfWebp(this.#head) : this.#reader?.size
  }

  /** Returns why the whole file is refused, in the server's order; null if it is accepted. */
  error(): FileError | null {
    const tipo = this.tipo()
    if (!tipo) return heicSignature.test(textOf(this.#head)) ? 'heic' : 'wrongKind'
    if (tipo === 'application/pdf') return null
    const { width, height } = this.size ?? noSize
    if (width * height > archivoLimits.maxPixels) return 'tooManyPixels'
    return width * height > 0 && this.#isComplete(tipo) ? null : 'damaged'
  }

  #isComplete(tipo: ArchivoTipo): boolean {
    if (tipo !== 'image/webp') return this.#reader?.isComplete ?? false
    // The declared length counts from byte 8.
    return this.#bytes >= littleEndian(this.#head, 4, 4) + 8
  }
}

const noSize: ImageSize = { width: 0, height: 0 }
