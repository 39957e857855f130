import type { Line } from '@flota/contract/calls.ts'
import type { ReactNode } from 'react'
import { useEndpoint } from '../api/cache/queries.ts'
import { RecordLoading } from './RecordLoading.tsx'

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
