import type { ReactNode } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import type { useReading } from './useAsyncData.ts'

interface Props<Data> {
  reading: ReturnType<typeof useReading<Data>>
  /** What failed, where it did. */
  failed: string
  /** Until it is read. */
  waiting: ReactNode
  children: (data: Data) => ReactNode
}

/** What a dialog has read; where it failed, why and another try. */
export function Reading<Data>({
  reading: { data, error, again },
  failed,
  waiting,
  children,
}: Props<Data>): ReactNode {
  if (error === null) return data === null ? waiting : children(data)
  return (
    <Banner
      kind="error"
      title={failed}
      action={
        <Button onClick={again} className="py-3">
          Reintentar
        </Button>
      }
    >
      {error}
    </Banner>
  )
}
