import type { ContractLine } from '@flota/contract/core/calls.ts'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from '../api/ApiError.ts'
import { useEndpoint } from '../api/cache/queries.ts'
import { forgetRecord, rememberRecord } from '../api/recentRecords.ts'
import { useSession } from '../api/session.ts'
import { matchPage } from '../shell/paths.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { LoadError } from '../ui/LoadError.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'

export interface RecordWords {
  create: string
  edit: string
  singular: string
  loadOne: string
}

interface Props<Row> {
  line: ContractLine
  id: string
  query?: Record<string, string>
  title: string
  words: Pick<RecordWords, 'singular' | 'loadOne'>
  fields?: number
  onBack: () => void
  /** What the search dialog shows beside the title of a record that was opened. */
  noteOf?: (row: Row) => string
  /** `reload` resolves with undefined if it fails. */
  children: (row: Row, reload: () => Promise<Row | undefined>) => ReactNode
}

type ShowLine = Extract<ContractLine, `GET /api/${string}/:id`>

export function RecordLoader<Row>(props: Props<Row>) {
  const { line, id, query, words, onBack, noteOf, children, ...loading } = props
  // TypeScript cannot derive the row's type from an endpoint chosen at run time.
  const { data, error, refetch } = useEndpoint(line as ShowLine, { params: { id }, ...(query && { query }) })
  const rowOf = (answer: typeof data) => answer?.data as Row | undefined
  const row = rowOf(data)
  const isGone = error instanceof ApiError && error.status === 404
  useRecentRecord(id, isGone ? 'gone' : row ? 'open' : 'loading', row && noteOf?.(row))
  if (row)
    return children(row, async () => {
      const again = await refetch()
      return again.isError ? undefined : rowOf(again.data)
    })
  return (
    <RecordSkeleton
      {...loading}
      loading={`Cargando ${words.singular.toLowerCase()}…`}
      errorTitle={words.loadOne}
      query={{ error, refetch }}
      onBack={onBack}
    />
  )
}

/** Remembers the record of this page for the search dialog. Forms and records in a dialog are not remembered. */
function useRecentRecord(id: string, state: 'open' | 'gone' | 'loading', note?: string) {
  const userId = useSession()?.user.id
  useEffect(() => {
    const href = location.pathname
    const match = matchPage(href)
    if (userId === undefined || match?.params.id !== id || match.page.startsWith('/editar-')) return
    // The effect of the page's heading has run: effects of children run first.
    if (state === 'open') rememberRecord(userId, { href, title: document.title, ...(note && { note }) })
    if (state === 'gone') forgetRecord(userId, href)
  }, [userId, id, state, note])
}

interface RecordSkeletonProps {
  title: string
  loading: string
  errorTitle: string
  query: { error: Error | null; refetch: () => unknown }
  fields?: number
  onBack: () => void
}

export function RecordSkeleton({
  title,
  loading,
  errorTitle,
  query,
  fields = 9,
  onBack,
}: RecordSkeletonProps) {
  const { error } = query
  return (
    <>
      <PageHeading title={title} />
      <div className="rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
        {error instanceof ApiError && error.status === 404 ? (
          <Banner
            kind="error"
            title={error.message}
            action={<Button onClick={onBack}>Volver a la lista</Button>}
          />
        ) : error ? (
          <LoadError title={errorTitle} query={query} />
        ) : (
          <div className="grid gap-x-6 gap-y-5 md:grid-cols-2 xl:grid-cols-3">
            <Loading label={loading} />
            {Array.from({ length: fields }, (_, index) => (
              <div key={index} className="grid h-15 content-between py-1">
                <Skeleton className="w-1/4" />
                <Skeleton className="w-2/3" />
              </div>
            ))}
          </div>
        )}
      </div>
    </>
  )
}
