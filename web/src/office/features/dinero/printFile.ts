import { messageOf } from '../../../api/ApiError.ts'
import { tell } from '../../../ui/ResultPopup.tsx'
import type { FileCall } from '../../shared/export/downloadFile.ts'

/** Prints a paper to be signed, or saves it where the browser prints none; a failure is told. */
async function print(file: FileCall) {
  try {
    const { takeFile } = await import('../../shared/export/downloadFile.ts')
    await takeFile('print', file, new AbortController().signal, () => undefined)
  } catch (error) {
    await tell('error', `Error al generar el PDF: ${messageOf(error)}`)
  }
}

export const printRecibo = (id: number) => print({ line: 'GET /api/movimientos/:id/pdf', params: { id } })
export const printLiquidacion = (id: number) =>
  print({ line: 'GET /api/liquidaciones/:id/pdf', params: { id } })
