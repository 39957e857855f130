import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { useIsPhone } from '../../ui/useMediaQuery.ts'
import { Menu, type MenuAction } from '../Menu.tsx'
import type { Ticks } from '../useTicks.ts'
import { type Action, useRowMenu } from './actions.ts'
import { Cards } from './Cards.tsx'
import type { Column } from './column.tsx'
import { Grid } from './Grid.tsx'

export interface Rows<Row> {
  /** Undefined while loading for the first time. */
  rows: readonly Row[] | undefined
  /** The rows are those of the previous page, while the next one loads. */
  stale: boolean
  /** The number of skeleton rows. */
  expected: number
}

interface Common<Row> {
  label: string
  /** Unique per row; by default the id. */
  keyOf?: (row: Row) => number | string
  /** As `keyOf` gives it. */
  selected?: number | string | null
  /** The last row: totals over all pages. */
  total?: Row | undefined
  /** Which rows are ticked, where they can be. */
  ticks?: Ticks<Row> | undefined
}

export interface TableProps<Row> extends Common<Row> {
  /** The first one heads the row; false leaves one out, for users who may not see it. */
  columns: readonly (Column<Row> | false)[]
  actions?: readonly Action<Row>[]
  /** The row's name in the labels of its menu and check box. */
  nameOf?: (row: Row) => string
}

export interface Shape<Row> extends Common<Row>, Rows<Row> {
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => number | string
  nameOf: (row: Row) => string
  /** Undefined where no row has a menu. */
  menuOf: ((row: Row) => ReactNode) | undefined
}

/** What is no record has no id; its list has a `keyOf`. */
export interface AnyLine {
  id: number | null
}

const idOf = ({ id }: AnyLine) => id ?? ''

/** A table, or below 768 px a card per row. */
export function Table<Row extends AnyLine>({
  columns,
  actions,
  nameOf = () => '',
  ...rest
}: TableProps<Row> & Rows<Row>) {
  const isPhone = useIsPhone()
  const actionsOf = useRowMenu(actions)
  const menuOf = (row: Row) => {
    const offered = actionsOf?.(row) ?? []
    return offered.length > 0 && <RowMenu name={nameOf(row)} actions={offered} />
  }
  const shape: Shape<Row> = {
    keyOf: idOf,
    nameOf,
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

function RowMenu({ name, actions }: { name: string; actions: readonly MenuAction[] }) {
  return (
    <Menu
      actions={actions}
      trigger={(attributes) => (
        <IconButton {...attributes} label={`Acciones de ${name}`} className="size-9! max-md:size-11!">
          <EllipsisVertical aria-hidden="true" />
        </IconButton>
      )}
    />
  )
}
