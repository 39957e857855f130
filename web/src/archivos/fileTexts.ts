import { formatMomento } from '@flota/contract/core/format.ts'
import type { Archivo } from '@flota/contract/documents/archivos.ts'

export const isFoto = ({ tipo_mime }: Archivo) => tipo_mime !== 'application/pdf'

/** Formats when the camera took the file, else its upload; empty while the company's time zone is unknown. */
export const formatTakenAt = ({ tomado_en, creado_en }: Archivo, zona: string | undefined) =>
  zona ? formatMomento(tomado_en ?? creado_en, zona) : ''

export function downloadUrl(name: string, url: string): void {
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
}
