import type { Page } from '@flota/contract/core/pages.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSession } from '../../../api/session.ts'
import { canOpen, withId } from '../../../shell/paths.ts'

interface Props {
  page: Extract<Page, `/${string}/:id`>
  id: number | null
  children: ReactNode
}

/** Links to the record if the user may open its page. */
export function RecordLink({ page, id, children }: Props) {
  const session = useSession()
  if (id === null || !session || !canOpen(session, page)) return children
  return (
    <Link href={withId(page, id)} className="text-link hover:underline max-md:block max-md:py-2">
      {children}
    </Link>
  )
}
