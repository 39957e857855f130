import type { Filter } from '../../list/filters.ts'

/** Moves a filter behind the button Filtros on a phone. */
export const collapsing = <const F extends Filter>(filter: F) =>
  ({ ...filter, collapsesOnPhone: true }) as const
