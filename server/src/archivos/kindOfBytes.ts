import type { ArchivoClase, ArchivoTipo } from '@flota/contract/entidades.ts'

export interface Kind {
  tipo: ArchivoTipo
  /** The first bytes, each as a character. */
  begins: RegExp
  /** What a file of it is unless somebody says otherwise. */
  clase: ArchivoClase
  nombre: string
}

const kinds: Kind[] = [
  { tipo: 'image/jpeg', begins: /^\xff\xd8\xff/, clase: 'foto', nombre: 'foto.jpg' },
  { tipo: 'image/png', begins: /^\x89PNG\r\n\x1a\n/, clase: 'foto', nombre: 'foto.png' },
  { tipo: 'image/webp', begins: /^RIFF[^]{4}WEBP/, clase: 'foto', nombre: 'foto.webp' },
  { tipo: 'application/pdf', begins: /^%PDF-/, clase: 'documento', nombre: 'documento.pdf' },
]

/** What the first bytes say, whatever anybody called it; undefined where it is nothing that is taken. */
export const kindOfBytes = (head: Buffer): Kind | undefined =>
  kinds.find(({ begins }) => begins.test(head.toString('latin1')))
