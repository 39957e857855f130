import { archivoErrors, archivoLimits } from '@flota/contract/archivoLimits.ts'
import type { FileMetadata } from './ArchivosCalls.ts'

/** What is sent; the same at every try, or the server would take it for another file. */
export interface PreparedFile {
  bytes: Blob
  about: FileMetadata
}

/** A file that would be refused for what it is, so that it is not sent; the message says why. */
export class UnsupportedFileError extends Error {}

// What a browser does not know has no type: then its name tells.
const isPdf = ({ type, name }: File) => type === 'application/pdf' || (!type && /\.pdf$/i.test(name))
const isPicture = ({ type, name }: File) =>
  type.startsWith('image/') || (!type && /\.(jpe?g|png|webp|hei[cf])$/i.test(name))

/** Makes a picture small and its name fit. Throws `Unfit`, or where the part that does it cannot be loaded. */
export async function prepareFile(file: File, fromCamera: boolean): Promise<PreparedFile> {
  if (!isPdf(file) && !isPicture(file)) throw new UnsupportedFileError(archivoErrors.wrongKind)
  const smaller = isPicture(file) ? await (await import('./resizeImage.ts')).resizeImage(file) : null
  const bytes = smaller ?? file
  if (bytes.size > archivoLimits.maxBytes) throw new UnsupportedFileError(archivoErrors.tooLarge)
  return {
    bytes,
    about: {
      nombre: uploadName(file, smaller),
      ...(fromCamera && { tomado_en: new Date(file.lastModified).toISOString() }),
    },
  }
}

/** At most 100 characters, with the ending of what it has become; undefined for a name that says nothing. */
function uploadName({ name }: File, smaller: Blob | null): string | undefined {
  const [, stem = '', ending = ''] = /^(.*?)(\.\w+)?$/.exec(name) ?? []
  // What is pasted or comes from an iPhone's camera is called so: the server has a Spanish word for it.
  if (/^image\d*$/i.test(stem)) return undefined
  const now = smaller ? `.${smaller.type.replace('image/', '').replace('jpeg', 'jpg')}` : ending
  return [...stem].slice(0, 100 - now.length).join('') + now
}
