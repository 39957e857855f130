import { avisoClaseNames, avisoLimits } from '@flota/contract/avisoClases.ts'
import { formatInteger } from '@flota/contract/format.ts'
import type { AnswerOf } from '../../../api/call.ts'

export type AvisosResumen = AnswerOf<'GET /api/avisos/resumen'>['data']

/**
 * In words: where a class is not counted to its end, there are more.
 * @param clases which are counted; by default all
 */
export function avisoCountText(resumen: AvisosResumen, clases = avisoClaseNames): string {
  const counts = clases.map((clase) => resumen[clase] ?? 0)
  return counts.some((count) => count >= avisoLimits.maxCounted)
    ? `más de ${formatInteger(avisoLimits.maxCounted)}`
    : formatInteger(counts.reduce((sum, count) => sum + count, 0))
}
