import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

/** Sets the window title and focuses the heading on navigation, for screen readers. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title
  }, [title])
  // A layout effect: before the user can focus another element.
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
