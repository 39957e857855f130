import { sentences } from '@flota/contract/core/sentences.ts'
import { useState } from 'react'
import { DateField, isIso } from '../../form/ParsedField.tsx'
import { useDelayedCall } from '../../ui/useDelayedCall.ts'

interface Props {
  label: string
  /** `YYYY-MM-DD`; empty for any day. */
  value: string
  onChange: (day: string) => void
  error?: string | undefined
}

/** Typing 20/11/2026 passes 20/11 and 20/11/20, which are dates too. */
const debounceMs = 300

const isDay = (text: string) => text === '' || isIso(text)

/** Filters by a day after a pause in typing, once the day is valid. */
export function DayFilter({ label, value, onChange, error }: Props) {
  const [typed, setTyped] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const [isBlurred, setBlurred] = useState(false)
  // Back, forward or a link has changed the address: update the field.
  if (value !== lastValue) {
    setLastValue(value)
    setTyped(value)
  }
  const { callNow, callLater } = useDelayedCall((day: string) => {
    if (isDay(day) && day !== value) onChange(day)
  }, debounceMs)
  const change = (next: string) => {
    setTyped(next)
    setBlurred(false)
    callLater(next)
  }
  const onBlur = () => {
    setBlurred(true)
    callNow(typed)
  }
  return (
    <div className="w-32 max-md:min-w-34 max-md:flex-1">
      <DateField
        name={label}
        label={label}
        value={typed}
        onChange={change}
        onBlur={onBlur}
        error={isBlurred && !isDay(typed) ? sentences.wrongDate : error}
        hint={null}
      />
    </div>
  )
}
