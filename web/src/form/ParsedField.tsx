import { fechaInWords } from '@flota/contract/core/calendar.ts'
import { formatFecha } from '@flota/contract/core/format.ts'
import { type ReactNode, useState } from 'react'
import { useToday } from '../api/useToday.ts'
import { TextField } from '../ui/TextField.tsx'
import { parseFecha } from './parseInput.ts'

interface CommonProps {
  label: string
  name: string
  /** Parsed value; the typed text while it cannot be parsed. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string | undefined
  hint?: ReactNode
  required?: boolean | undefined
}

interface Props extends CommonProps {
  placeholder?: string | undefined
  /** Returns null while the text cannot be parsed. */
  parse: (typed: string) => string | null
  /** Returns the text shown after blur. */
  show: (value: string) => string
}

/** A text field that accepts several notations of a value and shows one. */
export function ParsedField({ value, onChange, onBlur, parse, show, ...field }: Props) {
  const { label, hint, error, required, name, placeholder } = field
  const [text, setText] = useState(show(value))
  const [lastValue, setLastValue] = useState(value)
  // A draft or a reload has changed the value: update the text.
  if (value !== lastValue) {
    setLastValue(value)
    setText(show(value))
  }
  const type = (typed: string) => {
    const next = parse(typed) ?? typed
    setText(typed)
    setLastValue(next)
    onChange(next)
  }
  return (
    <TextField
      {...{ label, hint, error, required, name, placeholder }}
      value={text}
      onChange={type}
      onBlur={() => {
        setText(show(value))
        onBlur?.()
      }}
      autoComplete="off"
      inputMode="numeric"
    />
  )
}

export const isIso = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)
const dateFormat = 'dd/mm/aaaa'

/** A date (`YYYY-MM-DD`), shown as dd/mm/aaaa. `hint` replaces the date in words; null shows neither. */
export function DateField({ hint, ...field }: CommonProps) {
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
