import type { ReactNode } from 'react'
import { useIsPhone } from '../../ui/useMediaQuery.ts'
import { RowMenu } from '../RowMenu.tsx'
import { type Action, useRowMenu } from './actions.ts'
import { Cards } from './Cards.tsx'
import type { Column } from './column.tsx'
import { Grid } from './Grid.tsx'

/** What is shown of a list. */
export interface Rows<Row> {
  /** Undefined while they are on their way for the first time. */
  rows: readonly Row[] | undefined
  /** The rows are those of the page before, while the next one is on its way. */
  stale: boolean
  /** How many rows to keep room for while they load. */
  expected: number
}

interface Common<Row> {
  /** What the rows are. */
  label: string
  /** What tells rows apart; without it their id. */
  keyOf?: (row: Row) => number | string
  /** The key of the row that is selected. */
  selected?: number | string | null
  /** What all rows add up to, those of other pages too: a last row. */
  total?: Row | undefined
}

export interface TableProps<Row> extends Common<Row> {
  /** The first one heads the row; false is none, for who may not see it. */
  columns: readonly (Column<Row> | false)[]
  actions?: readonly Action<Row>[]
  /** How one row is called, for its menu's name. */
  nameOf?: (row: Row) => string
}

/** What either shape draws. */
export interface Shape<Row> extends Common<Row>, Rows<Row> {
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => number | string
  /** Undefined where no row has a menu. */
  menuOf: ((row: Row) => ReactNode) | undefined
}

const idOf = ({ id }: { id: number }) => id

/** Rows to compare: a table, or below 768 px a card for each. */
export function Table<Row extends { id: number }>({
  columns,
  actions,
  nameOf,
  ...rest
}: TableProps<Row> & Rows<Row>) {
  const isPhone = useIsPhone()
  const actionsOf = useRowMenu(actions)
  const menuOf = (row: Row) => {
    const offered = actionsOf?.(row) ?? []
    return offered.length > 0 && <RowMenu name={nameOf?.(row) ?? ''} actions={offered} />
  }
  const shape: Shape<Row> = {
    keyOf: idOf,
    ...rest,
    columns: columns.filter((column) => column !== false),
    menuOf: actionsOf && menuOf,
  }
  return (
    <div aria-busy={rest.stale} className="relative">
      {rest.stale && (
        <span aria-hidden="true" className="appears-late absolute inset-x-0 top-0 z-20 h-0.5 overflow-hidden">
          <span className="slides block h-full w-1/4 bg-accent" />
        </span>
      )}
      {isPhone ? <Cards {...shape} /> : <Grid {...shape} />}
    </div>
  )
}
