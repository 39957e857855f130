import { fullName } from '@flota/contract/core/format.ts'
import { personKey } from '@flota/contract/records/comparison.ts'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { normalizeText } from '../../../form/parseInput.ts'
import type { ComboboxSearch } from '../../../form/useCombobox.ts'

export const pilotosFailed = 'Error cargando pilotos'
const maxPilotoOptions = 20

/** Searches in the browser, because GET /api/piloto returns all assignable pilots. */
export function usePilotoSearch(text: string | null): ComboboxSearch {
  const { data, error, isFetching, refetch } = useEndpoint('GET /api/piloto')
  const words = personKey(text ?? '').split(' ')
  const found = data?.data
    .map(({ id, nombre, apellido }) => ({ id, text: fullName(nombre, apellido) }))
    .filter((option) => words.every((word) => normalizeText(option.text).includes(word)))
  return {
    options: found?.slice(0, maxPilotoOptions),
    settled: data !== undefined,
    failed: error && !data && !isFetching ? pilotosFailed : null,
    more: (found?.length ?? 0) > maxPilotoOptions,
    retry: () => void refetch(),
  }
}

/** Returns a lookup of pilots' names by id; a pilot missing from the list is in the bin. */
export function usePilotoNames() {
  const { data, error, refetch } = useEndpoint('GET /api/piloto')
  const find = (id: number | null) => data?.data.find((each) => each.id === id)
  const nameOf = (id: number | null): string | undefined => {
    if (id === null) return ''
    const piloto = find(id)
    if (piloto) return fullName(piloto.nombre, piloto.apellido)
    return data && 'En la papelera'
  }
  return {
    loaded: data !== undefined,
    error: data ? null : error,
    refetch,
    nameOf,
    isThere: (id: number | null) => find(id) !== undefined,
  }
}
