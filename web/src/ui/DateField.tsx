import { fecha } from '@flota/contract/format.ts'
import { type ReactNode, type Ref, useState } from 'react'
import { Field, inputClass } from './Field.tsx'
import { fechaInWords, parseFecha } from './parseFecha.ts'

interface Props {
  label: string
  name: string
  /** `YYYY-MM-DD`, or what was typed while it is no date yet. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  error?: string | undefined
  /** In place of the date in words; null for neither. */
  hint?: ReactNode
  required?: boolean
  /** The company's date, for what 'hoy' and a date without year mean; unknown, they mean nothing yet. */
  today: () => string | undefined
}

const isIso = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)
const asTyped = (value: string) => (isIso(value) ? fecha(value) : value)

/** A date by keyboard: it is typed in any usual way, shown as dd/mm/aaaa and said with its weekday. */
export function DateField({
  label,
  value,
  onChange,
  onBlur,
  today,
  error,
  hint,
  required = false,
  ...input
}: Props) {
  const [text, setText] = useState(asTyped(value))
  const [seen, setSeen] = useState(value)
  // The value was set from outside (a draft, a reload): the text follows.
  if (value !== seen) {
    setSeen(value)
    setText(asTyped(value))
  }
  const type = (typed: string) => {
    const next = parseFecha(typed, today()) ?? typed
    setText(typed)
    setSeen(next)
    onChange(next)
  }
  return (
    <Field
      label={label}
      error={error}
      hint={hint === null ? undefined : hint || (isIso(value) ? fechaInWords(value) : 'dd/mm/aaaa')}
      required={required}
    >
      {(control) => (
        <input
          {...control}
          {...input}
          value={text}
          onChange={(event) => type(event.target.value)}
          onBlur={() => {
            setText(asTyped(value))
            onBlur?.()
          }}
          autoComplete="off"
          inputMode="numeric"
          placeholder={hint === null ? 'dd/mm/aaaa' : undefined}
          className={inputClass}
        />
      )}
    </Field>
  )
}
