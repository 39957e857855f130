import { extname } from 'node:path'
import type { ArchivoClase, ArchivoTipo } from '@flota/contract/archivoClases.ts'
import { headLength, JpegWalk, type Size, sizeOfPng, sizeOfWebp } from './imageSize.ts'

export interface FileKind {
  tipo: ArchivoTipo
  /** What stands at which of the first bytes, each as a character. */
  begins: [at: number, text: string][]
  /** What a file of it is unless somebody says otherwise. */
  clase: ArchivoClase
  nombre: string
  /** Of one whose first bytes say it: where a JPEG says it nobody knows beforehand. */
  sizeOf?: (head: Buffer) => Size | undefined
}

const kinds: FileKind[] = [
  { tipo: 'image/jpeg', begins: [[0, '\xff\xd8\xff']], clase: 'foto', nombre: 'foto.jpg' },
  {
    tipo: 'image/png',
    begins: [[0, '\x89PNG\r\n\x1a\n']],
    clase: 'foto',
    nombre: 'foto.png',
    sizeOf: sizeOfPng,
  },
  {
    tipo: 'image/webp',
    begins: [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
    clase: 'foto',
    nombre: 'foto.webp',
    sizeOf: sizeOfWebp,
  },
  { tipo: 'application/pdf', begins: [[0, '%PDF-']], clase: 'documento', nombre: 'documento.pdf' },
]

const kindOfBytes = (head: Buffer): FileKind | undefined =>
  kinds.find(({ begins }) => begins.every(([at, text]) => head.toString('latin1').startsWith(text, at)))

const longest = 100

/** They are not seen, and let a name look like another: 'factura<U+202E>fdp.hta' ends in pdf to the eye. */
const unseen = /[\p{Cc}\p{Bidi_Control}]/gu

/** What a file is called: whoever saves it opens it as what its bytes are, not as what somebody said. */
export function fileName(said: string | null, { tipo, nombre }: Pick<FileKind, 'tipo' | 'nombre'>): string {
  const name = said?.replace(unseen, '').trim()
  if (!name) return nombre
  const ending = extname(nombre)
  const endings = tipo === 'image/jpeg' ? [ending, '.jpeg'] : [ending]
  if (endings.some((each) => name.toLowerCase().endsWith(each))) return name
  return [...name].slice(0, longest - ending.length).join('') + ending
}

/** What bytes say of themselves, looked at as they come and not kept. */
export class FirstBytes {
  #head: Buffer = Buffer.alloc(0)
  readonly #jpeg = new JpegWalk()

  look(chunk: Buffer): void {
    const missing = headLength - this.#head.length
    if (missing > 0) this.#head = Buffer.concat([this.#head, chunk.subarray(0, missing)])
    this.#jpeg.look(chunk)
  }

  /** What they are, whatever anybody called it; undefined where it is nothing that is taken. */
  kind = () => kindOfBytes(this.#head)

  /** How many pixels a picture has; undefined where it does not say so, and nobody can show it. */
  pixels(): number | undefined {
    const kind = this.kind()
    // A PDF may have a JPEG in it.
    const size = kind?.tipo === 'image/jpeg' ? this.#jpeg.size : kind?.sizeOf?.(this.#head)
    return size && size.width * size.height
  }
}
