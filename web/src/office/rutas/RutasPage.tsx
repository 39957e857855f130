import { Link } from 'wouter'
import { useEndpoint } from '../../api/cache/queries.ts'
import { ListCard } from '../../list/ListCard.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { RutasTable } from './RutasTable.tsx'
import { RutasTools } from './RutasTools.tsx'
import { type RutaAccess, useRutaAccess } from './useRutaAccess.ts'
import { useRutasAddress } from './useRutasAddress.ts'

/** Which trip is where: every route, searched, narrowed and ordered on the server. */
export function RutasPage() {
  const access = useRutaAccess()
  const address = useRutasAddress()
  const { query, change } = address
  const { data: page, error, isPlaceholderData, refetch } = useEndpoint('GET /api/rutas', { query })
  return (
    <>
      <PageHeading title="Rutas">{access.create && <NewRuta look="primary" />}</PageHeading>
      <ListCard
        tools={<RutasTools address={address} access={access} />}
        rows={page?.data}
        stale={isPlaceholderData}
        loading="Cargando rutas…"
        failure={
          error && {
            title: 'Error al cargar las rutas',
            cause: error.message,
            retry: () => void refetch(),
            action: error.message.includes('Sesión expirada') && (
              <Link href="/login" className={buttonClass()}>
                Ir al Login
              </Link>
            ),
          }
        }
        empty={<NothingHere narrowed={address.narrowed} access={access} onClear={address.clear} />}
        paging={{
          ...query,
          total: page?.paginacion.total,
          paginas: page?.paginacion.paginas,
          more: page?.paginacion.exacto === false,
          onChange: change,
        }}
      >
        {(rows) => (
          <RutasTable rows={rows} expected={query.porPagina} stale={isPlaceholderData} access={access} />
        )}
      </ListCard>
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

interface NothingProps {
  narrowed: boolean
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
