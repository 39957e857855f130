import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from './cx.ts'

const buttonLooks = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-strong',
  secondary: 'border border-field bg-card text-ink hover:bg-sunken',
  danger: 'bg-danger-fill text-white hover:[filter:brightness(1.1)]',
  quiet: 'text-ink hover:bg-sunken',
} as const

type ButtonLook = keyof typeof buttonLooks

export const buttonClass = (look: ButtonLook = 'secondary') =>
  cx(
    'inline-flex min-h-10 items-center justify-center gap-2 rounded-ui px-4 font-semibold whitespace-nowrap',
    'transition-[background-color,filter] select-none max-md:min-h-11',
    buttonLooks[look],
  )

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  look?: ButtonLook
  type?: 'button' | 'submit'
  /** A busy button does nothing but keeps its focus, like a disabled one. */
  busy?: boolean
}

export function Button({ look = 'secondary', type = 'button', busy = false, className, ...rest }: Props) {
  const { onClick, children, disabled = false, ...attributes } = rest
  const isInactive = busy || disabled
  return (
    <button
      {...attributes}
      type={type === 'submit' ? 'submit' : 'button'}
      aria-disabled={isInactive || undefined}
      onClick={isInactive ? (event) => event.preventDefault() : onClick}
      className={cx(buttonClass(look), 'relative overflow-hidden', disabled && 'opacity-60', className)}
    >
      {children}
      {busy && (
        <span className="appears-late absolute inset-x-0 bottom-0 h-1 bg-current/20" aria-hidden="true">
          <span className="slides block h-full w-1/4 bg-current" />
        </span>
      )}
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'aria-label'> {
  label: string
  children: ReactNode
  /** For the top bar and the file viewer, dark in both themes. */
  onFrame?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ label, onFrame = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        'grid size-10 shrink-0 place-items-center rounded-ui max-md:size-11 [&>svg]:size-5',
        onFrame
          ? 'text-frame-text outline-accent hover:bg-frame-raised hover:text-frame-strong'
          : 'hover:bg-sunken',
        className,
      )}
    />
  )
}
