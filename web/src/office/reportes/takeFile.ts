import type { PeriodoTipo } from '@flota/contract/calendario.ts'
import { download } from '../../api/download.ts'
import type { Range } from './presets.ts'

export type Wanted = 'excel' | 'pdf' | 'print'

interface Asked extends Range {
  tipo: PeriodoTipo
}

/** Downloads the file, and saves or prints it. Gives a further note to show. */
export async function takeFile(
  wanted: Wanted,
  { tipo: filtro, fechaInicio, fechaFin }: Asked,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<string> {
  const formato = wanted === 'excel' ? 'excel' : 'pdf'
  const query = { filtro, fechaInicio, fechaFin, formato } as const
  const { name, file } = await download('GET /api/reportes/exportar', { query, signal }, onProgress)
  if (wanted === 'print' && (await printPdf(file))) return ''
  saveFile(name, file)
  return wanted === 'print' ? 'Este navegador no imprime PDF: se descargó para imprimirlo.' : ''
}

/** In ms: long enough for the browser to read the file. */
const handover = 60_000

/** Downloads a file under this name. */
function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), handover)
}

let removeLast = () => undefined as void

/** Prints a PDF from a hidden frame; false where the browser cannot. */
async function printPdf(file: Blob): Promise<boolean> {
  if (!navigator.pdfViewerEnabled) return false
  // No event tells that printing has ended, so the frame stays until the next print.
  removeLast()
  const frame = document.createElement('iframe')
  const address = URL.createObjectURL(file)
  frame.src = address
  // Not `display: none`: some browsers would print nothing of it.
  frame.style.cssText =
    'position: fixed; inset: auto 0 0 auto; width: 0; height: 0; border: 0; visibility: hidden'
  frame.ariaHidden = 'true'
  removeLast = () => {
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
    removeLast()
    return false
  }
}
