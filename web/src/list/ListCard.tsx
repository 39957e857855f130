import { sentences } from '@flota/contract/core/sentences.ts'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { buttonClass } from '../ui/Button.tsx'
import { LoadError } from '../ui/LoadError.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { Pager } from './Pager.tsx'
import type { TableRows } from './table/column.tsx'
import type { ListState } from './toListState.ts'
import type { ListAddress } from './useListAddress.ts'

interface Props<Row> {
  address: Pick<ListAddress, 'pagina' | 'porPagina' | 'sizes' | 'change' | 'keepSize'>
  list: ListState<Row>
  tools?: ReactNode
  loading: string
  errorTitle: string
  empty: ReactNode
  sentence?: string
  bar?: ReactNode
  children: (rows: TableRows<Row>) => ReactNode
}

export function ListCard<Row>({ address, list, tools, sentence, bar, ...texts }: Props<Row>) {
  const { porPagina, change } = address
  const { rows, stale, total, pages, error } = list
  const isEmpty = rows !== undefined && total === 0

  // The last row of the last page was deleted, or the address is old.
  const isPastEnd = !isEmpty && !stale && rows?.length === 0
  useEffect(() => {
    if (isPastEnd && pages !== undefined) change({ pagina: pages }, { replace: true })
  })

  return (
    // The pager stays at the bottom of the screen: the table shrinks when the filters need more lines.
    <div
      data-list
      className="divide-y divide-line rounded-ui border border-line bg-card shadow-soft has-data-bar:[--bar:6.75rem] md:flex md:flex-col md:[@media(min-height:43rem)]:max-h-[calc(100dvh-8.75rem)]"
    >
      {(tools || error) && (
        <div className="grid grid-cols-1 gap-3 p-3 md:px-4">
          {tools}
          <LoadError title={texts.errorTitle} query={list}>
            {error?.message === sentences.sessionExpired && (
              <Link href="/login" className={buttonClass()}>
                Ir al Login
              </Link>
            )}
          </LoadError>
        </div>
      )}
      {!rows && !error && <Loading label={texts.loading} />}
      {isEmpty && texts.empty}
      {!isEmpty && (rows ?? !error) && (
        <>
          {texts.children({ rows: isPastEnd ? undefined : rows, stale, expected: porPagina })}
          <div className="px-3 py-2 md:px-4">
            <Pager address={address} list={list} sentence={sentence} />
          </div>
          {bar}
        </>
      )}
    </div>
  )
}
