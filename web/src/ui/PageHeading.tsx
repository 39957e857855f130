import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

/** Names the page in the window title and heading, which takes focus on arrival for screen readers. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title
  }, [title])
  // Before anybody can have chosen something else.
  useLayoutEffect(() => {
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
