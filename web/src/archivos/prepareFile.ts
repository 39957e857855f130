import { archivoErrors, archivoLimits } from '@flota/contract/documents/archivoLimits.ts'
import { FileInspector } from '@flota/contract/documents/FileInspector.ts'
import { getSession } from '../api/session.ts'
import { type PreparedFile, UnsupportedFileError } from './preparedFile.ts'
import { resizeImage } from './resizeImage.ts'

/** Reads the file chunk by chunk: a photo can be larger than the phone's free memory. */
async function inspect(file: Blob): Promise<FileInspector> {
  const inspector = new FileInspector()
  const reader = file.stream().getReader()
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
    if (value) inspector.update(value)
  return inspector
}

/**
 * Checks a file as the server does, shrinks a picture and shortens the name.
 * @throws {UnsupportedFileError}
 */
export async function prepareFile(
  file: File,
  fromCamera: boolean,
  { shrinks = true } = {},
): Promise<PreparedFile> {
  if (file.size === 0) throw new UnsupportedFileError(emptyText())
  const inspector = await inspect(file)
  const error = inspector.error()
  if (error === 'wrongKind' && file.size > archivoLimits.maxBytes)
    throw new UnsupportedFileError(archivoErrors.tooLarge)
  // The browser may be able to convert the one and to shrink the other.
  if (error && error !== 'heic' && error !== 'tooManyPixels')
    throw new UnsupportedFileError(archivoErrors[error])
  const tipo = inspector.tipo()
  const resized = tipo === 'application/pdf' || !shrinks ? null : await resizeImage(file, tipo)
  if (error && !resized) throw new UnsupportedFileError(archivoErrors[error])
  const bytes = resized ?? file.slice(0, file.size, tipo)
  if (bytes.size > archivoLimits.maxBytes) throw new UnsupportedFileError(archivoErrors.tooLarge)
  return {
    bytes,
    about: {
      nombre: uploadName(file, resized),
      ...(fromCamera && { tomado_en: new Date(file.lastModified).toISOString() }),
    },
  }
}

const emptyText = () =>
  getSession()?.rol_nombre === 'piloto' ? archivoErrors.emptyFoto : archivoErrors.empty

/** Returns at most 100 characters with the ending of the sent type; undefined for a generic name. */
function uploadName({ name }: File, resized: Blob | null): string | undefined {
  const [, stem = '', ending = ''] = /^(.*?)(\.\w+)?$/.exec(name) ?? []
  // Pasted files and iPhone photos have this name: the server gives them a Spanish one.
  if (/^image\d*$/i.test(stem)) return undefined
  const sentEnding = resized ? `.${resized.type.replace('image/', '').replace('jpeg', 'jpg')}` : ending
  return [...stem].slice(0, 100 - sentEnding.length).join('') + sentEnding
}
