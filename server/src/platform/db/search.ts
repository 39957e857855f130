import type { Sql } from 'sql-template-tag'
import { empty, join, sql } from './sql.ts'

/** Removes accents, case and double spaces: 'José' and 'jose' match, so do 'Niño' and 'nino'. */
export const normalize = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** Returns a record's search text. The line breaks keep a word from matching across two fields. */
export const searchText = (fields: readonly unknown[]): string =>
  fields.map((field) => (typeof field === 'string' ? normalize(field) : '')).join('\n')

export const escapeLike = (word: string) => word.replace(/[\\%_]/g, '\\$&')

const wordsOf = (search: string) => normalize(search).split(' ').filter(Boolean)

/** The words of a search, and names of records that it means in another spelling. */
export interface NamedSearch {
  text: string
  /** As search texts have them. */
  names: readonly string[]
}
type Search = string | NamedSearch | undefined

/** A query whose search is a `NamedSearch`. */
export type NamedQuery<Query> = Omit<Query, 'buscar'> & { buscar?: NamedSearch | undefined }

const textOf = (search: Search): string => (typeof search === 'object' ? search.text : (search ?? ''))
const namesOf = (search: Search) => (typeof search === 'object' ? search.names : [])

/** Adds rows with one of the names to those with the words. @param column search text with single spaces or line breaks */
function orNames(words: Sql, column: Sql, search: Search): Sql {
  const names = namesOf(search)
  if (words === empty || names.length === 0) return words
  // The first condition uses the trigram index.
  const named = names.map(
    (name) => sql`(${column} like ${`%${escapeLike(name)}%`}
      and ' ' || replace(${column}, E'\n', ' ') || ' ' like ${`% ${escapeLike(name)} %`})`,
  )
  return sql` and ((true ${words}) or ${join(named, ' or ')})`
}

/** Requires every word in the column, in any order. Returns SQL with a leading ` and`, or nothing without words. */
export function matches(column: Sql, search: Search): Sql {
  const words = matchesWith((pattern) => hasPattern(column, pattern), textOf(search))
  return orNames(words, column, search)
}

/** Looks up only the digits of 'ruta-1234' in a trigram index: nearly all search texts have the rest. */
function hasPattern(column: Sql, pattern: string): Sql {
  const [digits] = pattern.match(/\d{3,}/) ?? []
  if (!digits || pattern === `%${digits}%`) return sql`${column} like ${pattern}`
  // `|| ''` keeps the planner from looking up the whole pattern too.
  return sql`${column} like ${`%${digits}%`} and (${column} || '') like ${pattern}`
}

/** As `matches`, with the caller's own condition for each `like` pattern. */
export function matchesWith(matcher: (pattern: string) => Sql, search: string | undefined): Sql {
  const words = wordsOf(search ?? '').map((word) => matcher(`%${escapeLike(word)}%`))
  return words.length === 0 ? empty : sql` and ${join(words, ' and ')}`
}

/** Whether a word has three letters, or three digits of a number. Without them a trigram index is not worth reading. */
export const hasTrigram = ({ text }: NamedSearch): boolean =>
  wordsOf(text).some((word) => (/\d/.test(word) ? /\d{3}/ : /[a-z]{3}/).test(word))
