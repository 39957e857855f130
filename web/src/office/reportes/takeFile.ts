import type { PeriodoTipo } from '@flota/contract/calendario.ts'
import type { ReporteFormato } from '@flota/contract/reportes.ts'
import { ApiError } from '../../api/ApiError.ts'
import { download } from '../../api/download.ts'
import { tell } from '../../ui/ResultPopup.tsx'
import { printPdf, saveFile } from './files.ts'
import type { Range } from './presets.ts'
import { fileNames, type Wanted } from './wanted.ts'

const formatos: Record<Wanted, ReporteFormato> = { excel: 'excel', pdf: 'pdf', print: 'pdf' }

interface Asked extends Range {
  tipo: PeriodoTipo
}

/** Downloads and saves or prints the file, or shows the failure. Gives a further note to show. */
export async function takeFile(
  wanted: Wanted,
  { tipo: filtro, fechaInicio, fechaFin }: Asked,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<string> {
  try {
    const query = { filtro, fechaInicio, fechaFin, formato: formatos[wanted] }
    const { name, file } = await download('GET /api/reportes/exportar', { query, signal }, onProgress)
    if (wanted === 'print' && (await printPdf(file))) return ''
    saveFile(name, file)
    return wanted === 'print' ? 'Este navegador no imprime PDF: se descargó para imprimirlo.' : ''
  } catch (error) {
    if (!signal.aborted) tellFailure(wanted, error)
    return ''
  }
}

/** Shows the server's sentence; the end of a session is told by the login. */
function tellFailure(wanted: Wanted, failure: unknown): void {
  if (failure instanceof ApiError && failure.status === 401) return
  const detail = failure instanceof ApiError && failure.code ? `: ${failure.message}` : ''
  void tell('error', `Error al generar el ${fileNames[wanted]}${detail}`)
}
