import type { InputHTMLAttributes, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Field, inputClass } from './Field.tsx'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'required'> {
  label: string
  onChange: (value: string) => void
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
}

export function TextField({ label, hint, error, required, onChange, className, ...input }: Props) {
  return (
    <Field {...{ label, hint, error, required }}>
      {(control) => (
        <input
          {...control}
          {...input}
          onChange={({ target }) => onChange(target.value)}
          className={cx(inputClass, className)}
        />
      )}
    </Field>
  )
}
