import { cx } from './cx.ts'

/** The place of a text that is still on its way. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('block h-3.5 animate-pulse rounded-full bg-line', className)} />
  )
}

/** Says once, for those who listen, that something loads. */
export function Loading({ label }: { label: string }) {
  return <output className="sr-only">{label}</output>
}
