import { useId } from 'react'
import type { FieldSpec, InputProps } from '../../../form/FieldSpec.ts'
import { cx } from '../../../ui/cx.ts'

/** A check box, unchecked in a new record. */
export const checkboxField = (label: string, labelClass?: string): FieldSpec<string, boolean> => ({
  label,
  empty: 'no',
  read: (stored) => (stored ? 'si' : 'no'),
  send: (value) => value === 'si',
  format: (value) => (value === 'si' ? 'Sí' : 'No'),
  Input: (field) => <CheckboxInput {...field} labelClass={labelClass} />,
})

type CheckboxProps = InputProps<string> & { labelClass: string | undefined }

function CheckboxInput({ name, label, value, onChange, error, hint, labelClass }: CheckboxProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="grid content-center gap-1">
      <label className={cx('flex min-h-10 items-center gap-3 max-md:min-h-11', labelClass)}>
        <input
          type="checkbox"
          name={name}
          checked={value === 'si'}
          aria-describedby={note ? id : undefined}
          onChange={({ target }) => onChange(target.checked ? 'si' : 'no')}
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
