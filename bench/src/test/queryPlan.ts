export interface QueryPlan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Heap Fetches'?: number
  Plans?: QueryPlan[]
}

export const flattenPlan = (plan: QueryPlan): QueryPlan[] => [
  plan,
  ...(plan.Plans ?? []).flatMap(flattenPlan),
]
const rowsRead = ({
  'Actual Rows': rows,
  'Actual Loops': loops,
  'Rows Removed by Filter': removed = 0,
}: QueryPlan) =>
  // PostgreSQL reports the mean of the parallel workers.
  Math.round((rows + removed) * loops)

/** Rows of a filter that are read, sorted or counted at most (docs/contract/general.md). */
export const countLimit = 10_001
/** The same of a search. */
export const searchLimit = 1001

/** For a common word a sequential scan up to the limit costs less than the index. */
const stoppedAtLimit = (part: QueryPlan) =>
  [countLimit, searchLimit].includes(part['Actual Rows'] * part['Actual Loops'])

const growingTables = [
  'rutas',
  'documentos',
  'tarifas',
  'facturas',
  'facturas_rutas',
  'cobros',
  'cobros_aplicaciones',
]

/** Returns the plan nodes whose cost grows with the number of trips. */
export const planFaults = (plan: QueryPlan, maxSortedRows: number): string[] =>
  flattenPlan(plan).flatMap((part) => {
    const growing = growingTables.find((name) => name === part['Relation Name'])
    if (part['Node Type'] === 'Seq Scan' && growing && rowsRead(part) > countLimit && !stoppedAtLimit(part))
      return [`reads ${rowsRead(part)} rows of ${growing} one after the other`]
    const [child] = part.Plans ?? []
    return part['Node Type'] === 'Sort' && child && rowsRead(child) > maxSortedRows
      ? [`orders ${rowsRead(child)} rows`]
      : []
  })
