import { type DayRange, weekOf } from '@flota/contract/calendario.ts'
import { addDays } from '@flota/contract/dias.ts'
import { useToday } from '../../api/useToday.ts'
import { cx } from '../../ui/cx.ts'

const only = (day: string): DayRange => ({ desde: day, hasta: day })

const choices: Record<string, (hoy: string) => DayRange> = {
  Hoy: only,
  Mañana: (hoy) => only(addDays(hoy, 1)),
  'Esta semana': weekOf,
}

interface Props {
  address: {
    values: Readonly<DayRange>
    change(this: void, range: DayRange): void
  }
}

/** Narrows a list that has `desde` and `hasta` to the company's days by one press; a second one takes it off. */
export function DayChoices({ address: { values, change } }: Props) {
  const hoy = useToday()
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2 max-md:order-last max-md:w-full md:mr-auto md:ml-3">
      <legend className="sr-only">Fechas usuales</legend>
      {Object.entries(choices).map(([label, rangeAt]) => {
        const range = rangeAt(hoy ?? '1970-01-01')
        const chosen = hoy !== undefined && range.desde === values.desde && range.hasta === values.hasta
        return (
          <button
            key={label}
            type="button"
            aria-pressed={chosen}
            disabled={hoy === undefined}
            onClick={() => change(chosen ? only('') : range)}
            className={cx(
              'min-h-10 rounded-full border px-3.5 whitespace-nowrap max-md:min-h-11 max-md:grow',
              chosen
                ? 'border-ink bg-ink font-semibold text-card'
                : 'border-field bg-card text-ink hover:bg-sunken',
            )}
          >
            {label}
          </button>
        )
      })}
    </fieldset>
  )
}
