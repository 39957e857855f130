import type { CatalogueName } from '@flota/contract/records/catalogues.ts'
import { useSave } from '../../api/cache/queries.ts'
import { type Action, removeAction } from '../../list/table/rowActions.ts'

type RemoveLine =
  `DELETE /api/${CatalogueName | 'documento-tipos' | 'documentos' | 'mantenimientos' | 'planes' | 'restricciones' | 'tarifas'}/:id`

/** Returns the row action that deletes a record after confirmation. `errorTitle` replaces an empty error message. */
export function useRemoveAction<Row extends { id: number | null; version: number | null }>(
  line: RemoveLine,
  errorTitle: string,
  ask: (row: Row) => { question: string; detail?: string },
): Action<Row> {
  const remove = useSave(line)
  return {
    ...removeAction,
    // Rows without a stored record have no id and no such action.
    when: ({ id }) => id !== null,
    ask: (row) => ({
      ...ask(row),
      act: () => remove({ params: { id: row.id ?? 0 }, query: { version: row.version ?? undefined } }),
      errorMessage: (cause) => cause || errorTitle,
    }),
  }
}
