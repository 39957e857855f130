import { formatFecha, formatQuetzales } from '@flota/contract/core/format.ts'
import type { TripName } from '@flota/contract/core/tripName.ts'
import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import { comprobanteWords, tipoWords } from '@flota/contract/records/dinero.ts'
import { PdfCanvas } from '../../platform/pdf/canvas.ts'
import { colors } from '../../platform/pdf/colors.ts'
import {
  drawFields,
  drawLabel,
  drawLetterhead,
  drawSignatureFrames,
  drawTextBlock,
  drawTitle,
  drawVoidStamp,
  type LetterField,
  type Letterhead,
  letterPage,
} from '../../platform/pdf/letterPage.ts'
import { amountInWords } from './amountInWords.ts'

const emptyMark = '—'

export function* reciboPdf(recibo: Movimiento, empresa: Letterhead): Generator<Buffer> {
  const titulo = `Recibo No. ${recibo.id}`
  const canvas = new PdfCanvas({ titulo, autor: empresa, page: letterPage, tagged: true })
  canvas.addPage()
  drawLetterhead(canvas, empresa)
  if (recibo.estado === 'anulado') drawVoidStamp(canvas, 'ANULADO')
  drawTitle(canvas, 'Recibo', `No. ${recibo.id}`)
  drawMonto(canvas, 62, recibo.monto)
  const end = drawFields(canvas, 88, fieldsOf(recibo))
  let top = drawTexto(canvas, end, 'Descripción', recibo.descripcion ?? emptyMark)
  if (recibo.motivo) top = drawTexto(canvas, top, 'Motivo de la anulación', recibo.motivo)
  drawSignatureFrames(canvas, top + 4, ['Entrega', 'Recibe'])
  canvas.end()
  yield* canvas.takeBytes()
}

function drawMonto(canvas: PdfCanvas, top: number, monto: number): void {
  canvas.rect(letterPage.left, top, letterPage.width, 21, colors.sunken, 1.5)
  drawLabel(canvas, letterPage.left + 4, top + 5.5, 'Monto')
  const style = { size: 22, bold: true, color: colors.navy, max: 80 }
  canvas.tag('P', () => canvas.text(letterPage.left + 4, top + 16, formatQuetzales(monto), style))
  const box = { x: letterPage.left + 92, y: top + 11.6, width: letterPage.width - 96, height: 9 }
  canvas.tag('P', () => drawTextBlock(canvas, box, amountInWords(monto), { size: 10 }))
}

const fieldsOf = (recibo: Movimiento): LetterField[] => [
  ['Tipo', tipoWords[recibo.tipo]],
  ['Fecha', formatFecha(recibo.fecha)],
  ['Piloto', recibo.piloto ?? emptyMark],
  ['Ruta', recibo.no_ruta ?? 'Sin viaje'],
  ...(recibo.viaje ? [['Viaje', tripText(recibo.viaje)] as const] : []),
  ['Forma', recibo.forma ?? emptyMark],
  ['Registrado por', recibo.registrado_por],
  ...(recibo.tipo === 'gasto' ? gastoFields(recibo) : []),
]

/** The PDF's typeface has no arrow. */
const tripText = ({ cliente, origen, destino, fecha }: TripName) =>
  `${cliente} · ${origen} a ${destino} · ${formatFecha(fecha)}`

const gastoFields = ({ concepto, comprobante, serie, numero }: Movimiento): LetterField[] => [
  ['Concepto', concepto ?? emptyMark],
  [
    'Comprobante',
    [comprobante && comprobanteWords[comprobante], serie, numero].filter(Boolean).join(' ') || emptyMark,
  ],
]

/** Returns the y coordinate below the block. */
function drawTexto(canvas: PdfCanvas, top: number, label: string, text: string): number {
  drawLabel(canvas, letterPage.left, top + 3, label)
  const box = { x: letterPage.left, y: top + 3.8, width: letterPage.width, height: 14 }
  canvas.tag('P', () => drawTextBlock(canvas, box, text, { size: 10.5 }))
  return top + 20
}
