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

/** Every word must stand somewhere in the column, in any order; begins with ` and`, or is empty. */
export function matches(column: Sql, search: string | undefined): Sql {
  const words = normalize(search ?? '')
    .split(' ')
    .filter(Boolean)
  if (words.length === 0) return empty
  return sql` and ${join(
    words.map((word) => sql`${column} like ${`%${escapeLike(word)}%`}`),
    ' and ',
  )}`
}
