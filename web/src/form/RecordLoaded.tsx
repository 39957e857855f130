import type { Line } from '@flota/contract/calls.ts'
import type { ReactNode } from 'react'
import { useEndpoint } from '../api/cache/queries.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'

export interface RecordWords {
  /** Title of the form of a new record. */
  create: string
  edit: string
  singular: string
  loadOne: string
}

interface Props<Row> {
  line: Line
  id: string
  title: string
  words: Pick<RecordWords, 'singular' | 'loadOne'>
  /** How many fields the skeleton shows. */
  fields: number
  onBack: () => void
  /** `reload` gives undefined where it fails. */
  children: (row: Row, reload: () => Promise<Row | undefined>) => ReactNode
}

type ShowLine = Extract<Line, `GET /api/${string}/:id`>

/** Loads one record: skeleton, failure or its screen. */
export function RecordLoaded<Row>({ line, id, words, onBack, children, ...loading }: Props<Row>) {
  // The caller names the row's type: TypeScript cannot follow a line that is chosen by data.
  const { data, error, refetch } = useEndpoint(line as ShowLine, { params: { id } })
  const rowOf = (answer: typeof data) => answer?.data as Row | undefined
  const row = rowOf(data)
  if (row)
    return children(row, async () => {
      const again = await refetch()
      return again.isError ? undefined : rowOf(again.data)
    })
  return (
    <RecordLoading
      {...loading}
      loading={`Cargando ${words.singular.toLowerCase()}…`}
      failure={
        error && {
          title: words.loadOne,
          cause: error.message,
          gone: error.status === 404,
          retry: () => void refetch(),
        }
      }
      onBack={onBack}
    />
  )
}

interface LoadingProps {
  title: string
  /** For screen readers. */
  loading: string
  failure: { title: string; cause: string; gone: boolean; retry: () => void } | null
  fields: number
  onBack: () => void
}

/** The skeleton of a record's form, or why it could not be read. */
export function RecordLoading({ title, loading, failure, fields, onBack }: LoadingProps) {
  return (
    <>
      <PageHeading title={title} />
      <div className="max-w-4xl rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
        {failure ? (
          <Banner
            kind="error"
            title={failure.gone ? failure.cause : failure.title}
            action={
              failure.gone ? (
                <Button onClick={onBack}>Volver a la lista</Button>
              ) : (
                <Button onClick={failure.retry}>Reintentar</Button>
              )
            }
          >
            {!failure.gone && failure.cause}
          </Banner>
        ) : (
          <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
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
