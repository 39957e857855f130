import { fecha, hora, nombreCompleto, quetzales } from '@flota/contract/format.ts'
import { correction, generate } from 'lean-qr'
import { drawBlock } from '../pdf/block.ts'
import { ink } from '../pdf/ink.ts'
import type { Pen, TextStyle } from '../pdf/pen.ts'
import type { Empresa, Hoja } from './queries.ts'

/** The sheet, in millimetres. */
export const page = { size: 'LETTER', left: 16, right: 200, width: 184 } as const

/** How it is printed: whose it is, the program's own address, and whether the price may be seen. */
export interface Print {
  empresa: string
  sitio: string
  conPrecio: boolean
}

const code = { top: 11, side: 32 }
const half = (page.width - 8) / 2

/** A trip on its page, from above: each part gives or knows where the next begins. */
export function drawHoja(pen: Pen, hoja: Hoja, print: Print): void {
  drawEmpresa(pen, hoja, print.empresa)
  drawCode(pen, `${print.sitio}/ver-ruta/${hoja.id}`)
  drawTitle(pen, 'Hoja de ruta', hoja.no_ruta)
  const end = drawFields(pen, 60, fieldsOf(hoja, print))
  drawComentario(pen, end, hoja.comentario)
  drawParadas(pen, 190)
  drawFirmas(pen, 234)
  drawFoot(pen)
}

export function drawFoot(pen: Pen): void {
  const style: TextStyle = { size: 8.5, bold: true, color: ink.muted }
  pen.tag('P', () => pen.text(page.left, 270, 'Documento no negociable', style))
}

export function drawEmpresa(pen: Pen, { nit, direccion, telefono }: Empresa, empresa: string): void {
  pen.mark(page.left, 12, 11)
  const x = page.left + 15
  const width = page.width - 15 - code.side - 8
  let y = 12
  pen.tag('P', () => {
    y = drawBlock(pen, { x, y, width, height: 12 }, empresa, { size: 13, bold: true, color: ink.navy })
  })
  const lines = [nit && `NIT: ${nit}`, direccion, telefono && `Tel.: ${telefono}`].filter(Boolean)
  if (lines.length === 0) return
  pen.tag('P', () => {
    drawBlock(pen, { x, y: y + 1, width, height: 18 }, lines.join('\n'), { size: 9, color: ink.muted })
  })
}

/** Leads a telephone's camera to the trip. */
function drawCode(pen: Pen, address: string): void {
  const qr = generate(address, { minCorrectionLevel: correction.M })
  pen.tag(
    'Figure',
    () => pen.squares(page.right - code.side, code.top, code.side, qr.size, (x, y) => qr.get(x, y)),
    { alt: `Código QR: ${address}` },
  )
}

export function drawTitle(pen: Pen, title: string, no_ruta: string): void {
  const style: TextStyle = { size: 19, bold: true, color: ink.navy }
  pen.tag('H1', () => pen.text(page.left, 52, title, style))
  pen.tag('P', () => pen.text(page.right, 52, no_ruta, { ...style, align: 'right', max: 130 }))
  pen.rule(page.left, 56, page.width, ink.navy, 0.8)
}

export type HojaField = readonly [label: string, value: string]

/** Two stand side by side. */
const fieldsOf = (hoja: Hoja, { conPrecio }: Print): HojaField[] => [
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
  ...(conPrecio && hoja.precio !== undefined ? [['Precio', quetzales(hoja.precio)] as const] : []),
]

const fieldHeight = 13.5

/** Gives the y below them. */
export function drawFields(pen: Pen, top: number, fields: HojaField[]): number {
  for (const [index, [label, value]] of fields.entries()) {
    const x = page.left + (index % 2) * (half + 8)
    const y = top + Math.floor(index / 2) * fieldHeight
    drawLabel(pen, x, y + 3, label)
    pen.tag('P', () => drawBlock(pen, { x, y: y + 3.8, width: half, height: 9.1 }, value, { size: 10.5 }))
  }
  return top + Math.ceil(fields.length / 2) * fieldHeight
}

export function drawLabel(pen: Pen, x: number, y: number, label: string): void {
  pen.tag('P', () => pen.text(x, y, label, { size: 8, color: ink.muted }))
}

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

function drawFirmas(pen: Pen, top: number): void {
  const width = (page.width - 2 * 6) / 3
  for (const [index, label] of ['Firma de despacho', 'Firma del piloto', 'Firma de quien recibe'].entries()) {
    const x = page.left + index * (width + 6)
    pen.frame(x, top, width, 28, ink.muted, 1.5)
    drawLabel(pen, x + 2.5, top + 25.5, label)
  }
}
