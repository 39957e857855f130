import { secondsAhead, serverNow } from '../../api/clock.ts'
import type { FileMetadata } from '../../archivos/ArchivosCalls.ts'
import type { ArchivoItem, ItemDraft } from '../outbox/outboxItems.ts'

/** Creates the outbox item of a picture. Converts the camera's time to the server's clock. */
export async function createPictureDraft(
  file: Blob = new Blob(),
  { nombre, tomado_en }: FileMetadata = {},
  clase?: ArchivoItem['datos']['clase'],
): Promise<Extract<ItemDraft, { clase: 'archivo' }>> {
  const takenAt = tomado_en && new Date(Date.parse(tomado_en) - secondsAhead() * 1000).toISOString()
  return {
    clase: 'archivo',
    datos: { ...(clase && { clase }), ...(nombre && { nombre }), ...(takenAt && { tomado_en: takenAt }) },
    tipo: file.type,
    tomado: takenAt ?? new Date(serverNow()).toISOString(),
    bytes: await file.arrayBuffer(),
  }
}
