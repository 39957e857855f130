import {
  addPeriods,
  dayRangeOf,
  fechaInWords,
  monthTitle,
  periodsBetween,
  weekOf,
} from '@flota/contract/core/calendar.ts'
import { weekdays } from '@flota/contract/core/dates.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type InputHTMLAttributes, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useToday } from '../api/useToday.ts'
import { IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'

const arrowSteps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}

interface Props {
  chosen: readonly string[]
  onChange: (days: readonly string[]) => void
  error?: string | undefined
  /** The user chooses one day; Enter chooses it too. */
  single?: boolean
}

/** A month of check boxes: arrow keys move between the days, the space bar toggles one. */
export function MonthCalendar({ chosen, onChange, error, single = false }: Props) {
  const hoy = useToday()
  const [shownMonth, setShownMonth] = useState('')
  /** The day in the tab order. */
  const [focusedDay, setFocusedDay] = useState('')
  const grid = useRef<HTMLFieldSetElement>(null)
  const errorId = useId()
  const initialDay = (single && chosen[0]) || hoy || ''
  const month = shownMonth || initialDay.slice(0, 7)
  if (!month) return null
  const { desde, hasta } = dayRangeOf(month)
  const days = periodsBetween(weekOf(desde).desde, weekOf(hasta).hasta)
  const tabStop = [focusedDay, initialDay].find((day) => day.startsWith(month)) ?? desde
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (single && event.key === 'Enter') {
      // Otherwise the same key press activates the element that gets the focus.
      event.preventDefault()
      onChange([event.currentTarget.value])
    }
    const step = arrowSteps[event.key]
    if (!step) return
    event.preventDefault()
    const day = addPeriods(event.currentTarget.value, step)
    if (!day.startsWith(month)) return
    setFocusedDay(day)
    grid.current?.querySelector<HTMLInputElement>(`[value="${day}"]`)?.focus()
  }
  const toggle = (day: string, on: boolean) =>
    onChange(single ? [day] : on ? [...chosen, day] : chosen.filter((each) => each !== day))
  return (
    <fieldset ref={grid} aria-describedby={error ? errorId : undefined}>
      <legend className="sr-only">{single ? 'Día' : 'Días'}</legend>
      <div className="mb-2 flex items-center justify-between">
        <IconButton label="Mes anterior" onClick={() => setShownMonth(addPeriods(month, -1))}>
          <ChevronLeft />
        </IconButton>
        <p aria-live="polite" className="font-semibold">
          {monthTitle(month)} {month.slice(0, 4)}
        </p>
        <IconButton label="Mes siguiente" onClick={() => setShownMonth(addPeriods(month, 1))}>
          <ChevronRight />
        </IconButton>
      </div>
      <div className="grid grid-cols-7 gap-1 text-center">
        {weekdays.map((day) => (
          <span key={day} aria-hidden="true" className="text-sm text-muted">
            {day.slice(0, 2)}
          </span>
        ))}
        {days.map((day) =>
          day.startsWith(month) ? (
            <Day
              key={day}
              day={day}
              today={day === hoy}
              tabIndex={day === tabStop ? 0 : -1}
              checked={chosen.includes(day)}
              single={single}
              aria-invalid={(error !== undefined && day === tabStop) || undefined}
              onToggle={(on) => toggle(day, on)}
              onFocus={() => setFocusedDay(day)}
              onKeyDown={press}
            />
          ) : (
            <span key={day} />
          ),
        )}
      </div>
      {error && (
        <p id={errorId} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface DayProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onToggle'> {
  day: string
  today: boolean
  single: boolean
  onToggle: (on: boolean) => void
}

function Day({ day, today, single, onToggle, ...input }: DayProps) {
  return (
    <label
      className={cx(
        'relative grid min-h-10 cursor-pointer place-items-center rounded-ui border hover:bg-sunken max-md:min-h-11',
        'has-checked:border-link has-checked:bg-link has-checked:font-bold has-checked:text-card',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        today ? 'border-link' : 'border-line',
      )}
    >
      <input
        {...input}
        type={single ? 'radio' : 'checkbox'}
        value={day}
        aria-label={fechaInWords(day)}
        onChange={({ target }) => !single && onToggle(target.checked)}
        // A radio button that is already checked fires no change event.
        onClick={() => single && onToggle(true)}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      {Number(day.slice(8))}
    </label>
  )
}
