import { buffer } from 'node:stream/consumers'
import { formatFecha, formatHora, formatMomento, fullName } from '@flota/contract/core/format.ts'
import { tiempoWords } from '@flota/contract/records/campos.ts'
import { tiempoNombres } from '@flota/contract/records/estados.ts'
import { PdfCanvas } from '../../platform/pdf/canvas.ts'
import { colors } from '../../platform/pdf/colors.ts'
import { loadPdfImage, type PdfImage } from '../../platform/pdf/image.ts'
import {
  drawFields,
  drawLabel,
  drawLetterhead,
  drawTextBlock,
  drawTitle,
  type LetterField,
  type Letterhead,
  letterPage,
} from '../../platform/pdf/letterPage.ts'
import type { FileStore } from '../../platform/store/FileStore.ts'
import { drawFoot } from './drawHoja.ts'
import type { Comprobante } from './queries.ts'

interface ComprobanteOptions {
  empresa: Letterhead
  zona: string
  store: FileStore
}

const maxFotos = 4
const maxPngBytes = 1024 * 1024
const emptyMark = '—'

/** Draws one page. Yields each picture's bytes before it reads the next picture. */
export async function* comprobantePdf(
  comprobante: Comprobante,
  { empresa, zona, store }: ComprobanteOptions,
): AsyncGenerator<Buffer> {
  const { ruta, archivos } = comprobante
  const titulo = `Comprobante de entrega · ${ruta.no_ruta}`
  const canvas = new PdfCanvas({ titulo, autor: empresa, page: letterPage, tagged: true })
  canvas.addPage()
  drawLetterhead(canvas, empresa)
  drawTitle(canvas, 'Comprobante de entrega', ruta.no_ruta)
  drawFields(canvas, 60, fieldsOf(comprobante))
  drawTiempos(canvas, 129, comprobante, zona)
  const { nota = null, sin_evidencia_motivo: motivo = null } = comprobante.entrega ?? {}
  if (nota) drawNota(canvas, 142, nota)
  const top = nota ? 183 : 145
  drawMotivo(canvas, top, motivo)
  const ofClase = (clase: string) => archivos.filter((each) => each.clase === clase)
  yield* drawFirma(canvas, top, ofClase('firma'), store)
  yield* drawFotos(canvas, top + 36, ofClase('foto'), store)
  drawFoot(canvas)
  canvas.end()
  yield* canvas.takeBytes()
}

type Archivos = Comprobante['archivos']

/** Draws the newest signature that a PDF can show. */
async function* drawFirma(canvas: PdfCanvas, top: number, firmas: Archivos, store: FileStore) {
  for (const archivo of firmas.toReversed()) {
    const firma = await loadImage(canvas, store, archivo)
    if (!firma) continue
    const draw = () => canvas.image(firma, letterPage.left + 1, top + 5.5, firmaWidth - 2, 25)
    canvas.tag('Figure', draw, { alt: 'Firma' })
    yield* canvas.takeBytes()
    return
  }
}

/** Draws the first photos that a PDF can show side by side, and the number of further ones. */
async function* drawFotos(canvas: PdfCanvas, top: number, fotos: Archivos, store: FileStore) {
  const width = photoWidth(fotos.length)
  let drawn = 0
  for (const archivo of fotos) {
    if (drawn === maxFotos) break
    const foto = await loadImage(canvas, store, archivo)
    if (!foto) continue
    const x = letterPage.left + drawn * (width + gap)
    drawn += 1
    canvas.tag('Figure', () => canvas.image(foto, x, top, width, 259 - top), { alt: `Foto ${drawn}` })
    yield* canvas.takeBytes()
  }
  const more = fotos.length - drawn
  if (more > 0) drawLabel(canvas, letterPage.left, 263, more === 1 ? 'y 1 foto más' : `y ${more} fotos más`)
}

const gap = 4
const firmaWidth = 88

/** Returns a photo's width: two or fewer photos are as wide as half the page. */
function photoWidth(count: number): number {
  const columns = Math.min(maxFotos, Math.max(2, count))
  return (letterPage.width - (columns - 1) * gap) / columns
}

const fieldsOf = ({ ruta, entrega }: Comprobante): LetterField[] => [
  ['Cliente', fullName(ruta.cliente_nombre, ruta.cliente_apellido)],
  ['Mercadería', ruta.mercaderia],
  ['Camión', ruta.camion_placa],
  ['Piloto', fullName(ruta.piloto_nombre, ruta.piloto_apellido)],
  ['Origen', ruta.origen],
  ['Destino', ruta.destino],
  ['Fecha y hora', `${formatFecha(ruta.fecha)} ${formatHora(ruta.hora)}`],
  ['Estado', ruta.estado],
  ['Recibió', entrega?.recibio ?? emptyMark],
  ['Documento', entrega?.documento ?? emptyMark],
]

function drawTiempos(canvas: PdfCanvas, top: number, { tiempos }: Comprobante, zona: string): void {
  for (const [index, name] of tiempoNombres.entries()) {
    const x = letterPage.left + index * (letterPage.width / tiempoNombres.length)
    const at = tiempos?.[name]
    drawLabel(canvas, x, top + 3, tiempoWords[name])
    canvas.tag('P', () => canvas.text(x, top + 8, at ? formatMomento(at, zona) : emptyMark, { size: 10.5 }))
  }
}

function drawNota(canvas: PdfCanvas, top: number, nota: string): void {
  drawLabel(canvas, letterPage.left, top + 3, 'Nota')
  canvas.frame(letterPage.left, top + 4.5, letterPage.width, 34, colors.line, 1.5)
  const box = { x: letterPage.left + 2, y: top + 5, width: letterPage.width - 4, height: 33 }
  canvas.tag('P', () => drawTextBlock(canvas, box, nota, { size: 9.5 }))
}

/** Draws the frame of the signature, and the reason for missing evidence beside it. */
function drawMotivo(canvas: PdfCanvas, top: number, motivo: string | null): void {
  drawLabel(canvas, letterPage.left, top + 3, 'Firma de quien recibe')
  canvas.frame(letterPage.left, top + 4.5, firmaWidth, 27, colors.muted, 1.5)
  if (!motivo) return
  const x = letterPage.left + firmaWidth + 8
  drawLabel(canvas, x, top + 3, 'Motivo de la entrega sin evidencia')
  const box = { x, y: top + 4.5, width: letterPage.right - x, height: 26 }
  canvas.tag('P', () => drawTextBlock(canvas, box, motivo, { size: 10.5 }))
}

/** Returns undefined if the file is missing in the store, or a PDF can't show it. */
async function loadImage(
  canvas: PdfCanvas,
  store: FileStore,
  { id, tipo_mime, bytes, sha256 }: Archivos[number],
): Promise<PdfImage | undefined> {
  if (tipo_mime !== 'image/jpeg' && (tipo_mime !== 'image/png' || bytes > maxPngBytes)) return undefined
  const stored = await store.open(sha256)
  return stored && loadPdfImage(canvas.doc, await buffer(stored.chunks), `Archivo${id}`)
}
