import type { PreparedFile } from '../../archivos/preparedFile.ts'
import { createPictureDraft } from './createPictureDraft.ts'

/** Returns the outbox items of a form's photos. Without `clase` the server stores a PDF among them as a document. */
export const photoParts = (
  photos: readonly PreparedFile[],
  clase?: Parameters<typeof createPictureDraft>[2],
) => Promise.all(photos.map(({ bytes, about }) => createPictureDraft(bytes, about, clase)))
