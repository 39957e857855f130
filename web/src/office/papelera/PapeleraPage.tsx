import { useEndpoint, useSave } from '../../api/cache/queries.ts'
import { askAndTell } from '../../list/askAndTell.ts'
import { ListCard } from '../../list/ListCard.tsx'
import { useListAddress } from '../../list/useListAddress.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { type Deleted, PapeleraTable } from './PapeleraTable.tsx'
import { tipos } from './tipos.ts'

/** What was deleted, by whom and when; from here it comes back. */
export function PapeleraPage() {
  const { address, change } = useListAddress('')
  const { pagina, porPagina } = address
  const list = useEndpoint('GET /api/papelera', { query: { pagina, porPagina } })
  const { data: page, error, isPlaceholderData } = list
  const restore = useRestore()

  return (
    <>
      <PageHeading title="Papelera" />
      <ListCard
        rows={page?.data}
        stale={isPlaceholderData}
        loading="Cargando papelera…"
        failure={
          error && {
            title: 'Error al cargar la papelera',
            cause: error.message,
            retry: () => void list.refetch(),
          }
        }
        empty={
          <EmptyState text="La papelera está vacía. Lo que se elimina queda aquí y se puede restaurar." />
        }
        paging={{
          pagina,
          porPagina,
          total: page?.paginacion.total,
          paginas: page?.paginacion.paginas,
          onChange: change,
        }}
      >
        {(rows) => (
          <PapeleraTable
            rows={rows}
            expected={porPagina}
            stale={isPlaceholderData}
            onRestore={(record) => void restore(record)}
          />
        )}
      </ListCard>
    </>
  )
}

function useRestore() {
  const restore = useSave('POST /api/papelera/:tipo/:id/restaurar')
  return ({ tipo, id, nombre }: Deleted) => {
    const { asked, after } = tipos[tipo]
    return askAndTell({
      question: `¿Deseas restaurar ${asked} ${nombre}?${after ? ` ${after}` : ''}`,
      look: 'primary',
      act: () => restore({ params: { tipo, id } }),
      type: 'edit',
      failed: (cause) => cause,
    })
  }
}
