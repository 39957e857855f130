import { secondsAhead, serverNow } from '../../api/clock.ts'
import type { SentAbout } from '../../archivos/ArchivosCalls.ts'
import type { DeArchivo, Part } from './outboxItems.ts'

/** A picture to be kept; what the camera's clock says becomes the server's. */
export async function pictureOf(
  file: Blob = new Blob(),
  { nombre, tomado_en }: SentAbout = {},
  clase?: DeArchivo['datos']['clase'],
): Promise<Extract<Part, { clase: 'archivo' }>> {
  const taken = tomado_en && new Date(Date.parse(tomado_en) - secondsAhead() * 1000).toISOString()
  return {
    clase: 'archivo',
    datos: { ...(clase && { clase }), ...(nombre && { nombre }), ...(taken && { tomado_en: taken }) },
    tipo: file.type,
    tomado: taken ?? new Date(serverNow()).toISOString(),
    bytes: await file.arrayBuffer(),
  }
}
