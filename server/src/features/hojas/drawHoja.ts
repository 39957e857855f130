import { fecha, hora, nombreCompleto, quetzales } from '@flota/contract/format.ts'
import { correction, generate } from 'lean-qr'
import type { Pen, TextStyle } from '../../platform/pdf/canvas.ts'
import { ink } from '../../platform/pdf/colors.ts'
import {
  corner,
  drawEmpresa,
  drawFields,
  drawFirmas,
  drawLabel,
  drawTitle,
  type LetterField,
  page,
} from '../../platform/pdf/letterPage.ts'
import { drawBlock } from '../../platform/pdf/textBlock.ts'
import type { Hoja } from './queries.ts'

/** How it is printed: whose it is, the program's own address, and whether the price may be seen. */
export interface Print {
  empresa: string
  sitio: string
  conPrecio: boolean
}

/** A trip on its page, from above: each part gives or knows where the next begins. */
export function drawHoja(pen: Pen, hoja: Hoja, print: Print): void {
  drawEmpresa(pen, hoja, print.empresa)
  drawCode(pen, `${print.sitio}/ver-ruta/${hoja.id}`)
  drawTitle(pen, 'Hoja de ruta', hoja.no_ruta)
  const end = drawFields(pen, 60, fieldsOf(hoja, print))
  drawComentario(pen, end, hoja.comentario)
  drawParadas(pen, 190)
  drawFirmas(pen, 234, ['Firma de despacho', 'Firma del piloto', 'Firma de quien recibe'])
  drawFoot(pen)
}

export function drawFoot(pen: Pen): void {
  const style: TextStyle = { size: 8.5, bold: true, color: ink.muted }
  pen.tag('P', () => pen.text(page.left, 270, 'Documento no negociable', style))
}

/** Leads a telephone's camera to the trip. */
function drawCode(pen: Pen, address: string): void {
  const qr = generate(address, { minCorrectionLevel: correction.M })
  pen.tag(
    'Figure',
    () => pen.squares(page.right - corner.side, corner.top, corner.side, qr.size, (x, y) => qr.get(x, y)),
    { alt: `Código QR: ${address}` },
  )
}

/** Two stand side by side. */
const fieldsOf = (hoja: Hoja, { conPrecio }: Print): LetterField[] => [
  ['Fecha y hora', `${fecha(hoja.fecha)} ${hora(hoja.hora)}`],
  ['Camión', `${hoja.camion_placa} · ${hoja.camion_marca} ${hoja.camion_modelo}`],
  ['Origen', hoja.origen],
  ['Destino', hoja.destino],
  ['Servicio', hoja.servicio],
  ['Mercadería', hoja.mercaderia],
  ['Piloto', nombreCompleto(hoja.piloto_nombre, hoja.piloto_apellido)],
  [
    'Licencia',
    `${hoja.tipo_licencia} · ${hoja.vencimiento ? `vence ${fecha(hoja.vencimiento)}` : 'sin fecha'}`,
  ],
  ['Cliente', nombreCompleto(hoja.cliente_nombre, hoja.cliente_apellido)],
  [
    'Ayudante',
    hoja.ayudante_nombre === null
      ? 'Sin ayudante'
      : nombreCompleto(hoja.ayudante_nombre, hoja.ayudante_apellido),
  ],
  ...(conPrecio ? [['Precio', quetzales(hoja.precio)] as const] : []),
]

/** Down to where the stops begin. */
function drawComentario(pen: Pen, top: number, comentario: string | null): void {
  drawLabel(pen, page.left, top + 3, 'Comentario')
  pen.frame(page.left, top + 4.5, page.width, 182 - top - 4.5, ink.line, 1.5)
  const box = { x: page.left + 2, y: top + 5.5, width: page.width - 4, height: 182 - top - 6.5 }
  pen.tag('P', () => drawBlock(pen, box, comentario ?? 'Sin comentarios', { size: 9.5 }))
}

/** Lines to be written on. */
function drawParadas(pen: Pen, top: number): void {
  const columns = [
    ['Parada', page.left],
    ['Hora de llegada', page.left + 90],
    ['Hora de salida', page.left + 122],
    ['Km', page.left + 154],
  ] as const
  for (const [label, x] of columns) drawLabel(pen, x, top, label)
  for (const [index, label] of ['Salida', '', '', '', 'Llegada'].entries()) {
    const y = top + 7 + index * 7
    if (label) pen.tag('P', () => pen.text(page.left, y - 1.2, label))
    pen.rule(page.left, y, page.width, ink.muted, 0.5)
  }
}
