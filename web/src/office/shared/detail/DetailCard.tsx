import type { Page } from '@flota/contract/core/pages.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSession } from '../../../api/session.ts'
import { canOpen, withId } from '../../../shell/paths.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useEscape } from '../../../ui/useEscape.ts'

/** Other detail pages link here: closing navigates back to them. */
export const detailPages = /^\/(mostrar|ver)-/

interface PartsProps {
  parts: readonly (readonly [label: string, value: ReactNode, className?: string])[]
  layout: string
  children?: ReactNode
}

export const DetailParts = ({ parts, layout, children }: PartsProps) => (
  <dl className={cx('grid gap-x-6 gap-y-5 md:grid-cols-2', layout)}>
    {parts.map(([label, value, className]) => (
      <div key={label} className={cx('border-b border-line pb-2', className)}>
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="min-h-7 text-lg wrap-anywhere">{value}</dd>
      </div>
    ))}
    {children}
  </dl>
)

interface Props extends PartsProps {
  edit: string
  onClose: () => void
}

/** Shows a record's values; Escape closes the page. */
export function DetailCard({ edit, onClose, ...parts }: Props) {
  useEscape(onClose)
  return (
    <div className="rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
      <DetailParts {...parts} />
      <div className="mt-6 flex justify-end gap-3 max-md:*:flex-1">
        <Button onClick={onClose}>Cerrar</Button>
        <Link href={edit} className={buttonClass('primary')}>
          Editar
        </Link>
      </div>
    </div>
  )
}

interface RecordLinkProps {
  page: Extract<Page, `/${string}/:id`>
  id: number | null
  children: ReactNode
}

/** Links to the record if the user may open its page. */
export function RecordLink({ page, id, children }: RecordLinkProps) {
  const session = useSession()
  if (id === null || !session || !canOpen(session, page)) return children
  return (
    <Link href={withId(page, id)} className="text-link hover:underline max-md:block max-md:py-2">
      {children}
    </Link>
  )
}
