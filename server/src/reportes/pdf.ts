import type { Readable } from 'node:stream'
import type { Reporte } from './exportar.ts'

/** The report as A4 pages, streamed page by page. */
export function pdfOf(_reporte: Reporte): Readable {
  throw new Error('not yet')
}
