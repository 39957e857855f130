import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  title: string
  /** The screen's own actions. */
  children?: ReactNode
}

/** Names the page: for the window, for who listens (it takes focus on arrival) and for the eye. */
export function PageHeading({ title, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    heading.current?.focus()
    window.scrollTo(0, 0)
  }, [])
  return (
    <header className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold tracking-tight">
        {title}
      </h1>
      {children}
    </header>
  )
}
