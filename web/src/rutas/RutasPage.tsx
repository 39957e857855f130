import { useEffect } from 'react'
import { Link } from 'wouter'
import type { ApiError } from '../api/ApiError.ts'
import { useEndpoint } from '../api/queries.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { pageSizes } from '../ui/useListAddress.ts'
import { RutasTable } from './RutasTable.tsx'
import { RutasTools } from './RutasTools.tsx'
import { type RutaAccess, useRutaAccess } from './useRutaAccess.ts'
import { type RutasAddress, useRutasAddress } from './useRutasAddress.ts'

/** Which trip is where: every route, searched, narrowed and ordered on the server. */
export function RutasPage() {
  const access = useRutaAccess()
  const address = useRutasAddress()
  const { query, narrowed, change } = address
  const list = useEndpoint('GET /api/rutas', { query })
  const { data: page, error, isPlaceholderData } = list
  const { total = 0, paginas = 0, exacto = true } = page?.paginacion ?? {}
  const empty = page !== undefined && total === 0

  // The last row of the last page was deleted, or an old address was opened.
  const pastTheEnd = !empty && !isPlaceholderData && page?.data.length === 0
  useEffect(() => {
    if (pastTheEnd) change({ pagina: exacto ? paginas : query.pagina - 1 }, { replace: true })
  })

  return (
    <>
      <PageHeading title="Rutas">{access.create && <NewRuta look="primary" />}</PageHeading>
      <div className="divide-y divide-line rounded-ui border border-line bg-card shadow-soft">
        <div className="grid gap-3 p-3 md:p-4">
          <RutasTools address={address} access={access} />
          {error && <LoadFailed error={error} onRetry={() => void list.refetch()} />}
        </div>
        {!page && !error && <Loading label="Cargando rutas…" />}
        {empty && <NothingHere narrowed={narrowed} access={access} onClear={address.clear} />}
        {!empty && (page ?? !error) && (
          <RutasTable
            rows={pastTheEnd ? undefined : page?.data}
            expected={query.porPagina}
            stale={isPlaceholderData}
            access={access}
          />
        )}
        {!empty && (page ?? !error) && (
          <div className="p-3 md:p-4">
            <Pager
              page={query.pagina}
              pages={page ? paginas : undefined}
              total={page ? total : undefined}
              more={!exacto}
              pageSize={query.porPagina}
              pageSizes={pageSizes}
              onPage={(pagina) => change({ pagina })}
              onPageSize={(porPagina) => change({ porPagina })}
            />
          </div>
        )}
      </div>
    </>
  )
}

function NewRuta({ look }: { look?: 'primary' }) {
  return (
    <Link href="/ingresar-ruta" className={buttonClass(look)}>
      + Ingresar Ruta
    </Link>
  )
}

function LoadFailed({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  return (
    <Banner
      kind="error"
      title="Error al cargar las rutas"
      action={
        <div className="flex flex-wrap gap-3">
          {error.message.includes('Sesión expirada') && (
            <Link href="/login" className={buttonClass()}>
              Ir al Login
            </Link>
          )}
          <Button onClick={onRetry}>Reintentar</Button>
        </div>
      }
    >
      {error.message}
    </Banner>
  )
}

interface NothingProps {
  narrowed: RutasAddress['narrowed']
  access: RutaAccess
  onClear: () => void
}

function NothingHere({ narrowed, access, onClear }: NothingProps) {
  if (narrowed)
    return (
      <EmptyState
        text="Ninguna ruta coincide con lo que buscas."
        action={<Button onClick={onClear}>Quitar los filtros</Button>}
      />
    )
  if (!access.seePrecio)
    return <EmptyState text="No tienes rutas asignadas. Contacta al administrador del sistema." />
  return (
    <EmptyState
      text={
        access.create
          ? 'Todavía no hay rutas. Ingresa la primera: necesitas un cliente, un camión y un piloto.'
          : 'Todavía no hay rutas. Aparecerán aquí cuando alguien las ingrese.'
      }
      action={access.create && <NewRuta />}
    />
  )
}
