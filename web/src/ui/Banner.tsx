import CircleAlert from 'lucide-react/icons/circle-alert'
import Info from 'lucide-react/icons/info'
import { type ReactNode, type Ref, useRef } from 'react'
import { cx } from './cx.ts'
import { useRestoreFocus } from './useRestoreFocus.ts'

interface Props {
  kind: 'error' | 'notice'
  title: string
  children?: ReactNode
  action?: ReactNode
  ref?: Ref<HTMLDivElement>
}

export function Banner({ kind, title, children, action, ref }: Props) {
  const Icon = kind === 'error' ? CircleAlert : Info
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={kind === 'error' ? 'alert' : 'status'}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-ui border-l-4 px-4 py-3',
        kind === 'error'
          ? 'border-danger bg-danger-soft text-danger'
          : 'border-notice bg-notice-soft text-notice',
      )}
    >
      <Icon className="size-5 shrink-0" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold whitespace-pre-line">{title}</p>
        {children && <div className="text-ink">{children}</div>}
      </div>
      {action && <BannerAction>{action}</BannerAction>}
    </div>
  )
}

/** The action often removes the banner, and with it the focused button. */
function BannerAction({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useRestoreFocus(place)
  return (
    <div ref={place} className="contents">
      {children}
    </div>
  )
}
