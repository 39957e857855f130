import type { ExportLine } from '@flota/contract/core/listExport.ts'
import type { RequestOf } from '../../../api/call.ts'
import { download, saveFile } from '../../../api/download.ts'

export type ExportKind = 'excel' | 'pdf' | 'print'

type PrintLine =
  | 'GET /api/movimientos/:id/pdf'
  | 'GET /api/liquidaciones/:id/pdf'
  | 'GET /api/clientes/:id/estado-de-cuenta/pdf'
type FileLine =
  | ExportLine
  | PrintLine
  | 'GET /api/importar/:tipo/plantilla'
  | 'GET /api/importaciones/:id/omitidas'

export type FileCall = { [L in FileLine]: { line: L } & Omit<RequestOf<L>, 'signal'> }[FileLine]

/** Downloads a file, then saves or prints it. Returns a note for the user, or ''. */
export async function downloadFile(
  kind: ExportKind,
  { line, ...request }: FileCall,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<string> {
  const { name, file } = await download(line, { ...request, signal }, onProgress)
  if (kind === 'print' && (await printPdf(file))) return ''
  saveFile(name, file)
  return kind === 'print' ? 'Este navegador no imprime PDF: se descargó para imprimirlo.' : ''
}

let removeLastFrame = () => undefined as void

/** Prints a PDF from a hidden frame; returns false if the browser can't. */
async function printPdf(file: Blob): Promise<boolean> {
  if (!navigator.pdfViewerEnabled) return false
  // No event reports the end of printing, so the frame stays until the next print.
  removeLastFrame()
  const frame = document.createElement('iframe')
  const address = URL.createObjectURL(file)
  frame.src = address
  // Not `display: none`: some browsers would print nothing.
  frame.style.cssText =
    'position: fixed; inset: auto 0 0 auto; width: 0; height: 0; border: 0; visibility: hidden'
  frame.ariaHidden = 'true'
  removeLastFrame = () => {
    frame.remove()
    URL.revokeObjectURL(address)
  }
  const loaded = new Promise((resolve) => {
    frame.onload = resolve
  })
  document.body.append(frame)
  await loaded
  try {
    frame.contentWindow?.print()
    return true
  } catch {
    removeLastFrame()
    return false
  }
}
