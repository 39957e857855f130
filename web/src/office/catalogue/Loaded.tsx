import type { ReactNode } from 'react'
import { lastAddressOf } from '../../api/cache/lastAddress.ts'
import { RecordLoading } from '../../form/RecordLoading.tsx'
import { useClose } from '../../ui/leaving.ts'
import { type Catalogue, type Row, useRow } from './calls.ts'

interface Props {
  catalogue: Catalogue
  id: string
  title: string
  children: (row: Row, reload: () => Promise<Row | undefined>) => ReactNode
}

/** One record: while it loads a skeleton of its screen, then the screen, or what failed. */
export function Loaded({ catalogue, id, title, children }: Props) {
  const { words, screens, fields } = catalogue
  const { row, error, refetch } = useRow(catalogue.name, id)
  const close = useClose()
  if (row) return children(row, refetch)
  const gone = error?.status === 404
  return (
    <RecordLoading
      title={title}
      loading={`Cargando ${words.singular.toLowerCase()}…`}
      fields={Object.keys(fields).length}
      failure={
        error && {
          title: words.loadOne,
          cause: gone ? words.notFound : error.message,
          gone,
          retry: () => void refetch(),
        }
      }
      onBack={() => void close(lastAddressOf(screens.list))}
    />
  )
}
