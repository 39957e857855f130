import type { ReactNode } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import type { useAsyncData } from './useAsyncData.ts'

interface Props<Data> {
  query: ReturnType<typeof useAsyncData<Data>>
  /** What failed, where it did. */
  errorTitle: string
  /** Until it is read. */
  fallback: ReactNode
  children: (data: Data) => ReactNode
}

/** What a dialog has read; where it failed, why and another try. */
export function AsyncContent<Data>({
  query: { data, error, again },
  errorTitle,
  fallback,
  children,
}: Props<Data>): ReactNode {
  if (error === null) return data === null ? fallback : children(data)
  return (
    <Banner
      kind="error"
      title={errorTitle}
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
