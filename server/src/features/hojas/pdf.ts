import { Pen } from '../../platform/pdf/canvas.ts'
import { page } from '../../platform/pdf/letterPage.ts'
import { pageBytes } from '../../platform/pdf/pageBytes.ts'
import { drawHoja, type Print } from './drawHoja.ts'
import type { Hoja } from './queries.ts'

/** A page each. */
export function hojasPdf(hojas: Hoja[], print: Print): AsyncGenerator<Buffer> {
  const titulo = hojas.length === 1 ? `Hoja de ruta · ${hojas[0]?.no_ruta}` : 'Hojas de ruta'
  const pen = new Pen({ titulo, autor: print.empresa, page: page, tagged: true })
  function* pages() {
    for (const hoja of hojas) {
      pen.addPage()
      yield drawHoja(pen, hoja, print)
    }
  }
  return pageBytes(pen, pages())
}
