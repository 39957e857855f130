import { PdfCanvas } from '../../platform/pdf/canvas.ts'
import { letterPage } from '../../platform/pdf/letterPage.ts'
import { pageBytes } from '../../platform/pdf/pageBytes.ts'
import { drawHoja, type HojaOptions } from './drawHoja.ts'
import type { Hoja } from './queries.ts'

/** A page each. */
export function hojasPdf(hojas: Hoja[], print: HojaOptions): AsyncGenerator<Buffer> {
  const titulo = hojas.length === 1 ? `Hoja de ruta · ${hojas[0]?.no_ruta}` : 'Hojas de ruta'
  const pen = new PdfCanvas({ titulo, autor: print.empresa, page: letterPage, tagged: true })
  function* pages() {
    for (const hoja of hojas) {
      pen.addPage()
      yield drawHoja(pen, hoja, print)
    }
  }
  return pageBytes(pen, pages())
}
