import { useId } from 'react'
import { Link } from 'wouter'
import type { Section } from '../../paths.ts'
import { buttonClass } from '../../ui/Button.tsx'

/** Links for a user with a single field of work. */
export function Hints({ hints }: { hints: readonly Section[] }) {
  const id = useId()
  if (hints.length === 0) return null
  return (
    <nav
      aria-labelledby={id}
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-ui border border-line bg-card p-3 pl-4 shadow-soft"
    >
      <h2 id={id} className="font-semibold">
        Secciones Disponibles
      </h2>
      <ul className="flex flex-wrap gap-2">
        {hints.map(({ page, label, Icon }) => (
          <li key={page}>
            <Link href={page} className={buttonClass()}>
              <Icon aria-hidden="true" className="size-5" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
