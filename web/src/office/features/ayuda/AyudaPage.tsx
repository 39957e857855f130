import { contents, manual } from 'virtual:manual'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useConfig } from '../../../api/config.ts'
import { normalizeText } from '../../../form/parseInput.ts'
import { SearchField } from '../../../list/SearchField.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { usePageShortcuts } from '../../../ui/usePageShortcuts.ts'
import '../../../shell/manual.css'

/** The manual with its chapters or search results; scrolls to the heading in the address's hash. */
export function AyudaPage() {
  const article = useRef<HTMLElement>(null)
  const [search, setSearch] = useState('')
  const version = useConfig()?.version
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
            {version && `Versión ${version}. `}
            <a href="/THIRD-PARTY.txt">Licencias de los programas y de la letra que usa Flota</a>
          </p>
        </article>
      </div>
    </>
  )
}

interface Props {
  /** The rendered manual. */
  manual: RefObject<HTMLElement | null>
  /** Not empty. */
  search: string
}

interface Passage {
  id: string
  title: string
  text: string
}

/** Shows the passages that contain all words, each with an excerpt around the first one. */
function SearchResults({ manual, search }: Props) {
  const [passages] = useState(() => splitPassages(manual.current))
  const words = normalizeText(search).split(' ')
  const matches = passages.filter(({ title, text }) => {
    const searchedText = normalizeText(`${title} ${text}`)
    return words.every((word) => searchedText.includes(word))
  })
  return (
    <>
      <output className="block px-2 pt-2 text-sm text-muted">
        {matches.length === 0
          ? 'Nada en el manual habla de eso. Prueba con otra palabra.'
          : `${matches.length} ${matches.length === 1 ? 'resultado' : 'resultados'}`}
      </output>
      <ul className="mt-1 grid gap-1">
        {matches.map(({ id, title, text }) => (
          <li key={id}>
            <a href={`#${id}`} className="block rounded-ui px-2 py-1.5 hover:bg-sunken max-md:min-h-11">
              <span className="font-semibold">{title}</span>
              <span className="line-clamp-2 text-sm text-muted">{excerptAround(text, words[0] ?? '')}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Splits the manual into headings with their text. */
function splitPassages(manual: HTMLElement | null): Passage[] {
  const passages: Passage[] = []
  for (const element of manual?.children ?? []) {
    const last = passages.at(-1)
    // innerText separates blocks by line breaks, textContent does not.
    const text = (element as HTMLElement).innerText.replace(/\s+/g, ' ')
    if (/^H[23]$/.test(element.tagName)) passages.push({ id: element.id, title: text, text: '' })
    else if (last) last.text += ` ${text}`
  }
  return passages
}

/** Returns up to 160 characters from about 40 before the word. */
function excerptAround(text: string, word: string) {
  const at = normalizeText(text).indexOf(word)
  const from = at < 40 ? 0 : text.indexOf(' ', at - 40)
  return (from > 0 ? '… ' : '') + text.slice(from).trim().slice(0, 160)
}
