import { useId } from 'react'
import type { InputProps } from '../../../../form/FieldSpec.ts'

/** A checkbox with the values 'si' and ''. */
export function CheckField({ name, label, value, onChange, error, hint }: InputProps<string>) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="grid content-center gap-1">
      <label className="flex min-h-10 items-center gap-3 max-md:min-h-11">
        <input
          type="checkbox"
          name={name}
          checked={value === 'si'}
          aria-describedby={note ? id : undefined}
          onChange={({ target }) => onChange(target.checked ? 'si' : '')}
          className="size-5 shrink-0 accent-link"
        />
        {label}
      </label>
      {note && (
        <p id={id} className={error ? 'text-sm text-danger' : 'text-sm text-muted'}>
          {note}
        </p>
      )}
    </div>
  )
}
