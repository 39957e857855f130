import { useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import type { Section } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { ayuda } from '../sections.ts'

interface Props {
  sections: readonly Section[]
  /** Hides labels while the sidebar is a rail. */
  labelClass?: string
  onFollow?: () => void
}

/** The user's pages, and below them what everybody may read. */
export function MenuLinks(props: Props) {
  const { sections } = props
  return (
    <div className="grid grid-cols-1 gap-1 overflow-x-hidden overflow-y-auto p-2 md:mb-16">
      <nav aria-label="Menú">
        <ul className="grid grid-cols-1 gap-1">
          {sections.map((section, index) => {
            const { group, page } = section
            if (!group) return <Entry key={page} section={section} {...props} />
            if (sections[index - 1]?.group === group) return null
            return <Group key={page} {...props} sections={sections.filter((each) => each.group === group)} />
          })}
        </ul>
      </nav>
      <EntryLink section={ayuda} {...props} />
    </div>
  )
}

/** Entries under one name; on a rail two lines hold them together. */
function Group({ sections, ...rest }: Props) {
  const id = useId()
  return (
    <li className="min-w-0 border-y border-frame-raised py-1">
      <p id={id} className={cx('truncate px-3 py-1 text-sm text-frame-text', rest.labelClass)}>
        {sections[0]?.group}
      </p>
      <ul aria-labelledby={id} className="grid grid-cols-1 gap-1">
        {sections.map((section) => (
          <Entry key={section.page} section={section} {...rest} />
        ))}
      </ul>
    </li>
  )
}

type EntryProps = Omit<Props, 'sections'> & { section: Section }

const Entry = (props: EntryProps) => (
  <li className="min-w-0">
    <EntryLink {...props} />
  </li>
)

function EntryLink({ section, labelClass, onFollow }: EntryProps) {
  const [path] = useLocation()
  const { page, label, Icon } = section
  const current = path === page
  const link = useRef<HTMLAnchorElement>(null)
  // A long menu may have it below its edge.
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <Link
      ref={link}
      href={page}
      aria-current={current ? 'page' : undefined}
      onClick={() => onFollow?.()}
      className={cx(
        'relative flex min-h-11 min-w-0 items-center gap-4 rounded-ui px-3 font-medium outline-accent',
        current
          ? 'bg-frame-raised text-frame-strong'
          : 'text-frame-text hover:bg-frame-raised hover:text-frame-strong',
      )}
    >
      {current && <span className="absolute inset-y-2 left-0 w-1 rounded-full bg-accent" />}
      <Icon aria-hidden="true" className="size-5.5 shrink-0" />
      <span className={cx('truncate', labelClass)}>{label}</span>
    </Link>
  )
}
