import { comprobanteWords, saldoTexto, tipoWords } from '@flota/contract/dinero.ts'
import { fecha, momento, quetzales } from '@flota/contract/format.ts'
import type { Liquidacion } from '@flota/contract/liquidaciones.ts'
import type { Movimiento } from '@flota/contract/movimientos.ts'
import type { EmpresaImpresa } from '../../domain/company.ts'
import { Pen, type TextStyle } from '../../platform/pdf/canvas.ts'
import { ink } from '../../platform/pdf/colors.ts'
import {
  drawAnulado,
  drawEmpresa,
  drawFields,
  drawFirmas,
  drawLabel,
  drawTitle,
  page,
} from '../../platform/pdf/letterPage.ts'
import { pageBytes } from '../../platform/pdf/pageBytes.ts'
import { partsOf } from '../../platform/pdf/parts.ts'
import { drawBlock } from '../../platform/pdf/textBlock.ts'

interface Print {
  empresa: EmpresaImpresa
  nombre: string
  zona: string
}

/** Rows end above `bottom`, a footer's text has its baseline at `footer`; on later pages the table begins at `later`. */
const sheet = { bottom: 258, footer: 269, later: 24 } as const
const headHeight = 7
const rowHeight = 5.8
/** The sums, what they come to, and the frames to sign in: they stay together. */
const tailHeight = 80

const roomFrom = (top: number) => Math.floor((sheet.bottom - top - headHeight) / rowHeight)

export function liquidacionPdf(of: Liquidacion, print: Print): AsyncGenerator<Buffer> {
  const titulo = `Liquidación ${of.numero}`
  const pen = new Pen({ titulo: `${titulo} · ${of.piloto}`, autor: print.nombre, page, tagged: true })
  return pageBytes(pen, drawPages(pen, titulo, of, print))
}

function* drawPages(pen: Pen, titulo: string, of: Liquidacion, print: Print): Generator<void> {
  pen.addPage()
  let top = drawHead(pen, titulo, of, print)
  const { movimientos } = of
  const tail = Math.ceil(tailHeight / rowHeight)
  const parts = partsOf(movimientos.length, roomFrom(top), roomFrom(sheet.later), tail)
  for (const [index, [from, to]] of parts.entries()) {
    if (index > 0) {
      pen.addPage()
      drawRunningHead(pen, titulo, of.piloto)
      if (of.estado === 'anulada') drawAnulado(pen, 'ANULADA')
      top = sheet.later
    }
    const end = drawTable(pen, top, movimientos.slice(from, to))
    if (to === movimientos.length) drawTail(pen, end + 6, of)
    drawFooter(pen, print.nombre, `Página ${index + 1} de ${parts.length}`)
    yield
  }
}

function drawHead(pen: Pen, titulo: string, of: Liquidacion, { empresa, nombre, zona }: Print): number {
  drawEmpresa(pen, empresa, nombre)
  if (of.estado === 'anulada') drawAnulado(pen, 'ANULADA')
  const dia = momento(of.creado_en, zona).slice(0, 10)
  drawTitle(pen, titulo, dia)
  const end = drawFields(pen, 60, [
    ['Piloto', of.piloto],
    ['Cerrada por', of.cerrada_por],
    ...(of.motivo ? [['Motivo de la anulación', of.motivo] as const] : []),
  ])
  return end + 3
}

function drawRunningHead(pen: Pen, titulo: string, piloto: string): void {
  const style: TextStyle = { size: 9, color: ink.muted }
  pen.text(page.left, 18, titulo, { ...style, bold: true, color: ink.navy })
  pen.text(page.left + 45, 18, piloto, { ...style, max: 90 })
}

function drawFooter(pen: Pen, empresa: string, number: string): void {
  const style: TextStyle = { size: 8, color: ink.muted }
  pen.rule(page.left, sheet.footer - 5, page.width, ink.line)
  pen.text(page.left, sheet.footer, empresa, { ...style, max: 145 })
  pen.text(page.right, sheet.footer, number, { ...style, align: 'right' })
}

type Cell = TextStyle & { size: number; max: number }

interface Columna {
  title: string
  width: number
  of: (renglon: Movimiento) => string
  align?: 'right'
}

