import { type ReactNode, useId } from 'react'

export function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
      <h2 id={id} className="mb-4 flex items-center gap-3 text-lg font-bold">
        <span
          aria-hidden="true"
          className="grid size-7 shrink-0 place-items-center rounded-full bg-frame text-base text-frame-strong"
        >
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  )
}
