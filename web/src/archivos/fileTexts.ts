import { formatMomento } from '@flota/contract/core/format.ts'
import type { Archivo } from '@flota/contract/documents/archivos.ts'

const oneDecimal = new Intl.NumberFormat('es-GT', { maximumFractionDigits: 1 })

/** '320 kB', '1.4 MB'. */
export const formatBytes = (bytes: number) =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${oneDecimal.format(bytes / 1_000_000)} MB`

export const isFoto = ({ tipo_mime }: Archivo) => tipo_mime !== 'application/pdf'

/** Formats when the camera took the file, else its upload; empty while the company's time zone is unknown. */
export const formatTakenAt = ({ tomado_en, creado_en }: Archivo, zona: string | undefined) =>
  zona ? formatMomento(tomado_en ?? creado_en, zona) : ''

export function downloadUrl(name: string, url: string): void {
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
}
