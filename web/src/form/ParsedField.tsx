import { fechaInWords } from '@flota/contract/calendar.ts'
import { formatFecha } from '@flota/contract/format.ts'
import { type ReactNode, useState } from 'react'
import { useToday } from '../api/useToday.ts'
import { Field, inputClass } from '../ui/Field.tsx'
import { parseFecha } from './parseInput.ts'

interface CommonProps {
  label: string
  name: string
  /** The parsed value; or the typed text while it cannot be parsed. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string | undefined
  hint?: ReactNode
  required?: boolean | undefined
}

interface Props extends CommonProps {
  placeholder?: string | undefined
  /** Typed text → value; null while it cannot be parsed. */
  parse: (typed: string) => string | null
  /** Value → text shown once the field is left. */
  show: (value: string) => string
}

/** A text field whose value differs from its letters: typed in any usual way, shown in one. */
export function ParsedField({ name, value, onChange, onBlur, parse, show, placeholder, ...said }: Props) {
  const [text, setText] = useState(show(value))
  const [lastValue, setSeen] = useState(value)
  // The value was set from outside (a draft, a reload): the text follows.
  if (value !== lastValue) {
    setSeen(value)
    setText(show(value))
  }
  const type = (typed: string) => {
    const next = parse(typed) ?? typed
    setText(typed)
    setSeen(next)
    onChange(next)
  }
  return (
    <Field {...said}>
      {(control) => (
        <input
          {...control}
          name={name}
          placeholder={placeholder}
          value={text}
          onChange={(event) => type(event.target.value)}
          onBlur={() => {
            setText(show(value))
            onBlur?.()
          }}
          autoComplete="off"
          inputMode="numeric"
          className={inputClass}
        />
      )}
    </Field>
  )
}

export const isIso = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)
const dateFormat = 'dd/mm/aaaa'

/** A date (`YYYY-MM-DD`) shown as dd/mm/aaaa. `hint` replaces the date in words below it; null shows neither. */
export function DateField({ hint, ...field }: CommonProps) {
  // For 'hoy' and dates without a year.
  const today = useToday()
  const inWords = isIso(field.value) ? fechaInWords(field.value) : dateFormat
  return (
    <ParsedField
      {...field}
      parse={(typed) => parseFecha(typed, today)}
      show={(value) => (isIso(value) ? formatFecha(value) : value)}
      hint={hint === null ? undefined : hint || inWords}
      placeholder={hint === null ? dateFormat : undefined}
    />
  )
}
