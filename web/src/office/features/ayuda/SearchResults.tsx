import { type RefObject, useState } from 'react'
import { normalizeText } from '../../../form/parseInput.ts'

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
export function SearchResults({ manual, search }: Props) {
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
