import { entero } from '@flota/contract/format.ts'
import type { LucideIcon } from 'lucide-react'
import { Link } from 'wouter'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'

interface Props {
  label: string
  /** Undefined while loading. */
  value: number | string | undefined
  href?: string
  Icon: LucideIcon
  color?: string
  /** The whole width of a phone. */
  wide?: boolean
}

const box =
  'flex min-h-19 items-center gap-4 rounded-ui border border-line bg-card p-3 shadow-soft md:min-h-22 md:px-4'

/** Width of a bold digit, in em. */
const perCharacter = 0.64
/** The usual size, or smaller where a long amount has too little room beside its icon. */
const sizeOf = (amount: string) => `min(1.875rem, 100cqi / ${amount.length * perCharacter})`

/** One figure of a summary, as a list item. */
export function FigureCard({
  label,
  value,
  href,
  Icon,
  color = 'border-line bg-sunken text-ink',
  wide = false,
}: Props) {
  const content = (
    <>
      <span
        className={cx('grid size-11 shrink-0 place-items-center rounded-full border max-xl:hidden', color)}
      >
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <span className="@container grid min-w-0 flex-1">
        <span className="text-muted">{label}</span>
        {value === undefined ? (
          <Skeleton className="my-2.5 h-5 w-1/2" />
        ) : (
          <span
            className="text-3xl leading-10 font-bold"
            style={typeof value === 'string' ? { fontSize: sizeOf(value) } : undefined}
          >
            {typeof value === 'number' ? entero(value) : value}
          </span>
        )}
      </span>
    </>
  )
  return (
    <li className={wide ? 'max-md:col-span-2' : undefined}>
      {value === undefined || href === undefined ? (
        <div className={box}>{content}</div>
      ) : (
        <Link href={href} className={cx(box, 'hover:border-field')}>
          {content}
        </Link>
      )}
    </li>
  )
}
