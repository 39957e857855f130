import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

interface Control {
  id: string
  'aria-required': true | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface Props {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** False adds (opcional) to the label; undefined for a field outside of forms. */
  required?: boolean | undefined
  children: (control: Control) => ReactNode
}

/** Connects label, hint and error to the input for screen readers. */
export function Field({ label, hint, error, required, children }: Props) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const control: Control = {
    id,
    'aria-required': required || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
  }
  return (
    <div className="grid content-start gap-1">
      <div>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {required === false && (
          // Screen readers announce the required fields instead.
          <span aria-hidden="true" className="text-muted">
            {' '}
            (opcional)
          </span>
        )}
      </div>
      {children(control)}
      {error && (
        <p id={errorId} className="text-sm text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

export const inputClass = cx(
  'min-h-10 w-full rounded-ui border border-field bg-card px-3 text-ellipsis text-ink max-md:min-h-11 max-md:text-base',
  'aria-invalid:border-danger aria-invalid:outline-danger disabled:bg-sunken',
)