const columns: readonly Columna[] = [
  { title: 'Fecha', width: 20, of: (row) => fecha(row.fecha) },
  { title: 'Ruta', width: 26, of: (row) => row.no_ruta ?? '' },
  { title: 'Tipo', width: 21, of: (row) => tipoWords[row.tipo] },
  { title: 'Concepto', width: 40, of: (row) => row.concepto ?? row.descripcion ?? '' },
  // The widest serie and number of an electronic invoice.
  { title: 'Comprobante', width: 49, of: comprobanteOf },
  { title: 'Monto', width: 28, of: (row) => quetzales(row.monto), align: 'right' },
]

function comprobanteOf({ comprobante, serie, numero }: Movimiento): string {
  if (!comprobante || comprobante === 'ninguno') return ''
  return [comprobanteWords[comprobante], serie, numero].filter(Boolean).join(' ')
}

/** Gives the y below. */
function drawTable(pen: Pen, top: number, rows: Movimiento[]): number {
  const bottom = top + headHeight + rows.length * rowHeight
  pen.group('Table', () => {
    pen.rect(page.left, top, page.width, headHeight, ink.sunken)
    pen.rule(page.left, top + headHeight, page.width, ink.navy, 0.8)
    const bold = { size: 8.5, bold: true, color: ink.navy }
    drawLine(pen, top + 4.7, ({ title }) => title, bold, 'TH')
    for (const [index, row] of rows.entries()) {
      const y = top + headHeight + index * rowHeight
      drawLine(pen, y + 4, ({ of }) => of(row), { size: 8.5 }, 'TD')
      pen.rule(page.left, y + rowHeight, page.width, ink.line, 0.4)
    }
  })
  return bottom
}

function drawLine(
  pen: Pen,
  baseline: number,
  textOf: (column: Columna) => string,
  style: TextStyle & { size: number },
  kind: 'TH' | 'TD',
): void {
  pen.group('TR', () => {
    let left: number = page.left
    for (const column of columns) {
      const { width, align } = column
      const x = align === 'right' ? left + width - 2 : left + 2
      pen.tag(
        kind,
        () =>
          drawCell(pen, x, baseline, textOf(column), { ...style, max: width - 3, ...(align && { align }) }),
        kind === 'TH' ? { scope: 'Column' } : {},
      )
      left += width
    }
  })
}

/** From this size on a row has room for two lines. */
const twoLines = 6

/** What is wider than its column gets smaller on its line, and at last stands in two. */
function drawCell(pen: Pen, x: number, baseline: number, text: string, style: Cell): void {
  for (let { size } = style; size > twoLines; size -= 0.5)
    if (pen.widthOf(text, { ...style, size }) <= style.max)
      return pen.text(x, baseline, text, { ...style, size })
  const left = style.align === 'right' ? x - style.max : x
  drawBlock(pen, { x: left, y: baseline - 3.8, width: style.max, height: 5.5 }, text, {
    ...style,
    size: twoLines,
    align: 'left',
  })
}

const sums = [
  ['Saldo anterior', 'saldo_anterior'],
  ['Anticipos', 'anticipos'],
  ['Pagos', 'pagos'],
  ['Cargos', 'cargos'],
  ['Gastos', 'gastos'],
  ['Devoluciones', 'devoluciones'],
  ['Abonos', 'abonos'],
] as const

/** What follows the rows: the sums to the right, what they come to on the left, and the frames. */
function drawTail(pen: Pen, top: number, of: Liquidacion): void {
  const left = page.left + 100
  for (const [index, [label, key]] of sums.entries()) {
    const y = top + index * 5.6 + 4
    pen.tag('P', () => pen.text(left, y, label))
    pen.tag('P', () => pen.text(page.right - 2, y, quetzales(of[key]), { align: 'right' }))
    pen.rule(left, y + 1.8, page.right - left, ink.line, 0.4)
  }
  pen.rect(page.left, top, 90, 21, ink.sunken, 1.5)
  drawLabel(pen, page.left + 4, top + 6, 'Saldo')
  const saldo = { x: page.left + 4, y: top + 9.5, width: 82, height: 10 }
  pen.tag('P', () => {
    drawBlock(pen, saldo, saldoTexto(of.saldo), { size: 14, bold: true, color: ink.navy })
  })
  drawLabel(pen, page.left + 4, top + 29, 'Comisiones (no entran en el saldo)')
  pen.tag('P', () => pen.text(page.left + 4, top + 35, quetzales(of.comisiones), { size: 10.5 }))
  drawFirmas(pen, top + 45, ['Entrega', 'Recibe'])
}
