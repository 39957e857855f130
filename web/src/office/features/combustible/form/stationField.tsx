import { useEndpointIf } from '../../../../api/cache/queries.ts'
import { Combobox } from '../../../../form/Combobox.tsx'
import { textField } from '../../../../form/fields.tsx'
import { normalizeText } from '../../../../form/parseInput.ts'
import type { ComboboxSearch } from '../../../../form/useCombobox.ts'
import { useDebouncedText } from '../../../../ui/useDebouncedText.ts'

/** Suggests the stations of the newest cargas that match. */
function useStations(typed: string | null): ComboboxSearch {
  const buscar = useDebouncedText(typed)
  const answer = useEndpointIf(
    'GET /api/cargas',
    buscar === null ? null : { query: { buscar, porPagina: 100 } },
  )
  const names = answer.data?.data
    .map(({ estacion }) => estacion ?? '')
    // The search also finds trucks and pilots.
    .filter((name) => name !== '' && normalizeText(name).includes(normalizeText(buscar ?? '')))
  return {
    options: names && [...new Set(names)].map((text, place) => ({ id: place + 1, text })),
    settled: buscar === typed && answer.data !== undefined && !answer.isPlaceholderData,
    failed: null,
    more: false,
    retry: () => {},
  }
}

export const stationField: ReturnType<typeof textField> = {
  ...textField('Estación'),
  Input: ({ value, onChange, ...field }) => (
    <Combobox
      {...field}
      value={{ id: null, text: value }}
      onChange={(chosen) => onChange(chosen.text)}
      useSearch={useStations}
      free
      completes
    />
  ),
}
