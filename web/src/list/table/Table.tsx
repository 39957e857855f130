import { EllipsisVertical } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { lazyComponent } from '../../ui/lazyComponent.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { Menu, type MenuAction } from '../Menu.tsx'
import type { RowWithId, TableProps, TableRows, TableShape } from './column.tsx'
import { RowGrid } from './RowGrid.tsx'
import { useRowMenu } from './rowActions.ts'

const lazyCards = lazyComponent<TableShape<never>>(async () => (await import('./RowCards.tsx')).RowCards)
// The type of a component has no parameters.
const RowCards = lazyCards.Component as unknown as <Row>(props: TableShape<Row>) => ReactNode

const idOf = ({ id }: RowWithId) => id ?? ''

const cardHeightRem = 3.75

/** A table; on a phone a card per row. */
export function Table<Row extends RowWithId>({
  columns,
  actions,
  nameOf = () => '',
  ...rest
}: TableProps<Row> & TableRows<Row>) {
  const isPhone = useIsPhone()
  const actionsOf = useRowMenu(actions)
  const menuOf = (row: Row) => {
    const offered = actionsOf?.(row) ?? []
    return offered.length > 0 && <RowMenu name={nameOf(row)} actions={offered} />
  }
  const shape: TableShape<Row> = {
    keyOf: idOf,
    nameOf,
    ...rest,
    columns: columns.filter((column) => column !== false),
    menuOf: actionsOf && menuOf,
  }
  return (
    <div aria-busy={rest.stale} className="relative md:flex md:min-h-0 md:flex-col">
      {rest.stale && (
        <span aria-hidden="true" className="appears-late absolute inset-x-0 top-0 z-20 h-0.5 overflow-hidden">
          <span className="slides block h-full w-1/4 bg-accent" />
        </span>
      )}
      {isPhone ? (
        <Suspense fallback={<div style={{ height: `${rest.expected * cardHeightRem}rem` }} />}>
          <RowCards {...shape} />
        </Suspense>
      ) : (
        <RowGrid {...shape} />
      )}
    </div>
  )
}

function RowMenu({ name, actions }: { name: string; actions: readonly MenuAction[] }) {
  return (
    <Menu
      actions={actions}
      trigger={(attributes) => (
        <IconButton {...attributes} label={`Acciones de ${name}`} className="size-9! max-md:size-11!">
          <EllipsisVertical />
        </IconButton>
      )}
    />
  )
}
