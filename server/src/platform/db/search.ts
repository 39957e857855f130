import type { Sql } from 'sql-template-tag'
import { empty, join, sql } from './sql.ts'

/** Without accents and case: 'José' and 'jose', 'Niño' and 'nino' are the same to a search. */
export const normalize = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** What a search looks in; a separator keeps a word from reaching over two fields. */
export const searchText = (fields: readonly unknown[]): string =>
  fields.map((field) => (typeof field === 'string' ? normalize(field) : '')).join('\n')

/** % and _ have no special meaning in what people write. */
const escapeLike = (word: string) => word.replace(/[\\%_]/g, '\\$&')

const wordsOf = (search: string) => normalize(search).split(' ').filter(Boolean)

/** All these parts stand somewhere; begins with ` and`, or is empty. @param stands where, of a pattern of `like` */
const containsAll = (matcher: (pattern: string) => Sql, parts: readonly string[]): Sql =>
  parts.length === 0
    ? empty
    : sql` and ${join(
        parts.map((part) => matcher(`%${escapeLike(part)}%`)),
        ' and ',
      )}`

const likeColumn = (column: Sql) => (pattern: string) => sql`${column} like ${pattern}`

/** Every word must stand somewhere in the column, in any order; begins with ` and`, or is empty. */
export const matches = (column: Sql, search: string | undefined): Sql =>
  matchesWith(likeColumn(column), search)

/** As `matches`, where it is told for each pattern of `like` what it is to stand in. */
export const matchesWith = (matcher: (pattern: string) => Sql, search: string | undefined): Sql =>
  containsAll(matcher, wordsOf(search ?? ''))

/** Looked for by an index of trigrams; what the whole words are is looked at in the rows that it finds. */
const trigramMatch = (column: Sql, parts: string[], words: string[]): Sql => {
  const rest = words.filter((word) => !parts.includes(word))
  // An expression is nothing that the index could look for.
  return sql`${containsAll(likeColumn(column), parts)}${containsAll(likeColumn(sql`(${column} || '')`), rest)}`
}

/** Each trigram of a word is a list of the index to be read: digits alone, or both ends of a long word, are enough. */
const selectiveTrigrams = (word: string): string[] =>
  word.match(/\d{3,}/g) ?? (/^[a-z]{8,}$/.test(word) ? [word.slice(0, 4), word.slice(-3)] : [word])

/** As `matches`, of a column with a trigram index that is to find the rows. */
export function matchesByIndex(column: Sql, search: string | undefined): Sql {
  const words = wordsOf(search ?? '')
  return trigramMatch(column, words.flatMap(selectiveTrigrams), words)
}

/** Of 'ruta-1234' only the digits: what stands before them stands in every number. */
const selectiveParts = (word: string): string[] =>
  word.match(/\d/.test(word) ? /\d{3,}/g : /[a-z]{3,}/g) ?? []

/**
 * As `matches`, of a column with a trigram index: the index looks for no more of a word than tells it from others.
 * Undefined where it would have to be read whole, since no word has three letters or digits in a row.
 */
export function indexedMatches(column: Sql, search: string): Sql | undefined {
  const words = wordsOf(search)
  const rare = words.flatMap(selectiveParts)
  return rare.length === 0 ? undefined : trigramMatch(column, rare, words)
}
