import { calls } from '@flota/contract/core/calls.ts'
import { formatInteger } from '@flota/contract/core/format.ts'
import type { Importacion } from '@flota/contract/imports/importar.ts'
import { ApiError } from '../../../api/ApiError.ts'
import { useSave } from '../../../api/cache/queries.ts'
import { serverNow } from '../../../api/clock.ts'
import { usePermission } from '../../../api/session.ts'
import { useIdempotencyKey } from '../../../api/useIdempotencyKey.ts'
import { confirmAndRun } from '../../../list/table/rowActions.ts'

export const writtenRecords = ({ nuevas, cambiadas }: Pick<Importacion, 'nuevas' | 'cambiadas'>) =>
  nuevas + cambiadas

export const recordsText = (n: number) => (n === 1 ? '1 registro' : `${formatInteger(n)} registros`)

/** Undoes an import after confirmation; `can` tells whether the user may. */
export function useUndoImport() {
  const may = usePermission()
  const once = useIdempotencyKey()
  const send = useSave('POST /api/importaciones/:id/deshacer')
  const mayRutas = may(calls['DELETE /api/rutas/:id'])
  const act = async ({ id, version }: Importacion, onDone?: (undone: Importacion) => void) => {
    try {
      const answer = await once({ id, version }, (idempotencyKey) =>
        send({ params: { id }, body: { version }, idempotencyKey }),
      )
      onDone?.(answer.data)
      return answer
    } catch (error) {
      if (!(error instanceof ApiError) || error.registros.length === 0) throw error
      throw new Error([error.message, ...error.registros].join('\n'), { cause: error })
    }
  }
  const isLate = ({ deshacer_hasta }: Importacion) => Date.parse(deshacer_hasta) < serverNow()
  return {
    isLate,
    can: (importacion: Importacion) =>
      importacion.deshecha_en === null &&
      writtenRecords(importacion) > 0 &&
      !isLate(importacion) &&
      (importacion.tipo !== 'rutas' || mayRutas),
    ask: (importacion: Importacion, onDone?: (undone: Importacion) => void) =>
      confirmAndRun({
        question: `¿Deseas deshacer la importación de ${recordsText(writtenRecords(importacion))}?`,
        detail: importacion.nombre,
        act: () => act(importacion, onDone),
        errorMessage: (cause) => cause || 'Error al deshacer la importación',
      }),
  }
}
