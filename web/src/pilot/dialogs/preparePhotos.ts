import { messageOf } from '../../api/ApiError.ts'
import { loadPrepareFile, type PreparedFile } from '../../archivos/preparedFile.ts'
import type { DraftWriter } from './DraftWriter.ts'
import type { DraftPhoto } from './dialogProps.ts'

/** Shrinking may have killed the browser: after two attempts a file stays as it is. */
const maxAttempts = 2

async function prepareChosen({ bytes, chosen }: DraftPhoto): Promise<PreparedFile> {
  const { nombre = '', modificado = 0, fromCamera = false, attempts = 1 } = chosen ?? {}
  const file = new File([bytes], nombre, { type: bytes.type, lastModified: modificado })
  const { prepareFile } = await loadPrepareFile()
  return prepareFile(file, fromCamera, { shrinks: attempts <= maxAttempts })
}

/**
 * Stores chosen files in the draft, then checks and shrinks each: two decoded photos may not fit into the memory.
 * @returns the sentences to show of refused files, which leave the draft
 */
export async function preparePhotos(
  writer: DraftWriter,
  chosen: readonly DraftPhoto[],
  { onStored, onPrepared }: Record<'onStored' | 'onPrepared', (photo: DraftPhoto) => void>,
): Promise<string[]> {
  const storing = chosen.map((photo) => ({
    photo,
    stored: writer.writePhoto(photo).then(() => onStored(photo)),
  }))
  // Awaited below, one after the other.
  for (const { stored } of storing) stored.catch(() => undefined)
  const refused: string[] = []
  for (const { photo, stored } of storing) {
    try {
      await stored
      const prepared = { id: photo.id, ...(await prepareChosen(photo)) }
      await writer.writePhoto(prepared)
      onPrepared(prepared)
    } catch (error) {
      await writer.removePhoto(photo.id).catch(() => undefined)
      const name = chosen.length > 1 ? `${photo.chosen?.nombre}: ` : ''
      refused.push(name + messageOf(error))
    }
  }
  return refused
}
