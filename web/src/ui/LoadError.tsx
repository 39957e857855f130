import type { ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'

interface Props {
  title: string
  /** What was read. */
  query: { error: Error | null; refetch: () => Promise<unknown> }
  /** Another way on, before Reintentar. */
  children?: ReactNode
}

/** Why something could not be read, with another try; nothing where it could. */
export function LoadError({ title, query: { error, refetch }, children }: Props) {
  if (!error) return null
  const again = (
    <div className="flex flex-wrap gap-3">
      {children}
      <Button onClick={() => void refetch()}>Reintentar</Button>
    </div>
  )
  return (
    <Banner kind="error" title={title} action={again}>
      {error.message}
    </Banner>
  )
}
