import { formatHora, formatMomento } from '@flota/contract/core/format.ts'
import { tripNameText } from '@flota/contract/core/tripNameText.ts'
import type { Disponible } from '@flota/contract/trips/revision.ts'
import { useEndpoint, useEndpointIf } from '../../../../api/cache/queries.ts'
import type { Form } from '../../../../form/FieldSpec.ts'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import type { ChoiceSource, Option } from '../../../../form/useCombobox.ts'
import { useDebouncedText } from '../../../../ui/useDebouncedText.ts'
import { useDebouncedValue } from '../../../../ui/useDebouncedValue.ts'
import { plannedTime } from './tripFormValues.ts'

type DisponibleKind = 'camiones' | 'choferes' | 'ayudantes'

/** Also the page size of `recordSources`, which gives the notes. */
const porPagina = 20

/**
 * Returns the first records that match the text, with their availability at the trip's time; null until the
 * first answer. Loads before the list opens, so that its order does not jump. `isCurrent` is false until the
 * answer to the typed text arrives: meanwhile `records` are those of the text before.
 */
function useDisponibles(form: Form | undefined, kind: DisponibleKind, text: string) {
  const when = form ? plannedTime(form) : null
  const ruta = form?.id === undefined ? {} : { ruta_id: form.id }
  const settled = useDebouncedValue(when, JSON.stringify(when))
  const buscar = useDebouncedText(text)
  const query = settled && { ...settled, ...ruta, ...(buscar && { buscar }), porPagina, viaje: 'si' as const }
  const { data, isPlaceholderData } = useEndpointIf('GET /api/disponibles', query ? { query } : null)
  const zona = useEndpoint('GET /api/config').data?.data.zona
  if (!when || !zona || !data) return null
  const noteOf = ({ hasta, no_ruta, detenido }: Disponible) => {
    if (!hasta) return undefined
    if (detenido) return `detenido en ${no_ruta}`
    const [day, time] = formatMomento(hasta, zona).split(' ')
    const sameDay = day === when.fecha.split('-').reverse().join('/')
    return `ocupado hasta ${sameDay ? formatHora(time ?? '') : `${day} ${time}`} en ${no_ruta}`
  }
  return {
    isCurrent: !isPlaceholderData && buscar === text,
    records: data.data[kind].map((each) => ({
      ...each,
      busy: noteOf(each),
      detail: each.viaje && tripNameText(each.viaje, when.fecha),
    })),
  }
}

/** Lists free records first and notes until when the others are busy, and with which trip. */
export const availabilitySource = (kind: DisponibleKind): ChoiceSource => ({
  ...recordSources[kind],
  useSearch: (text, form) => {
    const found = recordSources[kind].useSearch(text)
    const known = useDisponibles(form, kind, text ?? '')
    if (!known || !found.options) return found
    const { records, isCurrent } = known
    const notes = new Map(found.options.map(({ id, note }) => [id, note]))
    const places = new Map(records.map(({ id }, place) => [id, place]))
    const placeOf = ({ id }: Option) => places.get(id) ?? records.length
    // The search's page may lack the first free records.
    const options: readonly Option[] = isCurrent
      ? records.map(({ id, nombre }) => ({ id, text: nombre, note: notes.get(id) ?? '' }))
      : found.options.toSorted((a, b) => placeOf(a) - placeOf(b))
    return {
      ...found,
      options: options.map((option) => {
        const { busy, detail } = records[placeOf(option)] ?? {}
        return busy ? { ...option, note: busy, detail } : option
      }),
    }
  },
})
