import { useEffect } from 'react'
import { Link } from 'wouter'
import { Banner } from '../ui/Banner.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { listSizes, useListAddress } from '../ui/useListAddress.ts'
import { type Catalogue, useRows } from './calls.ts'
import { ListTable } from './ListTable.tsx'
import { ListTools } from './ListTools.tsx'

const orders = ['nombre', '-nombre', 'recientes']

/** The list screen of a catalogue: search, order and page stand in the address and run on the server. */
export function List({ catalogue }: { catalogue: Catalogue }) {
  const { words, screens } = catalogue
  const { address: asked, change } = useListAddress('nombre')
  // An address can say anything.
  const address = { ...asked, orden: orders.find((each) => each === asked.orden) ?? 'nombre' }
  const { page, error, isPlaceholderData, refetch } = useRows(catalogue.name, address)
  const { total = 0, paginas = 0 } = page?.paginacion ?? {}
  const empty = page !== undefined && total === 0

  // The last row of the last page was deleted, or an old address was opened.
  const pastTheEnd = !empty && !isPlaceholderData && page?.data.length === 0
  useEffect(() => {
    if (pastTheEnd) change({ pagina: paginas }, { replace: true })
  })

  return (
    <>
      <PageHeading title={words.title}>
        <Link href={screens.create} className={buttonClass('primary')}>
          {words.add}
        </Link>
      </PageHeading>
      <div className="divide-y divide-line rounded-ui border border-line bg-card shadow-soft">
        <div className="grid gap-3 p-3 md:p-4">
          <ListTools catalogue={catalogue} address={address} onChange={change} />
          {error && (
            <Banner
              kind="error"
              title={words.loadList}
              action={<Button onClick={() => void refetch()}>Reintentar</Button>}
            >
              {error.message}
            </Banner>
          )}
        </div>
        {!page && !error && <Loading label={`Cargando ${words.title.toLowerCase()}…`} />}
        {empty && (
          <NothingHere catalogue={catalogue} search={address.buscar} onClear={() => change({ buscar: '' })} />
        )}
        {!empty && (page ?? !error) && (
          <ListTable
            catalogue={catalogue}
            rows={pastTheEnd ? undefined : page?.data}
            expected={address.porPagina}
            stale={isPlaceholderData}
          />
        )}
        {!empty && (page ?? !error) && (
          <div className="p-3 md:p-4">
            <Pager
              page={address.pagina}
              pages={page ? paginas : undefined}
              total={page ? total : undefined}
              pageSize={address.porPagina}
              pageSizes={listSizes.sizes}
              onPage={(pagina) => change({ pagina })}
              onPageSize={(porPagina) => change({ porPagina })}
            />
          </div>
        )}
      </div>
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
