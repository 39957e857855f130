import type { SugerenciasQuery } from '@flota/contract/trips/repetir.ts'
import { useEndpointIf } from '../../../../api/cache/queries.ts'
import { Combobox } from '../../../../form/Combobox.tsx'
import type { FieldSpec } from '../../../../form/FieldSpec.ts'
import { textField } from '../../../../form/fields.tsx'
import type { ChoiceSource } from '../../../../form/useCombobox.ts'
import { idIn } from '../../../../form/validate.ts'
import { useDebouncedText } from '../../../../ui/useDebouncedText.ts'

/** Suggests values of the client's earlier trips, or of all trips if the client has none. */
const suggestionSource = (campo: SugerenciasQuery['campo']): ChoiceSource => ({
  useSearch: (typed, form) => {
    const buscar = useDebouncedText(typed)
    const cliente_id = form ? idIn(form, 'cliente_id') : null
    const query = buscar === null ? null : { campo, buscar }
    const own = useEndpointIf(
      'GET /api/rutas/sugerencias',
      query && cliente_id !== null ? { query: { ...query, cliente_id } } : null,
    )
    const none = cliente_id === null || (own.data?.data.length === 0 && !own.isPlaceholderData)
    const all = useEndpointIf('GET /api/rutas/sugerencias', query && none ? { query } : null)
    const answer = none ? all : own
    return {
      options: answer.data?.data.map(({ valor }, place) => ({ id: place + 1, text: valor })),
      settled: buscar === typed && answer.data !== undefined && !answer.isPlaceholderData,
      failed: null,
      more: false,
      retry: () => {},
    }
  },
})

export const autocompleteField = (
  label: string,
  campo: SugerenciasQuery['campo'],
  placed: Pick<FieldSpec, 'className'>,
): ReturnType<typeof textField> => {
  const { useSearch } = suggestionSource(campo)
  return {
    ...textField(label, placed),
    Input: ({ value, onChange, ...field }) => (
      <Combobox
        {...field}
        value={{ id: null, text: value }}
        onChange={(chosen) => onChange(chosen.text)}
        useSearch={useSearch}
        free
        completes
      />
    ),
  }
}
