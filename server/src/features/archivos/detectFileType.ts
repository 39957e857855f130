import { extname } from 'node:path'
import type { ArchivoClase, ArchivoTipo } from '@flota/contract/documents/archivoClases.ts'
import { headLength, type ImageSize, JpegSizeReader, sizeOfPng, sizeOfWebp } from './imageSize.ts'

export interface FileKind {
  tipo: ArchivoTipo
  /** Offset and latin1 text of each signature. */
  signatures: [at: number, text: string][]
  /** Default class. */
  clase: ArchivoClase
  /** Default name. */
  nombre: string
  /** Only for types with the size in the first bytes; JPEG has it anywhere. */
  readSize?: (head: Buffer) => ImageSize | undefined
}

const kinds: FileKind[] = [
  { tipo: 'image/jpeg', signatures: [[0, '\xff\xd8\xff']], clase: 'foto', nombre: 'foto.jpg' },
  {
    tipo: 'image/png',
    signatures: [[0, '\x89PNG\r\n\x1a\n']],
    clase: 'foto',
    nombre: 'foto.png',
    readSize: sizeOfPng,
  },
  {
    tipo: 'image/webp',
    signatures: [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
    clase: 'foto',
    nombre: 'foto.webp',
    readSize: sizeOfWebp,
  },
  { tipo: 'application/pdf', signatures: [[0, '%PDF-']], clase: 'documento', nombre: 'documento.pdf' },
]

const detectFileType = (head: Buffer): FileKind | undefined =>
  kinds.find(({ signatures }) =>
    signatures.every(([at, text]) => head.toString('latin1').startsWith(text, at)),
  )

const maxNameLength = 100

/** They can disguise a name: 'factura<U+202E>fdp.hta' looks as if it ended in pdf. */
const invisibleCharacters = /[\p{Cc}\p{Bidi_Control}]/gu

/** Returns the name with the ending of the file's real type, so that it opens as that type once saved. */
export function fileName(
  sentName: string | null,
  { tipo, nombre }: Pick<FileKind, 'tipo' | 'nombre'>,
): string {
  const name = sentName?.replace(invisibleCharacters, '').trim()
  if (!name) return nombre
  const ending = extname(nombre)
  const endings = tipo === 'image/jpeg' ? [ending, '.jpeg'] : [ending]
  if (endings.some((each) => name.toLowerCase().endsWith(each))) return name
  return [...name].slice(0, maxNameLength - ending.length).join('') + ending
}

/** Detects type and size from the stream of bytes, without keeping them. */
export class FileTypeDetector {
  #head: Buffer = Buffer.alloc(0)
  readonly #jpeg = new JpegSizeReader()

  update(chunk: Buffer): void {
    const missing = headLength - this.#head.length
    if (missing > 0) this.#head = Buffer.concat([this.#head, chunk.subarray(0, missing)])
    this.#jpeg.update(chunk)
  }

  /** Returns undefined if the type is not accepted. */
  kind = () => detectFileType(this.#head)

  /** Returns undefined for no picture, or one without a readable size. */
  pixels(): number | undefined {
    const kind = this.kind()
    // The JPEG reader also finds a JPEG inside a PDF.
    const size = kind?.tipo === 'image/jpeg' ? this.#jpeg.size : kind?.readSize?.(this.#head)
    return size && size.width * size.height
  }
}
