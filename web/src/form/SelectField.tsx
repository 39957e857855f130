import type { ReactNode } from 'react'
import { Field, inputClass } from '../ui/Field.tsx'

interface Props {
  label: string
  name?: string
  value: string
  words: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
  error?: string | undefined
  hint?: ReactNode
  required?: boolean | undefined
}

export function SelectField({ name, value, words, onChange, ...field }: Props) {
  return (
    <Field {...field}>
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
