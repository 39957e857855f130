import { Readable } from 'node:stream'
import { alcanceTexto, reporteTitulo } from '@flota/contract/periodos.ts'
import { Pen } from '../../platform/pdf/canvas.ts'
import { pageBytes } from '../../platform/pdf/pageBytes.ts'
import { sheets } from './pdf/pageLayout.ts'
import { drawPages } from './pdf/pages.ts'
import type { Reporte } from './reporte.ts'

/** Reports of more periods are not tagged: their cells would make the file ten times as large. */
const mostTagged = 400

export function reportePdf(reporte: Reporte): Readable {
  const { empresa: autor, tipo, rows, papel } = reporte
  const titulo = `${reporteTitulo(tipo)} · ${alcanceTexto(reporte)}`
  const pen = new Pen({ titulo, autor, page: sheets[papel], tagged: rows.length <= mostTagged })
  return Readable.from(pageBytes(pen, drawPages(pen, reporte)), { objectMode: false })
}
