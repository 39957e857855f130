import { catalogues } from '@flota/contract/catalogues.ts'
import { registros } from '@flota/contract/registros.ts'
import { useEndpoint, useEndpointIf } from '../../api/cache/queries.ts'
import { normalizeText } from '../parseInput.ts'
import type { ComboboxSearch } from '../useCombobox.ts'

/** The types of papers as a combobox source: they are few, and searched here. */
export const documentoTipoSource = {
  useSearch: (text: string | null): ComboboxSearch => {
    const found = useEndpointIf('GET /api/documento-tipos', text === null ? null : {})
    return {
      options: found.data?.data
        .filter(({ nombre }) => normalizeText(nombre).includes(normalizeText(text ?? '')))
        .map(({ id, nombre, aplica }) => ({ id, text: nombre, note: catalogues[aplica].words.title })),
      settled: found.data !== undefined,
      failed: found.error && !found.isFetching ? 'Error al cargar los tipos de documento' : null,
      more: false,
      retry: () => void found.refetch(),
    }
  },
  /** A hook that reads a type's name, for an address, which has only its id. */
  useName: (id: string) => {
    const { data } = useEndpoint('GET /api/documento-tipos')
    if (!data) return ''
    return data.data.find((tipo) => String(tipo.id) === id)?.nombre ?? registros.documento_tipos.notFound
  },
}
