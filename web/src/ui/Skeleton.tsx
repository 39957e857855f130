import { cx } from './cx.ts'

export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('block h-3.5 animate-pulse rounded-full bg-line', className)} />
  )
}

export function Loading({ label }: { label: string }) {
  return <output className="sr-only">{label}</output>
}
