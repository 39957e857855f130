import { hora } from '@flota/contract/format.ts'
import { type ReactNode, type Ref, useState } from 'react'
import { Field, inputClass } from './Field.tsx'
import { parseHora } from './parseHora.ts'

interface Props {
  label: string
  name: string
  /** `HH:MM`, or what was typed while it is no hour yet. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
  error?: string | undefined
  hint?: ReactNode
  required?: boolean
  /** Typing starts here. */
  start?: boolean
}

/** An hour by keyboard: it is typed in any usual way and shown as HH:mm. */
export function TimeField({
  label,
  value,
  onChange,
  onBlur,
  error,
  hint,
  required = false,
  start,
  ...input
}: Props) {
  const [text, setText] = useState(hora(value))
  const [seen, setSeen] = useState(value)
  // The value was set from outside (a draft, a reload): the text follows.
  if (value !== seen) {
    setSeen(value)
    setText(hora(value))
  }
  const type = (typed: string) => {
    const next = parseHora(typed) ?? typed
    setText(typed)
    setSeen(next)
    onChange(next)
  }
  return (
    <Field label={label} error={error} hint={hint || 'HH:mm'} required={required}>
      {(control) => (
        <input
          {...control}
          data-start={start || undefined}
          {...input}
          value={text}
          onChange={(event) => type(event.target.value)}
          onBlur={() => {
            setText(parseHora(value) ?? value)
            onBlur?.()
          }}
          autoComplete="off"
          inputMode="numeric"
          placeholder="08:30"
          className={inputClass}
        />
      )}
    </Field>
  )
}
