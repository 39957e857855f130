import { sentences } from '@flota/contract/sentences.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DateField } from '../../form/DateField.tsx'

interface Props {
  label: string
  /** `YYYY-MM-DD`, or empty for any. */
  value: string
  today: string | undefined
  onChange: (day: string) => void
  /** What is wrong with the day beside others. */
  error?: string | undefined
}

/** 20/11/2026 is on its way a day of this year and one of 2020. */
const pauseInTyping = 300

const isDay = (text: string) => text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text)

/** A day that narrows a list: it counts once it is one and the fingers rest. */
export function DayFilter({ label, value, today, onChange, error }: Props) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const [left, setLeft] = useState(false)
  // The address changed by itself (back, forward, a link): the field follows.
  if (value !== seen) {
    setSeen(value)
    setTyped(value)
  }
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  // What was changed beside it while the fingers rested must not be undone.
  const latest = useRef(onChange)
  useLayoutEffect(() => {
    latest.current = onChange
  })
  const narrow = (day: string) => {
    window.clearTimeout(timer.current)
    if (isDay(day) && day !== value) latest.current(day)
  }
  const change = (next: string) => {
    setTyped(next)
    setLeft(false)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => narrow(next), pauseInTyping)
  }
  const leave = () => {
    setLeft(true)
    narrow(typed)
  }
  return (
    <div className="w-34 max-md:min-w-34 max-md:flex-1">
      <DateField
        name={label}
        label={label}
        value={typed}
        today={today}
        onChange={change}
        onBlur={leave}
        error={left && !isDay(typed) ? sentences.wrongDate : error}
        hint={null}
      />
    </div>
  )
}
