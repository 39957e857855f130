import { buffer } from 'node:stream/consumers'
import { tiempoWords } from '@flota/contract/campos.ts'
import { tiempoNombres } from '@flota/contract/estados.ts'
import { fecha, hora, momento, nombreCompleto } from '@flota/contract/format.ts'
import { Pen } from '../../platform/pdf/canvas.ts'
import { ink } from '../../platform/pdf/colors.ts'
import { type Picture, pdfPictureOf } from '../../platform/pdf/image.ts'
import {
  drawEmpresa,
  drawFields,
  drawLabel,
  drawTitle,
  type LetterField,
  page,
} from '../../platform/pdf/letterPage.ts'
import { drawBlock } from '../../platform/pdf/textBlock.ts'
import type { FileStore } from '../../platform/store/FileStore.ts'
import type { Comprobante } from './comprobante.ts'
import { drawFoot } from './drawHoja.ts'

interface Print {
  empresa: string
  zona: string
  store: FileStore
}

const mostFotos = 4
const mostBytesOfPng = 1024 * 1024
const none = '—'

/** One page; each picture's bytes are given before the next one is read. */
export async function* comprobantePdf(
  of: Comprobante,
  { empresa, zona, store }: Print,
): AsyncGenerator<Buffer> {
  const { ruta, archivos } = of
  const titulo = `Comprobante de entrega · ${ruta.no_ruta}`
  const pen = new Pen({ titulo, autor: empresa, page, tagged: true })
  pen.addPage()
  drawEmpresa(pen, ruta, empresa)
  drawTitle(pen, 'Comprobante de entrega', ruta.no_ruta)
  drawFields(pen, 60, fieldsOf(of))
  drawTiempos(pen, 129, of, zona)
  const { nota = null, sin_evidencia_motivo: motivo = null } = of.entrega ?? {}
  if (nota) drawNota(pen, 142, nota)
  const top = nota ? 183 : 145
  drawMotivo(pen, top, motivo)
  const ofClase = (clase: string) => archivos.filter((each) => each.clase === clase)
  yield* drawFirma(pen, top, ofClase('firma'), store)
  yield* drawFotos(pen, top + 36, ofClase('foto'), store)
  drawFoot(pen)
  pen.end()
  yield* pen.drawn()
}

type Archivos = Comprobante['archivos']

/** The newest that a page can show. */
async function* drawFirma(pen: Pen, top: number, firmas: Archivos, store: FileStore) {
  for (const archivo of firmas.toReversed()) {
    const firma = await readPicture(pen, store, archivo)
    if (!firma) continue
    const draw = () => pen.picture(firma, page.left + 1, top + 5.5, firmaWidth - 2, 25)
    pen.tag('Figure', draw, { alt: 'Firma' })
    yield* pen.drawn()
    return
  }
}

/** The first that a page can show, side by side, and how many others there are. */
async function* drawFotos(pen: Pen, top: number, fotos: Archivos, store: FileStore) {
  const width = widthOf(fotos.length)
  let drawn = 0
  for (const archivo of fotos) {
    if (drawn === mostFotos) break
    const foto = await readPicture(pen, store, archivo)
    if (!foto) continue
    const x = page.left + drawn * (width + gap)
    drawn += 1
    pen.tag('Figure', () => pen.picture(foto, x, top, width, 259 - top), { alt: `Foto ${drawn}` })
    yield* pen.drawn()
  }
  const more = fotos.length - drawn
  if (more > 0) drawLabel(pen, page.left, 263, more === 1 ? 'y 1 foto más' : `y ${more} fotos más`)
}

const gap = 4
const firmaWidth = 88

/** Of one of so many photos side by side: few are larger. */
function widthOf(count: number): number {
  const shown = Math.min(mostFotos, Math.max(2, count))
  return (page.width - (shown - 1) * gap) / shown
}

const fieldsOf = ({ ruta, entrega }: Comprobante): LetterField[] => [
  ['Cliente', nombreCompleto(ruta.cliente_nombre, ruta.cliente_apellido)],
  ['Mercadería', ruta.mercaderia],
  ['Camión', ruta.camion_placa],
  ['Piloto', nombreCompleto(ruta.piloto_nombre, ruta.piloto_apellido)],
  ['Origen', ruta.origen],
  ['Destino', ruta.destino],
  ['Fecha y hora', `${fecha(ruta.fecha)} ${hora(ruta.hora)}`],
  ['Estado', ruta.estado],
  ['Recibió', entrega?.recibio ?? none],
  ['Documento', entrega?.documento ?? none],
]

function drawTiempos(pen: Pen, top: number, { tiempos }: Comprobante, zona: string): void {
  for (const [index, name] of tiempoNombres.entries()) {
    const x = page.left + index * (page.width / tiempoNombres.length)
    const at = tiempos?.[name]
    drawLabel(pen, x, top + 3, tiempoWords[name])
    pen.tag('P', () => pen.text(x, top + 8, at ? momento(at, zona) : none, { size: 10.5 }))
  }
}

function drawNota(pen: Pen, top: number, nota: string): void {
  drawLabel(pen, page.left, top + 3, 'Nota')
  pen.frame(page.left, top + 4.5, page.width, 34, ink.line, 1.5)
  const box = { x: page.left + 2, y: top + 5, width: page.width - 4, height: 33 }
  pen.tag('P', () => drawBlock(pen, box, nota, { size: 9.5 }))
}

/** Beside the frame in which the signature stands, or can be given by hand. */
function drawMotivo(pen: Pen, top: number, motivo: string | null): void {
  drawLabel(pen, page.left, top + 3, 'Firma de quien recibe')
  pen.frame(page.left, top + 4.5, firmaWidth, 27, ink.muted, 1.5)
  if (!motivo) return
  const x = page.left + firmaWidth + 8
  drawLabel(pen, x, top + 3, 'Motivo de la entrega sin evidencia')
  const box = { x, y: top + 4.5, width: page.right - x, height: 26 }
  pen.tag('P', () => drawBlock(pen, box, motivo, { size: 10.5 }))
}

/** Undefined where its bytes are not there, or no page can show it. */
async function readPicture(
  pen: Pen,
  store: FileStore,
  { id, tipo_mime, bytes, sha256 }: Archivos[number],
): Promise<Picture | undefined> {
  if (tipo_mime !== 'image/jpeg' && (tipo_mime !== 'image/png' || bytes > mostBytesOfPng)) return undefined
  const stored = await store.open(sha256)
  return stored && pdfPictureOf(pen.doc, await buffer(stored.chunks), `Archivo${id}`)
}
