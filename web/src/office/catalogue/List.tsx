import { Link } from 'wouter'
import { ListCard } from '../../list/ListCard.tsx'
import { SearchAndOrder } from '../../list/SearchAndOrder.tsx'
import { useListAddress } from '../../list/useListAddress.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { type Catalogue, useRows } from './calls.ts'
import { ListTable } from './ListTable.tsx'
import { ordersOf } from './text.ts'

/** The list screen of a catalogue: search, order and page stand in the address and run on the server. */
export function List({ catalogue }: { catalogue: Catalogue }) {
  const { words, screens } = catalogue
  const { address: asked, change } = useListAddress('nombre')
  const orders = ordersOf(catalogue)
  // An address can say anything.
  const address = { ...asked, orden: Object.hasOwn(orders, asked.orden) ? asked.orden : 'nombre' }
  const { page, error, isPlaceholderData, refetch } = useRows(catalogue.name, address)
  return (
    <>
      <PageHeading title={words.title}>
        <Link href={screens.create} className={buttonClass('primary')}>
          {words.add}
        </Link>
      </PageHeading>
      <ListCard
        tools={
          <SearchAndOrder label={words.searchHint} orders={orders} address={address} onChange={change} />
        }
        rows={page?.data}
        stale={isPlaceholderData}
        loading={`Cargando ${words.title.toLowerCase()}…`}
        failure={error && { title: words.loadList, cause: error.message, retry: () => void refetch() }}
        empty={
          <NothingHere catalogue={catalogue} search={address.buscar} onClear={() => change({ buscar: '' })} />
        }
        paging={{
          ...address,
          total: page?.paginacion.total,
          paginas: page?.paginacion.paginas,
          onChange: change,
        }}
      >
        {(rows) => (
          <ListTable
            catalogue={catalogue}
            rows={rows}
            expected={address.porPagina}
            stale={isPlaceholderData}
          />
        )}
      </ListCard>
    </>
  )
}

interface NothingProps {
  catalogue: Catalogue
  search: string
  onClear: () => void
}

function NothingHere({ catalogue: { words, screens }, search, onClear }: NothingProps) {
  if (search)
    return (
      <EmptyState
        text={`Nada coincide con «${search}».`}
        action={<Button onClick={onClear}>Borrar la búsqueda</Button>}
      />
    )
  return (
    <EmptyState
      text={words.empty}
      action={
        <Link href={screens.create} className={buttonClass()}>
          {words.add}
        </Link>
      }
    />
  )
}
