import {
  describeCamion,
  formatFecha,
  formatHora,
  formatQuetzales,
  fullName,
} from '@flota/contract/core/format.ts'
import { correction, generate } from 'lean-qr'
import { PdfCanvas, type TextStyle } from '../../platform/pdf/canvas.ts'
import { colors } from '../../platform/pdf/colors.ts'
import {
  corner,
  drawFields,
  drawLabel,
  drawLetterhead,
  drawSignatureFrames,
  drawTextBlock,
  drawTitle,
  type LetterField,
  type Letterhead,
  letterPage,
} from '../../platform/pdf/letterPage.ts'
import { pageBytes } from '../../platform/pdf/pages.ts'
import type { Hoja } from './queries.ts'

interface HojaOptions {
  empresa: Letterhead
  /** Public address of the server, for the QR code. */
  sitio: string
  conPrecio: boolean
}

export function hojasPdf(hojas: Hoja[], print: HojaOptions): AsyncGenerator<Buffer> {
  const titulo = hojas.length === 1 ? `Hoja de ruta · ${hojas[0]?.no_ruta}` : 'Hojas de ruta'
  const canvas = new PdfCanvas({ titulo, autor: print.empresa, page: letterPage, tagged: true })
  function* pages() {
    for (const hoja of hojas) {
      canvas.addPage()
      yield drawHoja(canvas, hoja, print)
    }
  }
  return pageBytes(canvas, pages())
}

function drawHoja(canvas: PdfCanvas, hoja: Hoja, print: HojaOptions): void {
  drawLetterhead(canvas, print.empresa)
  drawCode(canvas, `${print.sitio}/ver-ruta/${hoja.id}`)
  drawTitle(canvas, 'Hoja de ruta', hoja.no_ruta)
  const end = drawFields(canvas, 60, fieldsOf(hoja, print))
  drawComentario(canvas, end, hoja.comentario)
  drawParadas(canvas, 190)
  drawSignatureFrames(canvas, 234, ['Firma de despacho', 'Firma del piloto', 'Firma de quien recibe'])
  drawFoot(canvas)
}

export function drawFoot(canvas: PdfCanvas): void {
  const style: TextStyle = { size: 8.5, bold: true, color: colors.muted }
  canvas.tag('P', () => canvas.text(letterPage.left, 270, 'Documento no negociable', style))
}

function drawCode(canvas: PdfCanvas, address: string): void {
  const qr = generate(address, { minCorrectionLevel: correction.M })
  canvas.tag(
    'Figure',
    () =>
      canvas.squares(letterPage.right - corner.side, corner.top, corner.side, qr.size, (x, y) =>
        qr.get(x, y),
      ),
    { alt: `Código QR: ${address}` },
  )
}

const fieldsOf = (hoja: Hoja, { conPrecio }: HojaOptions): LetterField[] => [
  ['Fecha y hora', `${formatFecha(hoja.fecha)} ${formatHora(hoja.hora)}`],
  [
    'Camión',
    `${hoja.camion_placa} · ${describeCamion(hoja.camion_marca, hoja.camion_modelo, hoja.numero_unidad)}`,
  ],
  ['Origen', hoja.origen],
  ['Destino', hoja.destino],
  ['Servicio', hoja.servicio],
  ['Mercadería', hoja.mercaderia],
  ['Piloto', fullName(hoja.piloto_nombre, hoja.piloto_apellido)],
  [
    'Licencia',
    `${hoja.tipo_licencia ?? 'N/A'} · ${hoja.vencimiento ? `vence ${formatFecha(hoja.vencimiento)}` : 'sin fecha'}`,
  ],
  ['Cliente', fullName(hoja.cliente_nombre, hoja.cliente_apellido)],
  [
    'Ayudante',
    hoja.ayudante_nombre === null ? 'Sin ayudante' : fullName(hoja.ayudante_nombre, hoja.ayudante_apellido),
  ],
  ...(conPrecio ? [['Precio', formatQuetzales(hoja.precio)] as const] : []),
]

function drawComentario(canvas: PdfCanvas, top: number, comentario: string | null): void {
  drawLabel(canvas, letterPage.left, top + 3, 'Comentario')
  canvas.frame(letterPage.left, top + 4.5, letterPage.width, 182 - top - 4.5, colors.line, 1.5)
  const box = { x: letterPage.left + 2, y: top + 5.5, width: letterPage.width - 4, height: 182 - top - 6.5 }
  canvas.tag('P', () => drawTextBlock(canvas, box, comentario ?? 'Sin comentarios', { size: 9.5 }))
}

/** Draws empty lines for handwriting. */
function drawParadas(canvas: PdfCanvas, top: number): void {
  const columns = [
    ['Parada', letterPage.left],
    ['Hora de llegada', letterPage.left + 90],
    ['Hora de salida', letterPage.left + 122],
    ['Km', letterPage.left + 154],
  ] as const
  for (const [label, x] of columns) drawLabel(canvas, x, top, label)
  for (const [index, label] of ['Salida', '', '', '', 'Llegada'].entries()) {
    const y = top + 7 + index * 7
    if (label) canvas.tag('P', () => canvas.text(letterPage.left, y - 1.2, label))
    canvas.rule(letterPage.left, y, letterPage.width, colors.muted, 0.5)
  }
}
