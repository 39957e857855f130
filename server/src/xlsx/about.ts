/** What a workbook says of itself. */
export interface About {
  title: string
  /** Whose it is. */
  creator: string
  /** ISO 8601, UTC. */
  created: string
}
