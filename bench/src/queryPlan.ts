/** What PostgreSQL tells of how it ran a statement. */
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
export const rowsRead = ({
  'Actual Rows': rows,
  'Actual Loops': loops,
  'Rows Removed by Filter': removed = 0,
}: QueryPlan) =>
  // Told as the mean of the workers that shared them.
  Math.round((rows + removed) * loops)
