import type { Access } from '@flota/contract/access.ts'
import { isRealDate } from '@flota/contract/calendar.ts'
import type { RecordKind } from '../form/recordPicker/RecordFilter.tsx'

/** Values of a list's filters, by key. */
type Values = Readonly<Record<string, string>>

type FilterKind =
  | {
      kind: 'search'
      label: string | ((values: Values) => string)
      /** Needs a line of its own, because the other filters leave too little room. */
      wide?: boolean
    }
  | {
      kind: 'words' | 'order'
      label: string
      /** The first one is the default. */
      words: Values
      /** Old spellings in addresses → value. */
      aliases?: Values
      /** Keys of the filters that reset when this one changes. */
      restarts?: readonly string[]
    }
  | { kind: 'day'; label: string }
  | {
      kind: 'record'
      label: string
      of: RecordKind
      /** Shown while nothing is chosen. */
      all: string
    }
  /** One record, named by links alone: there is no control. */
  | { kind: 'id' }

/** A filter or the order; its key names it in the address and in the call. */
export type Filter = FilterKind & {
  /** Who may use it; by default everyone who sees the list. */
  access?: Access
  /** When it is offered; by default always. */
  isVisible?: (values: Values) => boolean
  /** On a phone it stands behind the button 'Filtros'. */
  collapsesOnPhone?: boolean
}
export type Filters = Readonly<Record<string, Filter>>

export const narrowsBySearchAlone = (filters: Filters) =>
  Object.values(filters).every(({ kind }) => kind === 'search' || kind === 'order')

/** `words` whose labels are their values, after one for all. */
export const wordOptions = <Word extends string>(all: string, words: readonly Word[]) =>
  // fromEntries forgets its keys: they are the words.
  ({ '': all, ...Object.fromEntries(words.map((word) => [word, word])) }) as Record<'' | Word, string>

/** The server's limit. */
const maxSearch = 100

const isId = (text: string) => /^[1-9]\d*$/.test(text)

/** The default, left out of the address; an empty one filters nothing. */
export const defaultValue = (filter: Filter) =>
  'words' in filter ? (Object.keys(filter.words)[0] ?? '') : ''

/** The filter's value in an address; an invalid one counts as absent. */
export function readFilter(filter: Filter, text: string): string {
  switch (filter.kind) {
    case 'search':
      return [...text].slice(0, maxSearch).join('')
    case 'day':
      return isRealDate(text) ? text : ''
    case 'record':
    case 'id':
      return isId(text) ? text : ''
    case 'words':
    case 'order': {
      const word = filter.aliases?.[text] ?? text
      return Object.hasOwn(filter.words, word) ? word : defaultValue(filter)
    }
  }
}
