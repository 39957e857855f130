import { formatFecha, formatMomento, formatQuetzales } from '@flota/contract/core/format.ts'
import type { Liquidacion } from '@flota/contract/money/liquidaciones.ts'
import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import { comprobanteWords, saldoText, tipoWords } from '@flota/contract/records/dinero.ts'
import type { CompanyDetails } from '../../domain/company.ts'
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
  letterPage,
} from '../../platform/pdf/letterPage.ts'
import { pageBytes, splitIntoPages } from '../../platform/pdf/pages.ts'

interface LiquidacionOptions {
  empresa: CompanyDetails
  nombre: string
  zona: string
}

/** y coordinates in mm: `bottom` ends the rows, `footer` is the footer's baseline, `later` starts the table on later pages. */
const sheet = { bottom: 258, footer: 269, later: 24 } as const
const headHeight = 7
const rowHeight = 5.8
/** Height of sums, balance and signature frames, which stay on one page. */
const tailHeight = 80

const rowsThatFit = (top: number) => Math.floor((sheet.bottom - top - headHeight) / rowHeight)

export function liquidacionPdf(liquidacion: Liquidacion, print: LiquidacionOptions): AsyncGenerator<Buffer> {
  const titulo = `Liquidación ${liquidacion.numero}`
  const canvas = new PdfCanvas({
    titulo: `${titulo} · ${liquidacion.piloto}`,
    autor: print.nombre,
    page: letterPage,
    tagged: true,
  })
  return pageBytes(canvas, drawPages(canvas, titulo, liquidacion, print))
}

function* drawPages(
  canvas: PdfCanvas,
  titulo: string,
  liquidacion: Liquidacion,
  print: LiquidacionOptions,
): Generator<void> {
  canvas.addPage()
  let top = drawHead(canvas, titulo, liquidacion, print)
  const { movimientos } = liquidacion
  const tail = Math.ceil(tailHeight / rowHeight)
  const parts = splitIntoPages(movimientos.length, rowsThatFit(top), rowsThatFit(sheet.later), tail)
  for (const [index, [from, to]] of parts.entries()) {
    if (index > 0) {
      canvas.addPage()
      drawRunningHead(canvas, titulo, liquidacion.piloto)
      if (liquidacion.estado === 'anulada') drawVoidStamp(canvas, 'ANULADA')
      top = sheet.later
    }
    const end = drawTable(canvas, top, movimientos.slice(from, to))
    if (to === movimientos.length) drawTail(canvas, end + 6, liquidacion)
    drawFooter(canvas, print.nombre, `Página ${index + 1} de ${parts.length}`)
    yield
  }
}

function drawHead(
  canvas: PdfCanvas,
  titulo: string,
  liquidacion: Liquidacion,
  { empresa, nombre, zona }: LiquidacionOptions,
): number {
  drawLetterhead(canvas, empresa, nombre)
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

function drawRunningHead(canvas: PdfCanvas, titulo: string, piloto: string): void {
  const style: TextStyle = { size: 9, color: colors.muted }
  canvas.text(letterPage.left, 18, titulo, { ...style, bold: true, color: colors.navy })
  canvas.text(letterPage.left + 45, 18, piloto, { ...style, max: 90 })
}

function drawFooter(canvas: PdfCanvas, empresa: string, number: string): void {
  const style: TextStyle = { size: 8, color: colors.muted }
  canvas.rule(letterPage.left, sheet.footer - 5, letterPage.width, colors.line)
  canvas.text(letterPage.left, sheet.footer, empresa, { ...style, max: 145 })
  canvas.text(letterPage.right, sheet.footer, number, { ...style, align: 'right' })
}

type CellStyle = TextStyle & { size: number; max: number }

interface Columna {
  title: string
  width: number
  of: (renglon: Movimiento) => string
  align?: 'right'
}

const columns: readonly Columna[] = [
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

/** Returns the y coordinate below the table. */
function drawTable(canvas: PdfCanvas, top: number, rows: Movimiento[]): number {
  const bottom = top + headHeight + rows.length * rowHeight
  canvas.group('Table', () => {
    canvas.rect(letterPage.left, top, letterPage.width, headHeight, colors.sunken)
    canvas.rule(letterPage.left, top + headHeight, letterPage.width, colors.navy, 0.8)
    const bold = { size: 8.5, bold: true, color: colors.navy }
    drawLine(canvas, top + 4.7, ({ title }) => title, bold, 'TH')
    for (const [index, row] of rows.entries()) {
      const y = top + headHeight + index * rowHeight
      drawLine(canvas, y + 4, ({ of }) => of(row), { size: 8.5 }, 'TD')
      canvas.rule(letterPage.left, y + rowHeight, letterPage.width, colors.line, 0.4)
    }
  })
  return bottom
}

function drawLine(
  canvas: PdfCanvas,
  baseline: number,
  textOf: (column: Columna) => string,
  style: TextStyle & { size: number },
  kind: 'TH' | 'TD',
): void {
  canvas.group('TR', () => {
    let left: number = letterPage.left
    for (const column of columns) {
      const { width, align } = column
      const x = align === 'right' ? left + width - 2 : left + 2
      canvas.tag(
        kind,
        () =>
          drawCell(canvas, x, baseline, textOf(column), {
            ...style,
            max: width - 3,
            ...(align && { align }),
          }),
        kind === 'TH' ? { scope: 'Column' } : {},
      )
      left += width
    }
  })
}

/** Font size at which a row fits two lines. */
const minTwoLineSize = 6

/** Shrinks text that is wider than its column, then wraps it into two lines. */
function drawCell(canvas: PdfCanvas, x: number, baseline: number, text: string, style: CellStyle): void {
  for (let { size } = style; size > minTwoLineSize; size -= 0.5)
    if (canvas.widthOf(text, { ...style, size }) <= style.max)
      return canvas.text(x, baseline, text, { ...style, size })
  const left = style.align === 'right' ? x - style.max : x
  drawTextBlock(canvas, { x: left, y: baseline - 3.8, width: style.max, height: 5.5 }, text, {
    ...style,
    size: minTwoLineSize,
    align: 'left',
  })
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
