import { entero } from '@flota/contract/format.ts'
import { TriangleAlert } from 'lucide-react'
import { useEndpoint } from '../../api/cache/queries.ts'
import { useToday } from '../../api/useToday.ts'
import { ListCard } from '../../list/ListCard.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { isLate } from './estado.tsx'
import { MantenimientosTable } from './MantenimientosTable.tsx'
import { MantenimientosTools } from './MantenimientosTools.tsx'
import type { MantenimientosAddress } from './useMantenimientosAddress.ts'

/** What the fleet's trucks had done, and what is still to do. The call gives all rows: they are paged here. */
export function MantenimientosList({ address }: { address: MantenimientosAddress }) {
  const { query, pagina, porPagina, narrowed, change, clear, openForm } = address
  const list = useEndpoint('GET /api/mantenimientos', { query })
  const { data, error, isPlaceholderData } = list
  const rows = data?.data.slice((pagina - 1) * porPagina, pagina * porPagina)
  const given = data?.data.length ?? 0
  const hoy = useToday()
  const late = data?.data.filter((row) => isLate(row, hoy)).length ?? 0
  return (
    <>
      <PageHeading title="Mantenimientos">
        <Button look="primary" onClick={() => openForm('nuevo')}>
          + Ingresar Mantenimiento
        </Button>
      </PageHeading>
      <ListCard
        tools={
          <>
            <MantenimientosTools address={address} />
            {late > 0 && (
              <LateNote
                count={late}
                onShow={query.estado ? undefined : () => change({ estado: 'Programado' })}
              />
            )}
            {data && data.total > given && (
              <p className="text-muted">
                Se muestran los {entero(given)} más recientes de {entero(data.total)}. Busca o filtra para ver
                los demás.
              </p>
            )}
          </>
        }
        rows={rows}
        stale={isPlaceholderData}
        loading="Cargando mantenimientos…"
        failure={
          error && {
            title: 'Error al cargar los mantenimientos',
            cause: error.message,
            retry: () => void list.refetch(),
          }
        }
        empty={<NothingHere narrowed={narrowed} onClear={clear} onAdd={() => openForm('nuevo')} />}
        paging={{
          pagina,
          porPagina,
          total: data && given,
          paginas: data && Math.ceil(given / porPagina),
          onChange: change,
        }}
      >
        {(shown) => (
          <MantenimientosTable
            rows={shown}
            expected={porPagina}
            stale={isPlaceholderData}
            hoy={hoy}
            onEdit={({ id }) => openForm(String(id))}
          />
        )}
      </ListCard>
    </>
  )
}

interface LateProps {
  count: number
  /** Undefined where they are what is shown. */
  onShow: (() => void) | undefined
}

/** What nobody may overlook stands above the list, whatever page it is on. */
function LateNote({ count, onShow }: LateProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 font-semibold text-incidente">
      <span className="flex items-center gap-2">
        <TriangleAlert aria-hidden="true" className="size-4.5 shrink-0" />
        {count === 1 ? 'Hay 1 mantenimiento atrasado.' : `Hay ${entero(count)} mantenimientos atrasados.`}
      </span>
      {onShow && (
        <button type="button" onClick={onShow} className="text-link underline max-md:min-h-11">
          Ver los programados
        </button>
      )}
    </p>
  )
}

interface NothingProps {
  narrowed: boolean
  onClear: () => void
  onAdd: () => void
}

function NothingHere({ narrowed, onClear, onAdd }: NothingProps) {
  if (narrowed)
    return (
      <EmptyState
        text="Ningún mantenimiento coincide con lo que buscas."
        action={<Button onClick={onClear}>Quitar los filtros</Button>}
      />
    )
  return (
    <EmptyState
      text="Todavía no hay mantenimientos. Programa el primero: aquí verás cuáles se atrasan."
      action={<Button onClick={onAdd}>+ Ingresar Mantenimiento</Button>}
    />
  )
}
