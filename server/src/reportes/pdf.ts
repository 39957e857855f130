import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { rangoTexto, reporteTitulo } from '@flota/contract/periodos.ts'
import { drawPages } from './pdf/pages.ts'
import { Pen } from './pdf/pen.ts'
import type { Reporte } from './reporte.ts'

/** Reports of more periods are not tagged: their cells would make the file ten times as large. */
const mostTagged = 400

/** A page is drawn only when the reader has taken those before, so that others are served in between. */
export const pdfOf = (reporte: Reporte): Readable => Readable.from(chunksOf(reporte), { objectMode: false })

async function* chunksOf(reporte: Reporte): AsyncGenerator<Buffer> {
  const { empresa, tipo, desde, hasta, rows } = reporte
  const titulo = `${reporteTitulo(tipo)} · ${rangoTexto(desde, hasta)}`
  const pen = new Pen(titulo, empresa, rows.length <= mostTagged)
  for (const _page of drawPages(pen, reporte)) {
    yield* pen.drawn()
    await setImmediate()
  }
  pen.end()
  yield* pen.drawn()
}
