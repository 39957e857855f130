import type { Access } from '@flota/contract/core/access.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { usePermission } from '../api/session.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { narrowsBySearchAlone } from './filters.ts'
import { ListCard } from './ListCard.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import type { RowWithId, Sorting, TableProps } from './table/column.tsx'
import { Table } from './table/Table.tsx'
import type { ListState } from './toListState.ts'
import type { ListAddress } from './useListAddress.ts'
import { useListShortcuts } from './useListShortcuts.ts'

interface AddAction {
  label: string
  to: string
  access?: Access
}

interface Props<Row> extends Omit<TableProps<Row>, 'label' | 'sorting'> {
  title: string
  address: ListAddress
  list: ListState<Row>
  add?: AddAction
  /** Texts without rows: `nothing` (with `offer` beside it) without filters, `narrowed` with filters. */
  empty: { nothing?: string; offer?: ReactNode; narrowed?: string }
  errorTitle: string
  notes?: ReactNode
  beside?: ReactNode
  bar?: ReactNode
}

export function ListPage<Row extends RowWithId>(props: Props<Row>) {
  const { title, address, list, add, empty, errorTitle, notes, beside, bar, ...table } = props
  useListShortcuts(props)
  const offer = (
    <>
      {add && <AddLink add={add} look="secondary" />}
      {empty.offer}
    </>
  )
  const hasTools = Object.keys(address.filters).length > 0
  return (
    <>
      <PageHeading title={title}>
        {beside}
        {add && <AddLink add={add} look="primary" />}
      </PageHeading>
      <ListCard
        address={address}
        list={list}
        tools={
          hasTools && (
            <>
              <ListToolbar address={address} />
              {notes}
            </>
          )
        }
        loading={`Cargando ${title.toLowerCase()}…`}
        errorTitle={errorTitle}
        bar={bar}
        empty={
          <EmptyState
            key={String(address.narrowed)}
            text={(address.narrowed ? empty.narrowed : empty.nothing) ?? ''}
            action={address.narrowed ? <ClearFilters address={address} /> : offer}
          />
        }
      >
        {(rows) => <Table {...table} {...rows} label={title} sorting={sortingOf(address)} />}
      </ListCard>
    </>
  )
}

const sortingOf = ({ values: { orden }, change }: ListAddress): Sorting | undefined =>
  orden === undefined ? undefined : { orden, change: (next) => change({ orden: next }) }

/** Buttons beside the heading. */
export const ListButtons = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap gap-3 empty:hidden md:ml-auto">{children}</div>
)

function AddLink({ add, look }: { add: AddAction; look: 'primary' | 'secondary' }) {
  const may = usePermission()
  if (add.access && !may(add.access)) return null
  return (
    <Link href={add.to} className={cx(buttonClass(look), look === 'primary' && 'max-md:grow')}>
      {add.label}
    </Link>
  )
}

function ClearFilters({ address: { filters, change, clear } }: { address: ListAddress }) {
  return narrowsBySearchAlone(filters) ? (
    <Button onClick={() => change({ buscar: '' })}>Borrar la búsqueda</Button>
  ) : (
    <Button onClick={clear}>Quitar los filtros</Button>
  )
}
