import { isUtf8 } from 'node:buffer'
import { FileInspector } from '@flota/contract/documents/FileInspector.ts'
import { base64OfLogo, type LogoType, logoErrors, logoLimits } from '@flota/contract/system/logo.ts'
import { findSvgError } from './checkSvg.ts'
import { drawSvgAsPng, redrawPng } from './drawAsPng.ts'

export interface LogoFile {
  tipo: LogoType
  bytes: Buffer
}

export interface NewLogo extends LogoFile {
  /** A PNG for paper and mail; undefined if they show the logo itself. */
  printed: Buffer | undefined
}

/** Reads the logo of a data URL. @returns the sentence that refuses it, or the logo */
export async function readLogo(dataUrl: string): Promise<string | NewLogo> {
  const bytes = Buffer.from(base64OfLogo(dataUrl) ?? '', 'base64')
  if (bytes.length === 0) return logoErrors.empty
  return isSvg(bytes) ? readSvg(bytes) : readPicture(bytes)
}

/** An SVG begins with markup, after an optional byte order mark. */
const isSvg = (bytes: Buffer) => isUtf8(bytes) && /^\uFEFF?\s*<[\s\S]*<?svg/i.test(bytes.toString())

async function readSvg(bytes: Buffer): Promise<string | NewLogo> {
  const svg = bytes.toString().replace(/^\uFEFF?\s*/, '')
  const error = findSvgError(svg)
  if (error) return error
  const printed = await drawSvgAsPng(svg)
  return printed ? { tipo: 'image/svg+xml', bytes: Buffer.from(svg), printed } : logoErrors.unreadableSvg
}

async function readPicture(bytes: Buffer): Promise<string | NewLogo> {
  const inspector = new FileInspector()
  inspector.update(bytes)
  const tipo = inspector.tipo()
  if (tipo !== 'image/png' && tipo !== 'image/jpeg') return logoErrors.wrongKind
  const { size } = inspector
  if (size && size.width * size.height > logoLimits.maxPixels) return logoErrors.tooManyPixels
  if (inspector.error() || !size) return logoErrors.damaged
  if (await isPrintable(bytes)) return { tipo, bytes, printed: undefined }
  const printed = tipo === 'image/png' ? await redrawPng(bytes, size) : undefined
  return printed ? { tipo, bytes, printed } : logoErrors.damaged
}

/** Returns whether a PDF can show the picture. */
async function isPrintable(bytes: Buffer): Promise<boolean> {
  // Imports pdfkit (30 MB of memory) on demand.
  const [{ default: PDFDocument }, { loadPdfImage }] = await Promise.all([
    import('pdfkit'),
    import('../../../platform/pdf/image.ts'),
  ])
  return loadPdfImage(new PDFDocument(), bytes, 'Logo') !== undefined
}
