import { cx } from './cx.ts'

interface Props {
  label: string
  checked: boolean
  disabled?: boolean
  /** Id of the element that explains the state. */
  describedBy?: string | undefined
  onToggle: () => void
}

/** A switch without visible text. */
export function Switch({ label, checked, disabled, describedBy, onToggle }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={onToggle}
      className="grid place-items-center py-1 max-md:min-h-11 max-md:min-w-11"
    >
      <span
        className={cx(
          'flex h-6 w-10.5 rounded-full border-2 transition-colors',
          checked ? 'justify-end border-good bg-good' : 'border-field bg-card',
        )}
      >
        <span className={cx('m-0.5 size-4 self-center rounded-full', checked ? 'bg-card' : 'bg-field')} />
      </span>
    </button>
  )
}
