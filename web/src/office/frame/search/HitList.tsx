import { Link } from 'wouter'
import { cx } from '../../../ui/cx.ts'
import type { Hit } from './hits.ts'

interface Props {
  id: string
  hits: readonly Hit[]
  /** Index of the entry that Enter opens. */
  marked: number | undefined
  onFollow: () => void
}

/** Lists hits by group; focus and keys stay in the search field. */
export function HitList({ id, hits, marked, onFollow }: Props) {
  const groups = [...new Set(hits.map(({ group }) => group))]
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Resultados"
      // A scrolling element would otherwise receive the next Tab.
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      className="mt-3 max-h-[55dvh] overflow-y-auto"
    >
      {groups.map((group) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`} className="pb-2">
          <p id={`${id}-${group}`} className="px-3 py-1 text-sm font-semibold text-muted">
            {group}
          </p>
          {hits.map(
            (hit, index) =>
              hit.group === group && (
                <HitRow
                  key={`${hit.href} ${index}`}
                  id={`${id}-${index}`}
                  hit={hit}
                  marked={index === marked}
                  onFollow={onFollow}
                />
              ),
          )}
        </div>
      ))}
    </div>
  )
}

interface HitRowProps {
  id: string
  hit: Hit
  marked: boolean
  onFollow: () => void
}

function HitRow({ id, hit: { text, note, href, Icon }, marked, onFollow }: HitRowProps) {
  return (
    <Link
      ref={(row: HTMLAnchorElement | null) => {
        if (marked) row?.scrollIntoView({ block: 'nearest' })
      }}
      id={id}
      role="option"
      aria-selected={marked}
      tabIndex={-1}
      href={href}
      onClick={(event) => {
        // With a modifier key the link opens elsewhere and the search stays.
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onFollow()
      }}
      className={cx(
        'flex min-h-10 items-center gap-3 rounded-[6px] px-3 py-1.5 max-md:min-h-11',
        marked ? 'bg-sunken' : 'hover:bg-sunken/60',
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
      <span className="flex min-w-0 flex-1 items-baseline justify-between gap-x-4 wrap-anywhere max-md:flex-col">
        <span>{text}</span>
        {note && <span className="text-sm text-muted md:text-right">{note}</span>}
      </span>
    </Link>
  )
}
