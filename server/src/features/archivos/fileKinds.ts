import { extname } from 'node:path'
import type { ArchivoClase, ArchivoTipo } from '@flota/contract/documents/archivoClases.ts'

/** What the server derives from a file's type if the request does not say it. */
export interface FileKind {
  tipo: ArchivoTipo
  /** Default class. */
  clase: ArchivoClase
  /** Default name. */
  nombre: string
}

export const fileKinds: Record<ArchivoTipo, FileKind> = {
  'image/jpeg': { tipo: 'image/jpeg', clase: 'foto', nombre: 'foto.jpg' },
  'image/png': { tipo: 'image/png', clase: 'foto', nombre: 'foto.png' },
  'image/webp': { tipo: 'image/webp', clase: 'foto', nombre: 'foto.webp' },
  'application/pdf': { tipo: 'application/pdf', clase: 'documento', nombre: 'documento.pdf' },
}

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
