import { archivoErrors, archivoLimits } from '@flota/contract/documents/archivoLimits.ts'
import type { FileMetadata } from './ArchivosCalls.ts'

/** Upload data. Retries send the same bytes: the idempotency key belongs to them. */
export interface PreparedFile {
  bytes: Blob
  about: FileMetadata
}

/** The server would reject this file; the message is the Spanish sentence to show. */
export class UnsupportedFileError extends Error {}

// Unknown types are empty: decide by the name.
const isPdf = ({ type, name }: File) => type === 'application/pdf' || (!type && /\.pdf$/i.test(name))
const isPicture = ({ type, name }: File) =>
  type.startsWith('image/') || (!type && /\.(jpe?g|png|webp|hei[cf])$/i.test(name))

/**
 * Shrinks a picture and shortens the name.
 * @throws {UnsupportedFileError} or if the module that resizes cannot be loaded
 */
export async function prepareFile(file: File, fromCamera: boolean): Promise<PreparedFile> {
  if (!isPdf(file) && !isPicture(file)) throw new UnsupportedFileError(archivoErrors.wrongKind)
  const resized = isPicture(file) ? await (await import('./resizeImage.ts')).resizeImage(file) : null
  const bytes = resized ?? file
  if (bytes.size > archivoLimits.maxBytes) throw new UnsupportedFileError(archivoErrors.tooLarge)
  return {
    bytes,
    about: {
      nombre: uploadName(file, resized),
      ...(fromCamera && { tomado_en: new Date(file.lastModified).toISOString() }),
    },
  }
}

/** Returns at most 100 characters with the ending of the sent type; undefined for a generic name. */
function uploadName({ name }: File, resized: Blob | null): string | undefined {
  const [, stem = '', ending = ''] = /^(.*?)(\.\w+)?$/.exec(name) ?? []
  // Pasted files and iPhone photos have this name: the server gives them a Spanish one.
  if (/^image\d*$/i.test(stem)) return undefined
  const sentEnding = resized ? `.${resized.type.replace('image/', '').replace('jpeg', 'jpg')}` : ending
  return [...stem].slice(0, 100 - sentEnding.length).join('') + sentEnding
}
