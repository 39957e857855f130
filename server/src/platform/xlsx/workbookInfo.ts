export interface WorkbookInfo {
  title: string
  creator: string
  /** ISO 8601, UTC. */
  created: string
}
