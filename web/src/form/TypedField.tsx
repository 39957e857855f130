import { type ReactNode, useState } from 'react'
import { Field, inputClass } from '../ui/Field.tsx'

export interface TypedFieldProps {
  label: string
  name: string
  /** The parsed value; or the typed text while it cannot be parsed. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string | undefined
  hint?: ReactNode
  required?: boolean
}

interface Props extends TypedFieldProps {
  placeholder?: string | undefined
  /** Typed text → value; null while it cannot be parsed. */
  parse: (typed: string) => string | null
  /** Value → text shown once the field is left. */
  show: (value: string) => string
}

/** A text field whose value differs from its letters: typed in any usual way, shown in one. */
export function TypedField({ name, value, onChange, onBlur, parse, show, placeholder, ...said }: Props) {
  const [text, setText] = useState(show(value))
  const [seen, setSeen] = useState(value)
  // The value was set from outside (a draft, a reload): the text follows.
  if (value !== seen) {
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
