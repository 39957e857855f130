import { cx } from '../../ui/cx.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'

interface Props {
  label: string
  /** Tailwind classes of each line's width. */
  widths: readonly string[]
  className?: string
}

/** Lines in the place of content that is loading. */
export const LoadingLines = ({ label, widths, className = 'gap-5 py-3' }: Props) => (
  <div className={cx('grid', className)}>
    <Loading label={label} />
    {widths.map((width, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change.
      <Skeleton key={index} className={width} />
    ))}
  </div>
)
