/** Some rows of the table: from the first to before the second. */
export type Part = readonly [from: number, to: number]

/** Known before drawing, for 'Página x de y'; totals never stand alone. `first` and `later`: the lines that fit. */
export function partsOf(rows: number, first: number, later: number): Part[] {
  const parts: Part[] = []
  let from = 0
  for (let room = first; rows - from >= room; room = later) {
    const to = from + Math.min(room, rows - from - 1)
    parts.push([from, to])
    from = to
  }
  return [...parts, [from, rows]]
}
