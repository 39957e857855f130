import { type DayRange, weekOf } from '@flota/contract/core/calendar.ts'
import { addDays } from '@flota/contract/core/dates.ts'
import { createStore } from '../../api/store.ts'
import { useToday } from '../../api/useToday.ts'
import { ToggleButton } from '../../ui/ToggleButton.tsx'

const singleDay = (day: string): DayRange => ({ desde: day, hasta: day })

const presets: Record<string, (hoy: string) => DayRange> = {
  Hoy: singleDay,
  Mañana: (hoy) => singleDay(addDays(hoy, 1)),
  'Esta semana': weekOf,
}

const storageKey = 'días'
const lastChoice = createStore(localStorage.getItem(storageKey) ?? '')
const storeChoice = (label: string) => {
  localStorage.setItem(storageKey, label)
  lastChoice.set(label)
}
const clearChoice = () => storeChoice('')

/** Returns a list's initial days; null while they depend on the unknown current date. */
export function useRememberedDays() {
  const hoy = useToday()
  const rangeAt = presets[lastChoice.use()]
  if (rangeAt && hoy === undefined) return null
  return { values: { ...(rangeAt && hoy ? rangeAt(hoy) : singleDay('')) }, forget: clearChoice }
}

interface Props {
  address: { values: Readonly<DayRange>; change(this: void, range: DayRange): void }
}

/** Buttons that filter a list by days; a second click clears the filter. */
export function DayChoices({ address: { values, change } }: Props) {
  const hoy = useToday()
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2 max-md:order-last max-md:w-full md:mr-auto md:ml-3">
      <legend className="sr-only">Fechas usuales</legend>
      {Object.entries(presets).map(([label, rangeAt]) => {
        const range = rangeAt(hoy ?? '1970-01-01')
        const chosen = hoy !== undefined && range.desde === values.desde && range.hasta === values.hasta
        return (
          <ToggleButton
            key={label}
            pressed={chosen}
            disabled={hoy === undefined}
            onPress={() => {
              change(chosen ? singleDay('') : range)
              if (!chosen) storeChoice(label)
            }}
          >
            {label}
          </ToggleButton>
        )
      })}
    </fieldset>
  )
}
