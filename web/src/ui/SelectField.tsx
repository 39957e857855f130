import type { ReactNode } from 'react'
import { Field, inputClass } from './Field.tsx'

interface Props<Word extends string> {
  label: string
  name?: string
  value: Word | ''
  words: readonly (readonly [value: Word, label: string])[]
  onChange: (value: Word) => void
  /** Shown while the value is empty. */
  placeholder?: string
  error?: string | undefined
  hint?: ReactNode
  required?: boolean | undefined
}

export function SelectField<Word extends string>(props: Props<Word>) {
  const { name, value, words, onChange, placeholder, ...field } = props
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          name={name}
          value={value}
          // The options are the words.
          onChange={({ target }) => onChange(target.value as Word)}
          className={inputClass}
        >
          {placeholder && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
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
