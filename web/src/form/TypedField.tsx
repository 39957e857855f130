import { type ReactNode, useState } from 'react'
import { Field, inputClass } from '../ui/Field.tsx'

export interface TypedFieldProps {
  label: string
  name: string
  /** What was meant, as it travels; or what was typed while it means nothing yet. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string | undefined
  hint?: ReactNode
  required?: boolean
}

interface Props extends TypedFieldProps {
  placeholder?: string | undefined
  /** What is typed → what is meant; null while it is nothing. */
  parse: (typed: string) => string | null
  /** What is meant → how it is shown once the field is left. */
  show: (value: string) => string
}

/** A text that means something else than its letters: typed in any usual way, shown in one. */
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
