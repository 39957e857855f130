import type { Access } from '@flota/contract/core/access.ts'
import { isRealDate } from '@flota/contract/core/calendar.ts'
import type { RecordKind } from '../form/recordPicker/RecordFilter.tsx'

type Values = Readonly<Record<string, string>>

type FilterKind =
  | {
      kind: 'search'
      label: string | ((values: Values) => string)
      /** On a line with Limpiar and Mis vistas alone: the other filters leave too little space. */
      wide?: boolean
    }
  | {
      kind: 'words' | 'order'
      label: string
      /** The first is the default. */
      words: Values
      /** Values by their spellings in old addresses. */
      aliases?: Values
      /** Keys of the filters that this filter resets. */
      restarts?: readonly string[]
    }
  | { kind: 'day'; label: string }
  | { kind: 'record'; label: string; of: RecordKind; all: string }
  /** One record, set by links; has no control. */
  | { kind: 'id' }
  /** A text, set by links; has no control. */
  | { kind: 'text' }

/** A filter or the order; its key is the parameter in the address and in the call. */
export type Filter = FilterKind & {
  /** Required permission; by default that of the list. */
  access?: Access
  isVisible?: (values: Values) => boolean
  /** True hides it behind the button Más filtros. */
  folds?: (values: Values) => boolean
}
export type Filters = Readonly<Record<string, Filter>>

export const narrowsBySearchAlone = (filters: Filters) =>
  Object.values(filters).every(({ kind }) => kind === 'search' || kind === 'order')

/** Returns `words` whose labels are their values, after the option for all. */
export const wordOptions = <Word extends string>(all: string, words: readonly Word[]) =>
  // The keys are the words, which the type of fromEntries does not say.
  ({ '': all, ...Object.fromEntries(words.map((word) => [word, word])) }) as Record<'' | Word, string>

/** The server rejects longer texts. */
const maxSearchCharacters = 100

const isId = (text: string) => /^[1-9]\d*$/.test(text)

/** Returns the default, which the address omits. */
export const defaultValue = (filter: Filter) =>
  'words' in filter ? (Object.keys(filter.words)[0] ?? '') : ''

/** Returns the filter's value for a text in the address; an invalid text counts as absent. */
export function readFilter(filter: Filter, text: string): string {
  switch (filter.kind) {
    case 'search':
    case 'text':
      return [...text].slice(0, maxSearchCharacters).join('')
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
