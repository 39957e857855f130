import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props {
  pressed: boolean
  disabled?: boolean
  onPress: () => void
  children: ReactNode
}

export function ToggleButton({ pressed, disabled = false, onPress, children }: Props) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
      className={cx(
        'min-h-10 rounded-full border px-3.5 whitespace-nowrap max-md:min-h-11 max-md:grow',
        pressed
          ? 'border-ink bg-ink font-semibold text-card'
          : 'border-field bg-card text-ink hover:bg-sunken',
      )}
    >
      {children}
    </button>
  )
}
