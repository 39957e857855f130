import { formatFecha, formatMomento, formatQuetzales } from '@flota/contract/core/format.ts'
import type { Liquidacion } from '@flota/contract/money/liquidaciones.ts'
import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import { comprobanteWords, saldoText, tipoWords } from '@flota/contract/records/dinero.ts'
import { PdfCanvas, type TextStyle } from '../../platform/pdf/canvas.ts'
import { colors } from '../../platform/pdf/colors.ts'
import {
  drawFields,
  drawLabel,
  drawLetterhead,
  drawSignatureFrames,
  drawTextBlock,
  drawTitle,
  drawVoidStamp,
  type Letterhead,
  letterPage,
} from '../../platform/pdf/letterPage.ts'
import { pageBytes } from '../../platform/pdf/pages.ts'
import { drawTablePages, rowHeight, type TableColumn } from '../../platform/pdf/table.ts'

interface LiquidacionOptions {
  empresa: Letterhead
  zona: string
}

const page = { ...letterPage, bottom: 258, footer: 269 }
/** Height of sums, balance and signature frames, which stay on one page, in mm. */
const tailHeight = 80

export function liquidacionPdf(liquidacion: Liquidacion, print: LiquidacionOptions): AsyncGenerator<Buffer> {
  const titulo = `Liquidación ${liquidacion.numero}`
  const canvas = new PdfCanvas({
    titulo: `${titulo} · ${liquidacion.piloto}`,
    autor: print.empresa,
    page: letterPage,
    tagged: true,
  })
  canvas.addPage()
  const pages = drawTablePages(canvas, page, {
    columns,
    rows: liquidacion.movimientos,
    top: drawHead(canvas, titulo, liquidacion, print),
    laterTop: 24,
    drawLaterHead: () => drawRunningHead(canvas, titulo, liquidacion),
    drawTail: (top) => drawTail(canvas, top + 6, liquidacion),
    tailRows: Math.ceil(tailHeight / rowHeight),
    empresa: print.empresa.nombre,
  })
  return pageBytes(canvas, pages)
}

function drawHead(
  canvas: PdfCanvas,
  titulo: string,
  liquidacion: Liquidacion,
  { empresa, zona }: LiquidacionOptions,
): number {
  drawLetterhead(canvas, empresa)
  if (liquidacion.estado === 'anulada') drawVoidStamp(canvas, 'ANULADA')
  const dia = formatMomento(liquidacion.creado_en, zona).slice(0, 10)
  drawTitle(canvas, titulo, dia)
  const end = drawFields(canvas, 60, [
    ['Piloto', liquidacion.piloto],
    ['Cerrada por', liquidacion.cerrada_por],
    ...(liquidacion.motivo ? [['Motivo de la anulación', liquidacion.motivo] as const] : []),
  ])
  return end + 3
}

function drawRunningHead(canvas: PdfCanvas, titulo: string, { piloto, estado }: Liquidacion): void {
  const style: TextStyle = { size: 9, color: colors.muted }
  canvas.text(letterPage.left, 18, titulo, { ...style, bold: true, color: colors.navy })
  canvas.text(letterPage.left + 45, 18, piloto, { ...style, max: 90 })
  if (estado === 'anulada') drawVoidStamp(canvas, 'ANULADA')
}

const columns: readonly TableColumn<Movimiento>[] = [
  { title: 'Fecha', width: 20, of: (row) => formatFecha(row.fecha) },
  { title: 'Ruta', width: 26, of: (row) => row.no_ruta ?? '' },
  { title: 'Tipo', width: 21, of: (row) => tipoWords[row.tipo] },
  { title: 'Concepto', width: 40, of: (row) => row.concepto ?? row.descripcion ?? '' },
  // Fits the widest serie and number of an electronic invoice.
  { title: 'Comprobante', width: 49, of: comprobanteOf },
  { title: 'Monto', width: 28, of: (row) => formatQuetzales(row.monto), align: 'right' },
]

function comprobanteOf({ comprobante, serie, numero }: Movimiento): string {
  if (!comprobante || comprobante === 'ninguno') return ''
  return [comprobanteWords[comprobante], serie, numero].filter(Boolean).join(' ')
}

const sumLines = [
  ['Saldo anterior', 'saldo_anterior'],
  ['Anticipos', 'anticipos'],
  ['Pagos', 'pagos'],
  ['Cargos', 'cargos'],
  ['Gastos', 'gastos'],
  ['Devoluciones', 'devoluciones'],
  ['Abonos', 'abonos'],
] as const

/** Draws the sums (right), balance and commissions (left), and the signature frames. */
function drawTail(canvas: PdfCanvas, top: number, liquidacion: Liquidacion): void {
  const left = letterPage.left + 100
  for (const [index, [label, key]] of sumLines.entries()) {
    const y = top + index * 5.6 + 4
    canvas.tag('P', () => canvas.text(left, y, label))
    canvas.tag('P', () =>
      canvas.text(letterPage.right - 2, y, formatQuetzales(liquidacion[key]), { align: 'right' }),
    )
    canvas.rule(left, y + 1.8, letterPage.right - left, colors.line, 0.4)
  }
  canvas.rect(letterPage.left, top, 90, 21, colors.sunken, 1.5)
  drawLabel(canvas, letterPage.left + 4, top + 6, 'Saldo')
  const saldo = { x: letterPage.left + 4, y: top + 9.5, width: 82, height: 10 }
  canvas.tag('P', () => {
    drawTextBlock(canvas, saldo, saldoText(liquidacion.saldo), { size: 14, bold: true, color: colors.navy })
  })
  drawLabel(canvas, letterPage.left + 4, top + 29, 'Comisiones (no entran en el saldo)')
  canvas.tag('P', () =>
    canvas.text(letterPage.left + 4, top + 35, formatQuetzales(liquidacion.comisiones), { size: 10.5 }),
  )
  drawSignatureFrames(canvas, top + 45, ['Entrega', 'Recibe'])
}
