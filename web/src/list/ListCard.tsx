import { type ReactNode, useEffect } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { Pager } from './Pager.tsx'
import { listSizes } from './useListAddress.ts'

/** Where a list stands, and how it moves. */
interface Paging {
  pagina: number
  porPagina: number
  /** Undefined while nobody knows. */
  total: number | undefined
  paginas: number | undefined
  /** There are more than `total`, and nobody has counted them. */
  more?: boolean
  pageSizes?: readonly number[]
  /** Which rows are shown, in words; else the number of the page is told. */
  sentence?: string
  onChange: (to: { pagina?: number; porPagina?: number }, how?: { replace: boolean }) => void
}

interface Props<Row> {
  /** Search, filters and order. */
  tools?: ReactNode
  /** Undefined while they are on their way for the first time. */
  rows: readonly Row[] | undefined
  /** The rows are those of the page before. */
  stale: boolean
  /** What is said to who listens, while they load. */
  loading: string
  failure: { title: string; cause: string; retry: () => void; action?: ReactNode } | null
  /** What stands in place of no rows at all. */
  empty: ReactNode
  paging: Paging
  children: (rows: readonly Row[] | undefined) => ReactNode
}

/** A list with what narrows it above and its pages below: loading, empty, failed or full. */
export function ListCard<Row>({ tools, rows, stale, failure, paging, ...props }: Props<Row>) {
  const { pagina, porPagina, total, paginas, more = false, onChange, pageSizes = listSizes.sizes } = paging
  const empty = rows !== undefined && total === 0

  // The last row of the last page was deleted, or an old address was opened.
  const pastTheEnd = !empty && !stale && rows?.length === 0
  useEffect(() => {
    if (pastTheEnd && paginas !== undefined) onChange({ pagina: paginas }, { replace: true })
  })

  return (
    <div className="divide-y divide-line rounded-ui border border-line bg-card shadow-soft">
      {(tools ?? failure) && (
        <div className="grid gap-3 p-3 md:p-4">
          {tools}
          {failure && (
            <Banner
              kind="error"
              title={failure.title}
              action={
                <div className="flex flex-wrap gap-3">
                  {failure.action}
                  <Button onClick={failure.retry}>Reintentar</Button>
                </div>
              }
            >
              {failure.cause}
            </Banner>
          )}
        </div>
      )}
      {!rows && !failure && <Loading label={props.loading} />}
      {empty && props.empty}
      {!empty && (rows ?? !failure) && props.children(pastTheEnd ? undefined : rows)}
      {!empty && (rows ?? !failure) && (
        <div className="p-3 md:p-4">
          <Pager
            page={pagina}
            pages={paginas}
            total={total}
            more={more}
            sentence={paging.sentence}
            pageSize={porPagina}
            pageSizes={pageSizes}
            onPage={(to) => onChange({ pagina: to })}
            onPageSize={(to) => onChange({ porPagina: to })}
          />
        </div>
      )}
    </div>
  )
}
