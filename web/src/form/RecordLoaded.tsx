import type { Line } from '@flota/contract/calls.ts'
import type { ReactNode } from 'react'
import { useEndpoint } from '../api/cache/queries.ts'
import { RecordLoading } from './RecordLoading.tsx'

/** How a kind of record is called while it is read and written. */
export interface RecordWords {
  /** The title of its form, for a new one and for one that exists. */
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
  /** How many there are to wait for. */
  fields: number
  onBack: () => void
  /** `reload` gives nothing where it could not be read again. */
  children: (row: Row, reload: () => Promise<Row | undefined>) => ReactNode
}

type ShowLine = Extract<Line, `GET /api/${string}/:id`>

/** One record: while it loads a skeleton of its screen, then the screen, or what failed. */
export function RecordLoaded<Row>({ line, id, words, onBack, children, ...loading }: Props<Row>) {
  // A line's own answer is what its caller says of it: TypeScript cannot follow one that is chosen by data.
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
