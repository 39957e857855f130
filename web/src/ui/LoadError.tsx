import type { ReactNode } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'

interface Props {
  title: string
  query: { error: Error | null; refetch: () => unknown }
  buttonClass?: string
  children?: ReactNode
}

/** Shows the error of a query and a retry button; nothing without an error. */
export function LoadError({ title, query: { error, refetch }, buttonClass, children }: Props) {
  if (!error) return null
  const actions = (
    <div className="flex flex-wrap gap-3">
      {children}
      <Button onClick={() => void refetch()} className={buttonClass}>
        Reintentar
      </Button>
    </div>
  )
  return (
    <Banner kind="error" title={title} action={actions}>
      {error.message}
    </Banner>
  )
}
