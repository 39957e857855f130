import { formatFigure, formatPercent, reporteFigures } from '@flota/contract/reports/periodos.ts'
import type { PdfCanvas, TextStyle } from '../../../platform/pdf/canvas.ts'
import { colors } from '../../../platform/pdf/colors.ts'
import type { Reporte } from '../reporte.ts'
import { estadoColor, reportPage } from './pageFrame.ts'

interface Card {
  label: string
  /** At the right of the label. */
  note?: string
  value: string
  color: string
  share?: string
}

const gap = 4
const width = (reportPage.width - 2 * gap) / 3
const height = 19

const cardsOf = ({ totales, iva }: Pick<Reporte, 'totales' | 'iva'>): Card[] =>
  reporteFigures.map((cifra) => ({
    label: cifra.cardTitle,
    value: formatFigure(cifra, totales),
    ...(cifra.kind === 'money' && { note: iva }),
    color: cifra.estado ? estadoColor[cifra.estado] : colors.navy,
    ...(cifra.estado && { share: `${formatPercent(totales[cifra.key], totales.total_rutas)} del total` }),
  }))

/** Draws three cards per row. Returns the y coordinate below them. */
export function drawCards(canvas: PdfCanvas, top: number, reporte: Pick<Reporte, 'totales' | 'iva'>): number {
  const cards = cardsOf(reporte)
  for (const [index, card] of cards.entries())
    drawCard(
      canvas,
      reportPage.left + (index % 3) * (width + gap),
      top + Math.floor(index / 3) * (height + gap),
      card,
    )
  return top + Math.ceil(cards.length / 3) * (height + gap) - gap
}

function drawCard(canvas: PdfCanvas, x: number, y: number, { label, note, value, color, share }: Card): void {
  canvas.frame(x, y, width, height, colors.line, 1.5)
  canvas.rect(x, y + 1.5, 1.2, height - 3, color)
  const left = x + 5
  const small: TextStyle = { size: 8, color: colors.muted }
  canvas.tag('P', () => canvas.text(left, y + 6.5, label, { ...small, size: 8.5 }))
  if (note) canvas.tag('P', () => canvas.text(x + width - 3, y + 6.5, note, { ...small, align: 'right' }))
  const room = width - 8 - (share ? canvas.widthOf(share, small) + 3 : 0)
  const figure: TextStyle = { size: 16, bold: true, color: colors.navy, max: room }
  canvas.tag('P', () => canvas.text(left, y + 14.5, value, figure))
  if (share) canvas.tag('P', () => canvas.text(x + width - 3, y + 14.5, share, { ...small, align: 'right' }))
}
