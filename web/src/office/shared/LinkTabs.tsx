import { Link } from 'wouter'
import { cx } from '../../ui/cx.ts'

interface Props {
  label: string
  /** Addresses by their labels. */
  hrefs: Readonly<Record<string, string>>
  current: string
  className: string
}

/** Links between the views of a page. */
export const LinkTabs = ({ label, hrefs, current, className }: Props) => (
  <nav aria-label={label} className={cx('flex', className)}>
    {Object.entries(hrefs).map(([text, href]) => (
      <Link
        key={text}
        href={href}
        aria-current={text === current ? 'page' : undefined}
        className={cx(
          'flex min-h-11 items-center border-b-2 px-3 font-bold',
          text === current ? 'border-ink' : 'border-transparent text-muted hover:text-ink',
        )}
      >
        {text}
      </Link>
    ))}
  </nav>
)
