import { comprobanteWords, tipoWords } from '@flota/contract/dinero.ts'
import { fecha, quetzales } from '@flota/contract/format.ts'
import type { Movimiento } from '@flota/contract/movimientos.ts'
import type { EmpresaImpresa } from '../../domain/company.ts'
import { Pen } from '../../platform/pdf/canvas.ts'
import { ink } from '../../platform/pdf/colors.ts'
import {
  drawAnulado,
  drawEmpresa,
  drawFields,
  drawFirmas,
  drawLabel,
  drawTitle,
  type LetterField,
  page,
} from '../../platform/pdf/letterPage.ts'
import { drawBlock } from '../../platform/pdf/textBlock.ts'
import { enLetras } from './amountInWords.ts'

const none = '—'

/** The receipt of money that changes hands: one page, to be signed by both. */
export function* reciboPdf(recibo: Movimiento, empresa: EmpresaImpresa, nombre: string): Generator<Buffer> {
  const titulo = `Recibo No. ${recibo.id}`
  const pen = new Pen({ titulo, autor: nombre, page, tagged: true })
  pen.addPage()
  drawEmpresa(pen, empresa, nombre)
  if (recibo.estado === 'anulado') drawAnulado(pen, 'ANULADO')
  drawTitle(pen, 'Recibo', `No. ${recibo.id}`)
  drawMonto(pen, 62, recibo.monto)
  const end = drawFields(pen, 88, fieldsOf(recibo))
  let top = drawTexto(pen, end, 'Descripción', recibo.descripcion ?? none)
  if (recibo.motivo) top = drawTexto(pen, top, 'Motivo de la anulación', recibo.motivo)
  drawFirmas(pen, top + 4, ['Entrega', 'Recibe'])
  pen.end()
  yield* pen.drawn()
}

function drawMonto(pen: Pen, top: number, monto: number): void {
  pen.rect(page.left, top, page.width, 21, ink.sunken, 1.5)
  drawLabel(pen, page.left + 4, top + 5.5, 'Monto')
  const style = { size: 22, bold: true, color: ink.navy, max: 80 }
  pen.tag('P', () => pen.text(page.left + 4, top + 16, quetzales(monto), style))
  const box = { x: page.left + 92, y: top + 11.6, width: page.width - 96, height: 9 }
  pen.tag('P', () => drawBlock(pen, box, enLetras(monto), { size: 10 }))
}

const fieldsOf = (recibo: Movimiento): LetterField[] => [
  ['Tipo', tipoWords[recibo.tipo]],
  ['Fecha', fecha(recibo.fecha)],
  ['Piloto', recibo.piloto ?? none],
  ['Ruta', recibo.no_ruta ?? 'Sin viaje'],
  ['Forma', recibo.forma ?? none],
  ['Registrado por', recibo.registrado_por],
  ...(recibo.tipo === 'gasto' ? ofGasto(recibo) : []),
]

const ofGasto = ({ concepto, comprobante, serie, numero }: Movimiento): LetterField[] => [
  ['Concepto', concepto ?? none],
  [
    'Comprobante',
    [comprobante && comprobanteWords[comprobante], serie, numero].filter(Boolean).join(' ') || none,
  ],
]

/** Gives the y below it. */
function drawTexto(pen: Pen, top: number, label: string, text: string): number {
  drawLabel(pen, page.left, top + 3, label)
  const box = { x: page.left, y: top + 3.8, width: page.width, height: 14 }
  pen.tag('P', () => drawBlock(pen, box, text, { size: 10.5 }))
  return top + 20
}
