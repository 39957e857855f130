/** Some rows of the table: from the first to before the second. */
export type PageRows = readonly [from: number, to: number]

/**
 * The rows of each page, known before drawing because page 1 says 'Página 1 de y'. What ends the table, `tail` lines
 * high, never stands on a page without a row; `first` and `later` are the lines that fit.
 */
export function splitIntoPages(rows: number, firstRows: number, laterRows: number, tail = 1): PageRows[] {
  const parts: PageRows[] = []
  let from = 0
  for (let room = firstRows; rows - from > room - tail; room = laterRows) {
    const to = from + Math.min(room, rows - from - 1)
    parts.push([from, to])
    from = to
  }
  return [...parts, [from, rows]]
}
