import { formatFecha, formatQuetzales } from '@flota/contract/core/format.ts'
import type { EstadoDeCuenta, EstadoDeCuentaFila } from '@flota/contract/money/porCobrar.ts'
import { facturaName } from '@flota/contract/records/facturas.ts'
import { type Bucket, bucketLabels, noInvoices } from '@flota/contract/records/porCobrar.ts'
import { PdfCanvas, type TextStyle } from '../../platform/pdf/canvas.ts'
import { colors } from '../../platform/pdf/colors.ts'
import {
  drawFields,
  drawLetterhead,
  drawTitle,
  type LetterField,
  type Letterhead,
  letterPage,
} from '../../platform/pdf/letterPage.ts'
import { pageBytes } from '../../platform/pdf/pages.ts'
import { drawTablePages, rowHeight, type TableColumn } from '../../platform/pdf/table.ts'

const page = { ...letterPage, bottom: 258, footer: 269 }
const lineHeight = 5.6
/** Height of the totals, which stay on one page, in mm. */
const tailHeight = 6 + Object.keys(bucketLabels).length * lineHeight + 4

export function estadoDeCuentaPdf(estado: EstadoDeCuenta, empresa: Letterhead): AsyncGenerator<Buffer> {
  const titulo = `Estado de cuenta al ${formatFecha(estado.corte)}`
  const canvas = new PdfCanvas({
    titulo: `${titulo} · ${estado.cliente.nombre}`,
    autor: empresa,
    page: letterPage,
    tagged: true,
  })
  canvas.addPage()
  drawLetterhead(canvas, empresa)
  drawTitle(canvas, titulo, '')
  const top = drawFields(canvas, 60, fieldsOf(estado)) + 3
  const pages = drawTablePages(canvas, page, {
    columns,
    rows: estado.filas,
    top,
    laterTop: 24,
    drawLaterHead: () => drawRunningHead(canvas, titulo, estado),
    drawTail: (end) => drawTotals(canvas, end + 6, estado),
    tailRows: Math.ceil(tailHeight / rowHeight),
    empresa: empresa.nombre,
  })
  return pageBytes(canvas, pages)
}

function fieldsOf({ cliente: { nombre, nombre_fiscal, nit, direccion } }: EstadoDeCuenta): LetterField[] {
  const fields: [string, string | null][] = [
    ['Cliente', nombre],
    ['Nombre fiscal', nombre_fiscal],
    ['NIT', nit],
    ['Dirección', direccion],
  ]
  return fields.flatMap(([label, value]) => (value ? [[label, value] as const] : []))
}

function drawRunningHead(canvas: PdfCanvas, titulo: string, { cliente }: EstadoDeCuenta): void {
  const style: TextStyle = { size: 9, color: colors.muted }
  canvas.text(letterPage.left, 18, titulo, { ...style, bold: true, color: colors.navy })
  canvas.text(letterPage.right, 18, cliente.nombre, { ...style, align: 'right', max: 110 })
}

const amount = (title: string, of: (fila: EstadoDeCuentaFila) => number, width = 21) =>
  ({
    title,
    width,
    of: (fila) => formatQuetzales(of(fila)),
    align: 'right',
  }) as const satisfies TableColumn<EstadoDeCuentaFila>

const columns: readonly TableColumn<EstadoDeCuentaFila>[] = [
  { title: 'Factura', width: 36, of: facturaName, isRowHeading: true },
  { title: 'Fecha', width: 19, of: ({ fecha }) => formatFecha(fecha) },
  { title: 'Vence', width: 19, of: ({ vence }) => formatFecha(vence) },
  { title: 'Días', width: 11, of: ({ dias }) => String(dias), align: 'right' },
  amount('Monto', ({ monto }) => monto),
  amount('Cobrado', ({ cobrado }) => cobrado),
  amount('Ret. IVA', ({ retencion_iva }) => retencion_iva, 18),
  amount('Ret. ISR', ({ retencion_isr }) => retencion_isr, 18),
  amount('Saldo', ({ saldo }) => saldo),
]

/** Draws the totals (right), and whether nothing is owed (left). */
function drawTotals(canvas: PdfCanvas, top: number, { filas, totales }: EstadoDeCuenta): void {
  if (filas.length === 0) canvas.tag('P', () => canvas.text(letterPage.left + 2, top + 4, noInvoices))
  const left = letterPage.left + 110
  for (const [index, [name, label]] of (Object.entries(bucketLabels) as [Bucket, string][]).entries()) {
    const y = top + index * lineHeight + 4
    const style = name === 'total' ? ({ bold: true, color: colors.navy } as const) : {}
    canvas.tag('P', () => canvas.text(left, y, label, style))
    canvas.tag('P', () =>
      canvas.text(letterPage.right - 2, y, formatQuetzales(totales[name]), { ...style, align: 'right' }),
    )
    canvas.rule(left, y + 1.8, letterPage.right - left, colors.line, 0.4)
  }
}
