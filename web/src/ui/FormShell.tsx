import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { useEscape } from './useEscape.ts'
import { useNavigationGuard } from './useNavigationGuard.ts'

interface FormError {
  title: string
  detail?: string
  action?: ReactNode
}

interface Props {
  children: ReactNode
  /**
   * Saves. Returns the next step (show the result, go back), or null when the fields or `failure` show an error.
   * `isMounted` is false once the user has left the form: then the next step only shows the result.
   */
  onSave: (isMounted: () => boolean) => Promise<(() => Promise<void> | void) | null>
  onClose: () => void
  failure: FormError | null
  changed?: boolean
  onDiscard?: () => void
  /** One column, for a dialog. */
  narrow?: boolean
  /** Grid classes; three columns by default. */
  layout?: string | undefined
  /** Beside the fields; below them on a narrow screen. */
  aside?: ReactNode
  /** Name of the focused field, null for none; the first by default. */
  initialFocus?: string | null | undefined
  submitLabel?: string | undefined
  /** The submit button does nothing yet. */
  waiting?: boolean | undefined
}

export function FormShell({ children, onSave, onClose, failure, ...options }: Props) {
  const { changed = false, onDiscard = () => {}, narrow = false, layout, aside, initialFocus } = options
  const { submitLabel = 'Guardar', waiting = false } = options
  const form = useRef<HTMLFormElement>(null)
  const saving = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failedSaves, setFailedSaves] = useState(0)
  const releaseGuard = useNavigationGuard(changed, onDiscard)
  // Another open form on the page handles its own Esc.
  useEscape(onClose, (target) => form.current?.contains(target) || !target.closest('form'))

  useFormFocus({ form, saving, failedSaves, initialFocus, failed: failure !== null })

  const save = async () => {
    if (saving.current) return
    saving.current = true
    setBusy(true)
    try {
      const afterSave = await onSave(() => form.current !== null)
      if (!afterSave) return setFailedSaves((count) => count + 1)
      releaseGuard()
      setBusy(false)
      await afterSave()
    } finally {
      saving.current = false
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // React events of a form in a dialog bubble to the form that rendered the dialog.
        event.stopPropagation()
        void save()
      }}
      className={
        narrow ? 'mt-4' : 'rounded-ui border border-line bg-card p-4 pb-0 shadow-soft md:p-6 md:pb-0'
      }
    >
      {failure && (
        <div className="mb-5">
          <Banner kind="error" title={failure.title} action={failure.action}>
            {failure.detail}
          </Banner>
        </div>
      )}
      <div className={cx(Boolean(aside) && 'grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_17rem]')}>
        <div
          className={cx('grid gap-y-5', layout ?? cx('gap-x-6', !narrow && 'md:grid-cols-2 xl:grid-cols-3'))}
        >
          {children}
        </div>
        {aside}
      </div>
      <div className="sticky bottom-0 -mx-4 mt-6 flex items-center justify-end gap-3 rounded-b-ui border-t border-line bg-card p-4 max-md:*:flex-1 [@media(max-height:30rem)]:py-1.5 md:-mx-6 md:px-6">
        {!narrow && <p className="mr-2 text-sm text-muted max-md:hidden">Enter guarda, Esc cierra.</p>}
        <Button className="min-w-28" onClick={onClose}>
          Cancelar
        </Button>
        <Button look="primary" type="submit" busy={busy || waiting} className="min-w-28">
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

interface FormFocusOptions {
  form: RefObject<HTMLFormElement | null>
  saving: RefObject<boolean>
  failedSaves: number
  initialFocus: string | null | undefined
  failed: boolean
}

function useFormFocus({ form, saving, failedSaves, initialFocus, failed }: FormFocusOptions) {
  // Focuses the first field, and after a failed save the first error. A microtask runs after showModal of a dialog
  // around the form and before the user can focus another field.
  useLayoutEffect(() => {
    queueMicrotask(() => {
      const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
      const first = find(initialFocus ? `[name="${initialFocus}"]` : 'input, select, textarea')
      const start = failedSaves ? find('[role=alert]') : initialFocus === null ? null : first
      ;(find('[aria-invalid=true]') ?? start)?.focus()
    })
  }, [form, failedSaves, initialFocus])

  // A button that fixes the error disappears with it, so focus returns to the form.
  useEffect(() => {
    const element = form.current
    if (!failed || !element) return
    return () => {
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the cleanup needs the flag's current value
      if (!saving.current && !element.contains(document.activeElement))
        element.querySelector<HTMLElement>('input, select, textarea')?.focus()
    }
  }, [form, saving, failed])
}
