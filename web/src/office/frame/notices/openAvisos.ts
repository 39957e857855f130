import { formatInteger } from '@flota/contract/core/format.ts'
import { type AvisoClaseName, avisoClaseNames, avisoLimits } from '@flota/contract/system/avisoClases.ts'
import type { AnswerOf } from '../../../api/call.ts'
import { createStore } from '../../../api/store.ts'

export const openAvisosStore = createStore<'todos' | AvisoClaseName | null>(null)

export const openAvisos = (at: 'todos' | AvisoClaseName = 'todos') => openAvisosStore.set(at)

export type AvisosResumen = AnswerOf<'GET /api/avisos/resumen'>['data']

/** Counts notices in words; 'más de' if a class reached the counting limit. Counts all classes by default. */
export function avisoCountText(resumen: AvisosResumen, clases = avisoClaseNames): string {
  const counts = clases.map((clase) => resumen[clase] ?? 0)
  return counts.some((count) => count >= avisoLimits.maxCounted)
    ? `más de ${formatInteger(avisoLimits.maxCounted)}`
    : formatInteger(counts.reduce((sum, count) => sum + count, 0))
}
