import { Link, useLocation } from 'wouter'
import type { Section } from '../paths.ts'
import { cx } from '../ui/cx.ts'

interface Props {
  sections: readonly Section[]
  /** Labels show when the sidebar is open; on a rail they wait behind the icons. */
  labelClass?: string
  onFollow?: () => void
}

/** The sidebar's entries: the same on the desk and on the phone. */
export function MenuLinks({ sections, labelClass, onFollow }: Props) {
  const [path] = useLocation()
  return (
    <ul className="grid grid-cols-1 gap-1">
      {sections.map(({ page, label, Icon }) => {
        const current = path === page
        return (
          <li key={page} className="min-w-0">
            <Link
              href={page}
              aria-current={current ? 'page' : undefined}
              onClick={() => onFollow?.()}
              className={cx(
                'relative flex min-h-11 items-center gap-4 rounded-ui px-3 font-medium outline-accent',
                current
                  ? 'bg-frame-raised text-frame-strong'
                  : 'text-frame-text hover:bg-frame-raised hover:text-frame-strong',
              )}
            >
              {current && <span className="absolute inset-y-2 left-0 w-1 rounded-full bg-accent" />}
              <Icon aria-hidden="true" className="size-5.5 shrink-0" />
              <span className={cx('truncate', labelClass)}>{label}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
