import { extname } from 'node:path'
import type { ArchivoClase, ArchivoTipo } from '@flota/contract/archivoClases.ts'
import { headLength, type ImageSize, JpegSizeReader, sizeOfPng, sizeOfWebp } from './imageSize.ts'

export interface FileKind {
  tipo: ArchivoTipo
  /** What stands at which of the first bytes, each as a character. */
  signatures: [at: number, text: string][]
  /** What a file of it is unless somebody says otherwise. */
  clase: ArchivoClase
  nombre: string
  /** Of one whose first bytes say it: where a JPEG says it nobody knows beforehand. */
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

/** They are not seen, and let a name look like another: 'factura<U+202E>fdp.hta' ends in pdf to the eye. */
const invisibleCharacters = /[\p{Cc}\p{Bidi_Control}]/gu

/** What a file is called: whoever saves it opens it as what its bytes are, not as what somebody said. */
export function fileName(
  givenName: string | null,
  { tipo, nombre }: Pick<FileKind, 'tipo' | 'nombre'>,
): string {
  const name = givenName?.replace(invisibleCharacters, '').trim()
  if (!name) return nombre
  const ending = extname(nombre)
  const endings = tipo === 'image/jpeg' ? [ending, '.jpeg'] : [ending]
  if (endings.some((each) => name.toLowerCase().endsWith(each))) return name
  return [...name].slice(0, maxNameLength - ending.length).join('') + ending
}

/** What bytes say of themselves, looked at as they come and not kept. */
export class FileTypeDetector {
  #head: Buffer = Buffer.alloc(0)
  readonly #jpeg = new JpegSizeReader()

  update(chunk: Buffer): void {
    const missing = headLength - this.#head.length
    if (missing > 0) this.#head = Buffer.concat([this.#head, chunk.subarray(0, missing)])
    this.#jpeg.update(chunk)
  }

  /** What they are, whatever anybody called it; undefined where it is nothing that is taken. */
  kind = () => detectFileType(this.#head)

  /** How many pixels a picture has; undefined where it does not say so, and nobody can show it. */
  pixels(): number | undefined {
    const kind = this.kind()
    // A PDF may have a JPEG in it.
    const size = kind?.tipo === 'image/jpeg' ? this.#jpeg.size : kind?.readSize?.(this.#head)
    return size && size.width * size.height
  }
}
