import { messageOf } from '../../../api/ApiError.ts'
import { showResult } from '../../../ui/ResultPopup.tsx'
import type { FileCall } from './downloadFile.ts'

/** Prints a PDF, or saves it if the browser can't print. Shows failures to the user. */
async function printFile(file: FileCall) {
  try {
    const { downloadFile } = await import('./downloadFile.ts')
    await downloadFile('print', file, new AbortController().signal, () => undefined)
  } catch (error) {
    await showResult('error', `Error al generar el PDF: ${messageOf(error)}`)
  }
}

export const printRecibo = (id: number) => printFile({ line: 'GET /api/movimientos/:id/pdf', params: { id } })
export const printLiquidacion = (id: number) =>
  printFile({ line: 'GET /api/liquidaciones/:id/pdf', params: { id } })
/** `corte` is empty for today. */
export const printEstadoDeCuenta = (id: number, corte: string) =>
  printFile({
    line: 'GET /api/clientes/:id/estado-de-cuenta/pdf',
    params: { id },
    query: { corte: corte || undefined },
  })
