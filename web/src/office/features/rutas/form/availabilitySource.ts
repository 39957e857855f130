import { hora, momento } from '@flota/contract/format.ts'
import type { Disponible } from '@flota/contract/revision.ts'
import { useEndpoint, useEndpointWhile } from '../../../../api/cache/queries.ts'
import type { Form } from '../../../../form/FieldSpec.ts'
import { sources } from '../../../../form/recordPicker/recordSources.ts'
import type { ChoiceSource, Option } from '../../../../form/useCombobox.ts'
import { useSettled } from '../../../../ui/useDebouncedValue.ts'
import { whenIn } from './tripFormValues.ts'

type Kind = 'camiones' | 'choferes' | 'ayudantes'

/** As many as a search gives. */
const shown = 20

/** Who or what is free at the trip's hour, once that is there; asked before a list is opened, so that it opens in order. */
function useDisponibles(form: Form | undefined, kind: Kind) {
  const when = form ? whenIn(form) : null
  const ruta = form?.id === undefined ? {} : { ruta_id: form.id }
  const settled = useSettled(when, JSON.stringify(when))
  const query = settled && { ...settled, ...ruta }
  const { data } = useEndpointWhile('GET /api/disponibles', query ? { query } : null)
  const zona = useEndpoint('GET /api/config').data?.data.zona
  if (!when || !zona || !data) return null
  const busy = ({ hasta, no_ruta }: Disponible) => {
    if (!hasta) return undefined
    const [day, time] = momento(hasta, zona).split(' ')
    const sameDay = day === when.fecha.split('-').reverse().join('/')
    return `ocupado hasta ${sameDay ? hora(time ?? '') : `${day} ${time}`} en ${no_ruta}`
  }
  return data.data[kind].map((each) => ({ ...each, busy: busy(each) }))
}

/** A source whose free records come first, and whose others say until when they are taken. */
export const byDisponible = (kind: Kind): ChoiceSource => ({
  ...sources[kind],
  useSearch: (text, form) => {
    const found = sources[kind].useSearch(text)
    const all = useDisponibles(form, kind)
    if (!all || !found.options) return found
    const notes = new Map(found.options.map(({ id, note }) => [id, note]))
    const places = new Map(all.map(({ id }, place) => [id, place]))
    const placeOf = ({ id }: Option) => places.get(id) ?? all.length
    // Without a text the first of all are meant, which a page of the search need not hold.
    const options: readonly Option[] =
      text === ''
        ? all.slice(0, shown).map(({ id, nombre }) => ({ id, text: nombre, note: notes.get(id) ?? '' }))
        : found.options.toSorted((a, b) => placeOf(a) - placeOf(b))
    return {
      ...found,
      options: options.map((option) => {
        const busy = all[placeOf(option)]?.busy
        return busy ? { ...option, note: busy } : option
      }),
    }
  },
})
