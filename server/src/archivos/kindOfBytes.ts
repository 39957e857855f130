import type { ArchivoClase, ArchivoTipo } from '@flota/contract/entidades.ts'

export interface Kind {
  tipo: ArchivoTipo
  /** What stands at which of the first bytes, each as a character. */
  begins: [at: number, text: string][]
  /** What a file of it is unless somebody says otherwise. */
  clase: ArchivoClase
  nombre: string
}

const kinds: Kind[] = [
  { tipo: 'image/jpeg', begins: [[0, '\xff\xd8\xff']], clase: 'foto', nombre: 'foto.jpg' },
  { tipo: 'image/png', begins: [[0, '\x89PNG\r\n\x1a\n']], clase: 'foto', nombre: 'foto.png' },
  {
    tipo: 'image/webp',
    begins: [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
    clase: 'foto',
    nombre: 'foto.webp',
  },
  { tipo: 'application/pdf', begins: [[0, '%PDF-']], clase: 'documento', nombre: 'documento.pdf' },
]

/** What the first bytes say, whatever anybody called it; undefined where it is nothing that is taken. */
export const kindOfBytes = (head: Buffer): Kind | undefined =>
  kinds.find(({ begins }) => begins.every(([at, text]) => head.toString('latin1').startsWith(text, at)))
