import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { useEscape } from './useEscape.ts'
import { useNavigationGuard } from './useNavigationGuard.ts'

/** Why a save failed, shown above the fields. */
interface FormError {
  title: string
  detail?: string
  action?: ReactNode
}

interface Props {
  children: ReactNode
  /**
   * Saves. Gives what follows (tell, go back), or null when the fields or `failure` show an error. Who left the form
   * meanwhile, so that `isHere` is false, is told; what is open by then stays.
   */
  onSave: (isHere: () => boolean) => Promise<(() => Promise<void> | void) | null>
  onClose: () => void
  failure: FormError | null
  /** Leaving a changed form asks. */
  changed?: boolean
  onDiscard?: () => void
  /** One column, for a dialog. */
  narrow?: boolean
  /** The grid's classes, if not three columns. */
  layout?: string | undefined
  /** Beside the fields, or below them where there is no room. */
  aside?: ReactNode
  /** The field that gets focus, if not the first. */
  initialFocus?: string | undefined
  /** What saving does, on its button. */
  submitLabel?: string | undefined
}

/** Owns a form's buttons, saving once, error, focus and leaving. */
export function FormShell({ children, onSave, onClose, failure, ...options }: Props) {
  const { changed = false, onDiscard = () => {}, narrow = false, layout, aside, initialFocus } = options
  const { submitLabel = 'Guardar' } = options
  const form = useRef<HTMLFormElement>(null)
  const saving = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failedSaves, setRefusals] = useState(0)
  const releaseGuard = useNavigationGuard(changed, onDiscard)
  useEscape(onClose)

  useFormFocus({ form, saving, refusals: failedSaves, startAt: initialFocus, failed: failure !== null })

  const save = async () => {
    if (saving.current) return
    saving.current = true
    setBusy(true)
    try {
      const afterSave = await onSave(() => form.current !== null)
      if (!afterSave) return setRefusals((count) => count + 1)
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
        // For React a form in a dialog over this one stands in it.
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
      {/* In sight however long the form is, as with its errors. */}
      <div className="sticky bottom-0 -mx-4 mt-6 flex items-center justify-end gap-3 rounded-b-ui border-t border-line bg-card p-4 max-md:*:flex-1 md:-mx-6 md:px-6">
        {!narrow && <p className="mr-2 text-sm text-muted max-md:hidden">Enter guarda, Esc cierra.</p>}
        <Button className="min-w-28" onClick={onClose}>
          Cancelar
        </Button>
        <Button look="primary" type="submit" busy={busy} className="min-w-28">
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

interface FormFocusOptions {
  form: RefObject<HTMLFormElement | null>
  saving: RefObject<boolean>
  refusals: number
  startAt: string | undefined
  failed: boolean
}

function useFormFocus({ form, saving, refusals, startAt, failed }: FormFocusOptions) {
  // Focus starts at the first field to type, and after a refusal at the first to correct. At once, before anybody else
  // can have chosen a field, but after a dialog around it has opened.
  useLayoutEffect(() => {
    queueMicrotask(() => {
      const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
      const first = find(startAt ? `[name="${startAt}"]` : 'input, select, textarea')
      ;(find('[aria-invalid=true]') ?? (refusals ? find('[role=alert]') : first))?.focus()
    })
  }, [form, refusals, startAt])

  // A button that mends the failure disappears with it, so focus returns to the form.
  useEffect(() => {
    const element = form.current
    if (!failed || !element) return
    return () => {
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- a flag, whose value now is meant
      if (!saving.current && !element.contains(document.activeElement))
        element.querySelector<HTMLElement>('input, select, textarea')?.focus()
    }
  }, [form, saving, failed])
}
