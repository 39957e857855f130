import { Readable } from 'node:stream'
import { reporteTitle, scopeText } from '@flota/contract/periodos.ts'
import { PdfCanvas } from '../../platform/pdf/canvas.ts'
import { pageBytes } from '../../platform/pdf/pageBytes.ts'
import { sheets } from './pdf/pageLayout.ts'
import { drawPages } from './pdf/pages.ts'
import type { Reporte } from './reporte.ts'

/** Reports of more periods are not tagged: their cells would make the file ten times as large. */
const maxTaggedPeriods = 400

export function reportePdf(reporte: Reporte): Readable {
  const { empresa: autor, tipo, rows, papel } = reporte
  const titulo = `${reporteTitle(tipo)} · ${scopeText(reporte)}`
  const pen = new PdfCanvas({ titulo, autor, page: sheets[papel], tagged: rows.length <= maxTaggedPeriods })
  return Readable.from(pageBytes(pen, drawPages(pen, reporte)), { objectMode: false })
}
