import type { Access } from '@flota/contract/access.ts'
import { isRealDate } from '@flota/contract/dias.ts'
import type { RecordKind } from './controls/RecordFilter.tsx'

/** What the filters of a list stand at, by key. */
type Values = Readonly<Record<string, string>>

type Kind =
  | { kind: 'search'; label: string | ((values: Values) => string) }
  | {
      kind: 'words' | 'order'
      label: string
      /** The first one is meant where the address says none. */
      words: Values
      /** Other names that an address may use. */
      aliases?: Values
      /** What begins anew when it is changed. */
      restarts?: readonly string[]
    }
  | { kind: 'day'; label: string }
  | {
      kind: 'record'
      label: string
      of: RecordKind
      /** What is shown while nothing is narrowed. */
      all: string
    }

/** One way to narrow a list, or its order. Its key is its name in the address and in the call. */
export type Filter = Kind & {
  /** Who may use it; without it whoever sees the list. */
  may?: Access
  /** When it is offered; without it always. */
  shown?: (values: Values) => boolean
  /** On a phone it stands behind the button 'Filtros'. */
  folds?: boolean
}
export type Filters = Readonly<Record<string, Filter>>

export const narrowsBySearchAlone = (filters: Filters) =>
  Object.values(filters).every(({ kind }) => kind === 'search' || kind === 'order')

/** What `words` can be, after all of them: each says itself. */
export const wordsOf = <Word extends string>(all: string, words: readonly Word[]) =>
  // fromEntries forgets its keys: they are the words.
  ({ '': all, ...Object.fromEntries(words.map((word) => [word, word])) }) as Record<'' | Word, string>

/** The server takes no longer one. */
const maxSearch = 100

const isId = (text: string) => /^[1-9]\d*$/.test(text)

/** The value that an address need not name; empty, it narrows nothing. */
export const usualOf = (filter: Filter) => ('words' in filter ? (Object.keys(filter.words)[0] ?? '') : '')

/** What an address says of a filter; what is no value of it is as if absent. */
export function readFilter(filter: Filter, text: string): string {
  switch (filter.kind) {
    case 'search':
      return [...text].slice(0, maxSearch).join('')
    case 'day':
      return isRealDate(text) ? text : ''
    case 'record':
      return isId(text) ? text : ''
    case 'words':
    case 'order': {
      const word = filter.aliases?.[text] ?? text
      return Object.hasOwn(filter.words, word) ? word : usualOf(filter)
    }
  }
}
