import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { Link, useLocation } from 'wouter'
import { useEndpointIf } from '../../../api/cache/queries.ts'
import type { Session } from '../../../api/session.ts'
import { useCombobox } from '../../../form/useCombobox.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/Field.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { useDebouncedText } from '../../../ui/useDebouncedText.ts'
import { type Hit, moreRutasHit, recentHits, recordHits, searchPages } from './hits.ts'
import { type SearchDialogProps, searchDialogClass } from './searchDialogProps.ts'

/** Searches trips, people, trucks and pages; Enter opens the marked hit. */
export function SearchDialog({ session, text, setText, onClose }: SearchDialogProps) {
  const id = useId()
  const [, navigate] = useLocation()
  const { hits, nothing, ...search } = useHits(session, text.trim())
  const box = useCombobox({
    value: { id: null, text },
    onChange: (choice) => {
      const hit = choice.id === null ? undefined : hits[choice.id]
      if (!hit) return setText(choice.text)
      onClose()
      navigate(hit.href)
    },
    useSearch: () => ({ ...search, options: hits.map((hit, index) => ({ ...hit, id: index })), more: false }),
    free: true,
  })
  const marked = box.marked?.id
  const status = search.failed ?? sentenceFor(text.trim(), search.settled || hits.length > 0, nothing)
  const press = (event: KeyboardEvent) => {
    // Escape closes the dialog, not only its list.
    if (event.key === 'Escape') return
    const other = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!other) return box.press(event)
    event.preventDefault()
    const hit = marked === undefined ? undefined : hits[marked]
    if (hit) window.open(hit.href, '_blank', 'noopener')
  }
  return (
    <Modal title="Buscar" onClose={onClose} className={searchDialogClass}>
      <div className="relative mt-3">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4.5 text-muted"
        />
        <input
          role="combobox"
          aria-label="Buscar rutas, clientes, pilotos, ayudantes, camiones y páginas"
          aria-expanded={hits.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={marked === undefined ? undefined : `${id}-${marked}`}
          placeholder="Número, nombre, placa o página"
          value={text}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          onFocus={box.show}
          onChange={(event) => box.type(event.target.value)}
          onKeyDown={press}
          className={cx(inputClass, 'pl-10')}
        />
      </div>
      {/* After the field, which gets the initial focus. */}
      <IconButton label="Cerrar" onClick={onClose} className="absolute top-2 right-2">
        <X aria-hidden="true" />
      </IconButton>
      <HitList id={id} hits={hits} marked={marked} onFollow={onClose} />
      <output className={cx('block px-3 text-sm', search.failed ? 'text-danger' : 'text-muted')}>
        {status}
        {status === null && <span className="sr-only">{hits.length} en la lista</span>}
        {search.failed && (
          <button type="button" tabIndex={-1} onClick={search.retry} className="ml-2 font-semibold underline">
            Reintentar (Enter)
          </button>
        )}
      </output>
      <p className="mt-2 px-3 text-sm text-muted max-md:hidden">
        ↑ ↓ eligen · Enter abre · Ctrl + Enter abre en otra pestaña · Esc cierra
      </p>
    </Modal>
  )
}

function sentenceFor(text: string, hasAnswer: boolean, nothing: boolean) {
  if (text.length === 1) return 'Escribe al menos dos letras para buscar rutas, personas y camiones.'
  if (!hasAnswer) return 'Buscando…'
  return nothing ? `Nada coincide con «${text}».` : null
}

const minSearchLetters = 2

/** Returns pages at once and records after the server's answer, below the pages. */
function useHits(session: Session, text: string) {
  const debounced = useDebouncedText(text)
  const isLongEnough = text.length >= minSearchLetters
  const query = debounced.length >= minSearchLetters ? { query: { buscar: debounced } } : null
  const found = useEndpointIf('GET /api/buscar', isLongEnough ? query : null)
  const data = isLongEnough ? found.data?.data : undefined
  const records = data ? recordHits(session, data) : []
  const recent = text === '' ? recentHits(session) : []
  const pages = searchPages(session, text)
  const hits: Hit[] = [...recent, ...pages, ...records, ...(data ? moreRutasHit(session, text, data) : [])]
  const answered = debounced === text && data !== undefined && !found.isPlaceholderData
  const failed = isLongEnough && found.error !== null && !found.isFetching
  return {
    hits,
    /** The hits belong to the current text. */
    settled: !isLongEnough || answered,
    failed: failed ? 'No se pudo buscar.' : null,
    nothing: isLongEnough && answered && pages.length + records.length === 0,
    retry: () => void found.refetch(),
  }
}

interface HitListProps {
  id: string
  hits: readonly Hit[]
  /** Index of the entry that Enter opens. */
  marked: number | undefined
  onFollow: () => void
}

/** Lists hits by group; focus and keys stay in the search field. */
function HitList({ id, hits, marked, onFollow }: HitListProps) {
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
      {groups.map((group, at) => (
        <div key={group} role="group" aria-labelledby={`${id}-group-${at}`} className="pb-2">
          <p id={`${id}-group-${at}`} className="px-3 py-1 text-sm font-semibold text-muted">
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
        <span className="md:min-w-32">{text}</span>
        {note && <span className="line-clamp-2 text-sm text-muted md:min-w-20 md:text-right">{note}</span>}
      </span>
    </Link>
  )
}
