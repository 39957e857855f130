import { contents, manual } from 'virtual:manual'
import { useEffect, useRef, useState } from 'react'
import { SearchField } from '../../../list/SearchField.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { usePageShortcuts } from '../../../ui/usePageShortcuts.ts'
import '../../../shell/manual.css'
import { SearchResults } from './SearchResults.tsx'

/** The manual with its chapters or search results; scrolls to the heading in the address's hash. */
export function AyudaPage() {
  const article = useRef<HTMLElement>(null)
  const [search, setSearch] = useState('')
  usePageShortcuts({ '/': () => document.querySelector<HTMLElement>('main input[type=search]')?.focus() })
  useEffect(() => {
    // The browser looked for the heading before it was rendered. The hash stays encoded: decoding an invalid
    // one throws.
    const ids = [...document.querySelectorAll('.manual [id]')]
    ids.find(({ id }) => `#${encodeURIComponent(id)}` === location.hash)?.scrollIntoView()
  }, [])
  return (
    <>
      <PageHeading title="Ayuda" />
      <div className="grid items-start gap-6 xl:grid-cols-[16rem_1fr]">
        <nav
          aria-label="Capítulos"
          className="rounded-ui border border-line bg-card p-3 shadow-soft xl:sticky xl:top-20 xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto"
        >
          <SearchField label="Buscar en el manual" value={search} onSearch={setSearch} />
          {search ? (
            <SearchResults manual={article} search={search} />
          ) : (
            <ul className="mt-2 grid gap-x-4 sm:grid-cols-2 xl:grid-cols-1">
              {contents.map(({ id, title }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="flex items-center rounded-ui px-2 py-1.5 hover:bg-sunken max-md:min-h-11"
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </nav>
        <article
          ref={article}
          className="manual rounded-ui border border-line bg-card p-4 shadow-soft md:p-8"
        >
          {manual}
          <p>
            <a href="/licencias.txt">Licencias de los programas y de la letra que usa esta web</a>
          </p>
        </article>
      </div>
    </>
  )
}
