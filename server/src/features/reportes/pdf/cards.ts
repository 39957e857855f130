import { cifras, cifraTexto, porcentaje, type Totales } from '@flota/contract/periodos.ts'
import type { Pen, TextStyle } from '../../../platform/pdf/canvas.ts'
import { ink } from '../../../platform/pdf/colors.ts'
import { estadoColor, reportPage } from './pageLayout.ts'

interface Card {
  label: string
  value: string
  color: string
  share?: string
}

const gap = 4
const width = (reportPage.width - 2 * gap) / 3
const height = 19

const cardsOf = (totales: Totales): Card[] =>
  cifras.map((cifra) => ({
    label: cifra.tarjeta,
    value: cifraTexto(cifra, totales),
    color: cifra.estado ? estadoColor[cifra.estado] : ink.navy,
    ...(cifra.estado && { share: `${porcentaje(totales[cifra.key], totales.total_rutas)} del total` }),
  }))

/** The figures, three in a row; gives the y below them. */
export function drawCards(pen: Pen, top: number, totales: Totales): number {
  const cards = cardsOf(totales)
  for (const [index, card] of cards.entries())
    drawCard(
      pen,
      reportPage.left + (index % 3) * (width + gap),
      top + Math.floor(index / 3) * (height + gap),
      card,
    )
  return top + Math.ceil(cards.length / 3) * (height + gap) - gap
}

function drawCard(pen: Pen, x: number, y: number, { label, value, color, share }: Card): void {
  pen.frame(x, y, width, height, ink.line, 1.5)
  pen.rect(x, y + 1.5, 1.2, height - 3, color)
  const left = x + 5
  const small: TextStyle = { size: 8, color: ink.muted }
  pen.tag('P', () => pen.text(left, y + 6.5, label, { ...small, size: 8.5 }))
  const room = width - 8 - (share ? pen.widthOf(share, small) + 3 : 0)
  const figure: TextStyle = { size: 16, bold: true, color: ink.navy, max: room }
  pen.tag('P', () => pen.text(left, y + 14.5, value, figure))
  if (share) pen.tag('P', () => pen.text(x + width - 3, y + 14.5, share, { ...small, align: 'right' }))
}
