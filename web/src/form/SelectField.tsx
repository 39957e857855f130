import type { ReactNode } from 'react'
import { Field, inputClass } from '../ui/Field.tsx'

interface Props {
  label: string
  name?: string
  value: string
  /** `[value, label]` in order. */
  words: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
  error?: string | undefined
  hint?: ReactNode
  required?: boolean | undefined
}

/** A choice of few words. */
export function SelectField({ name, value, words, onChange, ...said }: Props) {
  return (
    <Field {...said}>
      {(control) => (
        <select
          {...control}
          name={name}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={inputClass}
        >
          {words.map(([each, label]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
