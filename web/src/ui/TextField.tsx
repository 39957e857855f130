import { type InputHTMLAttributes, type ReactNode, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { Field, inputClass } from './Field.tsx'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'required'> {
  label: string
  onChange: (value: string) => void
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
}

/**
 * Selects a suggestion that arrives in an empty field with the focus: typing replaces it, as it replaces one that was
 * there before.
 */
function useSelectedSuggestion(value: Props['value']) {
  const ref = useRef<HTMLInputElement>(null)
  const isTyping = useRef(false)
  const last = useRef(value)
  useLayoutEffect(() => {
    const isSuggested = last.current === '' && value !== '' && !isTyping.current
    if (isSuggested && ref.current === document.activeElement) ref.current?.select()
    isTyping.current = false
    last.current = value
  })
  return { ref, onTyping: () => (isTyping.current = true) }
}

export function TextField({ label, hint, error, required, onChange, className, ...input }: Props) {
  const { ref, onTyping } = useSelectedSuggestion(input.value)
  return (
    <Field {...{ label, hint, error, required }}>
      {(control) => (
        <input
          {...control}
          {...input}
          ref={ref}
          onChange={({ target }) => {
            onTyping()
            onChange(target.value)
          }}
          className={cx(inputClass, className)}
        />
      )}
    </Field>
  )
}
