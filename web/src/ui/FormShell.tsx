import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { useAskBeforeLeaving } from './useAskBeforeLeaving.ts'
import { useEscape } from './useEscape.ts'

/** Why a save failed, shown above the fields. */
export interface Failure {
  title: string
  detail?: string
  action?: ReactNode
}

interface Props {
  children: ReactNode
  /** Saves. Gives what follows (tell, go back), or null when the fields or `failure` show an error. */
  onSave: () => Promise<(() => Promise<void> | void) | null>
  onClose: () => void
  failure: Failure | null
  /** Leaving a changed form asks. */
  changed?: boolean
  onDiscard?: () => void
  /** One column, for a dialog. */
  narrow?: boolean
  /** The grid's classes, where it is as wide as the page. */
  layout?: string | undefined
  /** The field that gets focus, if not the first. */
  startAt?: string | undefined
}

/** Owns a form's buttons, saving once, error, focus and leaving. */
export function FormShell({ children, onSave, onClose, failure, ...options }: Props) {
  const { changed = false, onDiscard = () => {}, narrow = false, layout, startAt } = options
  const form = useRef<HTMLFormElement>(null)
  const saving = useRef(false)
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const letGo = useAskBeforeLeaving(changed, onDiscard)
  useEscape(onClose)

  // Focus starts at the first field to type, and after a refusal at the first to correct.
  useEffect(() => {
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    const first = find(startAt ? `[name="${startAt}"]` : 'input, select, textarea')
    ;(find('[aria-invalid=true]') ?? (refusals ? find('[role=alert]') : first))?.focus()
  }, [refusals, startAt])

  // A button that mends the failure disappears with it, so focus returns to the form.
  const failed = failure !== null
  useEffect(() => {
    const element = form.current
    if (!failed || !element) return
    return () => {
      if (!saving.current && !element.contains(document.activeElement))
        element.querySelector<HTMLElement>('input, select, textarea')?.focus()
    }
  }, [failed])

  const save = async () => {
    if (saving.current) return
    saving.current = true
    setBusy(true)
    try {
      const andThen = await onSave()
      if (!andThen) return setRefusals((count) => count + 1)
      letGo()
      setBusy(false)
      await andThen()
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
        void save()
      }}
      className={
        narrow
          ? 'mt-4'
          : cx('rounded-ui border border-line bg-card p-4 shadow-soft md:p-6', !layout && 'max-w-4xl')
      }
    >
      {failure && (
        <div className="mb-5">
          <Banner kind="error" title={failure.title} action={failure.action}>
            {failure.detail}
          </Banner>
        </div>
      )}
      <div className={cx('grid gap-y-5', layout ?? cx('gap-x-6', !narrow && 'md:grid-cols-2'))}>
        {children}
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-3 max-md:*:flex-1">
        {!narrow && <p className="mr-auto text-sm text-muted max-md:hidden">Enter guarda, Esc cierra.</p>}
        <Button className={cx('min-w-28', narrow && 'ml-auto')} onClick={onClose}>
          Cancelar
        </Button>
        <Button look="primary" type="submit" busy={busy} className="min-w-28">
          Guardar
        </Button>
      </div>
    </form>
  )
}
