import { type Access, can } from '@flota/contract/access.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSession } from '../api/session.ts'
import { Button, buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { narrowsBySearchAlone } from './filters.ts'
import { ListCard } from './ListCard.tsx'
import type { List } from './listOf.ts'
import { Tools } from './Tools.tsx'
import { Table, type TableProps } from './table/Table.tsx'
import type { ListAddress } from './useListAddress.ts'
import { useListKeys } from './useListKeys.ts'

/** How a new row begins: on its own page, or by an action here. */
type Add = { label: string; may?: Access } & ({ to: string } | { act: () => void })

interface Props<Row> extends Omit<TableProps<Row>, 'label'> {
  title: string
  address: ListAddress
  list: List<Row>
  add?: Add
  /** `nothing` where there are no rows at all, `narrowed` where none fits the filters. */
  empty: { nothing?: string; narrowed?: string }
  failed: string
  notes?: ReactNode
}

/** A list screen made of columns, filters, actions and words. */
export function ListPage<Row extends { id: number }>(props: Props<Row>) {
  const { title, address, list, add, empty, failed, notes, ...table } = props
  useListKeys(props)
  const hasTools = Object.keys(address.filters).length > 0
  return (
    <>
      <PageHeading title={title}>{add && <AddLink add={add} look="primary" />}</PageHeading>
      <ListCard
        address={address}
        list={list}
        tools={
          hasTools && (
            <>
              <Tools address={address} />
              {notes}
            </>
          )
        }
        loading={`Cargando ${title.toLowerCase()}…`}
        failed={failed}
        empty={
          address.narrowed ? (
            <EmptyState text={empty.narrowed ?? ''} action={<Widen address={address} />} />
          ) : (
            <EmptyState text={empty.nothing ?? ''} action={add && <AddLink add={add} look="secondary" />} />
          )
        }
      >
        {(rows) => <Table {...table} {...rows} label={title} />}
      </ListCard>
    </>
  )
}

function AddLink({ add, look }: { add: Add; look: 'primary' | 'secondary' }) {
  const session = useSession()
  if (add.may && !(session && can(session, add.may))) return null
  return 'to' in add ? (
    <Link href={add.to} className={buttonClass(look)}>
      {add.label}
    </Link>
  ) : (
    <Button look={look} onClick={add.act}>
      {add.label}
    </Button>
  )
}

/** Clears the filters of a list that they leave empty. */
function Widen({ address: { filters, change, clear } }: { address: ListAddress }) {
  return narrowsBySearchAlone(filters) ? (
    <Button onClick={() => change({ buscar: '' })}>Borrar la búsqueda</Button>
  ) : (
    <Button onClick={clear}>Quitar los filtros</Button>
  )
}
