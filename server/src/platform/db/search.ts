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

/** Returns a condition per part, with a leading ` and`; empty without parts. @param matcher condition for a `like` pattern */
const containsAll = (matcher: (pattern: string) => Sql, parts: readonly string[]): Sql =>
  parts.length === 0
    ? empty
    : sql` and ${join(
        parts.map((part) => matcher(`%${escapeLike(part)}%`)),
        ' and ',
      )}`

const likeColumn = (column: Sql) => (pattern: string) => sql`${column} like ${pattern}`

/** Requires every word in the column, in any order. Returns SQL with a leading ` and`, or nothing without words. */
export const matches = (column: Sql, search: Search): Sql =>
  orNames(containsAll(likeColumn(column), wordsOf(textOf(search))), column, search)

/** As `matches`, with the caller's own condition for each `like` pattern. */
export const matchesWith = (matcher: (pattern: string) => Sql, search: string | undefined): Sql =>
  containsAll(matcher, wordsOf(search ?? ''))

/** Finds rows by the trigram index with `parts`, then filters them by the whole words. */
const trigramMatch = (column: Sql, parts: string[], words: string[]): Sql => {
  const rest = words.filter((word) => !parts.includes(word))
  // `|| ''` keeps the planner from using the index for the rest.
  return sql`${containsAll(likeColumn(column), parts)}${containsAll(likeColumn(sql`(${column} || '')`), rest)}`
}

/** Each trigram costs reading one posting list of the index: digits, or both ends of a long word, are enough. */
const selectiveTrigrams = (word: string): string[] =>
  word.match(/\d{3,}/g) ?? (/^[a-z]{8,}$/.test(word) ? [word.slice(0, 4), word.slice(-3)] : [word])

/** As `matches`, by the column's trigram index. */
export function matchesByIndex(column: Sql, search: Search): Sql {
  const words = wordsOf(textOf(search))
  return orNames(trigramMatch(column, words.flatMap(selectiveTrigrams), words), column, search)
}

/** Only the digits of 'ruta-1234': every number has the prefix. */
const selectiveParts = (word: string): string[] =>
  word.match(/\d/.test(word) ? /\d{3,}/g : /[a-z]{3,}/g) ?? []

/**
 * As `matches`, by the column's trigram index and only the selective part of each word.
 * @returns undefined if no word has three letters or digits in a row, which would read the whole index
 */
export function indexedMatches(column: Sql, search: Search): Sql | undefined {
  const words = wordsOf(textOf(search))
  const rare = words.flatMap(selectiveParts)
  return rare.length === 0 ? undefined : orNames(trigramMatch(column, rare, words), column, search)
}
