import { formatFecha } from '@flota/contract/format.ts'
import { useEndpointIf } from '../../../../api/cache/queries.ts'
import { type AnswerOf, call } from '../../../../api/call.ts'
import type { Form } from '../../../../form/FieldSpec.ts'
import type { ChoiceSource, ComboboxSearch, Option } from '../../../../form/useCombobox.ts'
import { idIn } from '../../../../form/validate.ts'
import { useDebouncedText } from '../../../../ui/useDebouncedText.ts'

type Ruta = AnswerOf<'GET /api/movimientos/rutas'>['data'][number]

const optionOf = ({ id, no_ruta, fecha: day, piloto, destino }: Ruta): Option => ({
  id,
  text: no_ruta,
  note: [formatFecha(day), piloto, destino].filter(Boolean).join(' · '),
})

/**
 * Newest trips, filtered by the form's pilot. Uses its own endpoint, because the user may lack access to GET
 * /api/rutas.
 */
export const rutaSource: ChoiceSource = {
  useSearch: (text: string | null, form?: Form): ComboboxSearch => {
    const rested = useDebouncedText(text)
    const chofer = form && idIn(form, 'chofer_id')
    const query = { buscar: rested ?? '', ...(chofer && { chofer_id: chofer }) }
    const found = useEndpointIf('GET /api/movimientos/rutas', rested === null ? null : { query })
    return {
      options: found.data?.data.map(optionOf),
      settled: rested === text && found.data !== undefined && !found.isPlaceholderData,
      failed: found.error && !found.isFetching ? 'Error al cargar las rutas' : null,
      more: found.data?.data.length === maxRutaOptions,
      retry: () => void found.refetch(),
    }
  },
  find: async (buscar) => {
    const { data } = await call('GET /api/movimientos/rutas', { query: { buscar } })
    return data.map(optionOf)
  },
}

/** The endpoint's page size. */
const maxRutaOptions = 20
