import type { Usuario } from '@flota/contract/usuarios.ts'
import { useState } from 'react'
import { useEndpoint } from '../../api/cache/queries.ts'
import { ListCard } from '../../list/ListCard.tsx'
import { SearchAndOrder } from '../../list/SearchAndOrder.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { PasswordModal } from './PasswordModal.tsx'
import { PermisosModal } from './PermisosModal.tsx'
import { UsuariosTable } from './UsuariosTable.tsx'
import { ordenes, type UsuariosAddress } from './useUsuariosAddress.ts'

interface OpenModal {
  what: 'password' | 'permisos'
  usuario: Usuario
}

/** Who may come in, and as what. */
export function UsuariosList({ address }: { address: UsuariosAddress }) {
  const { query, change, openForm } = address
  const [modal, setModal] = useState<OpenModal | null>(null)
  const list = useEndpoint('GET /api/usuarios', { query })
  const { data: page, error, isPlaceholderData } = list
  const open = (what: OpenModal['what']) => (usuario: Usuario) => setModal({ what, usuario })
  // As the list has it now: after a refusal it has been read again.
  const usuario = page?.data.find(({ id }) => id === modal?.usuario.id) ?? modal?.usuario

  return (
    <>
      <PageHeading title="Usuarios">
        <Button look="primary" onClick={() => openForm('nuevo')}>
          + Ingresar Usuario
        </Button>
      </PageHeading>
      <ListCard
        tools={
          <SearchAndOrder label="Buscar por usuario" orders={ordenes} address={query} onChange={change} />
        }
        rows={page?.data}
        stale={isPlaceholderData}
        loading="Cargando usuarios…"
        failure={
          error && {
            title: 'Error cargando usuarios',
            cause: error.message,
            retry: () => void list.refetch(),
          }
        }
        empty={
          <EmptyState
            text={`Nadie coincide con «${query.buscar}».`}
            action={<Button onClick={() => change({ buscar: '' })}>Borrar la búsqueda</Button>}
          />
        }
        paging={{
          pagina: query.pagina,
          porPagina: query.porPagina,
          total: page?.paginacion.total,
          paginas: page?.paginacion.paginas,
          onChange: change,
        }}
      >
        {(rows) => (
          <UsuariosTable
            rows={rows}
            expected={query.porPagina}
            stale={isPlaceholderData}
            onEdit={({ id }) => openForm(String(id))}
            onPassword={open('password')}
            onPermisos={open('permisos')}
          />
        )}
      </ListCard>
      {modal?.what === 'password' && usuario && (
        <PasswordModal usuario={usuario} onClose={() => setModal(null)} />
      )}
      {modal?.what === 'permisos' && usuario && (
        <PermisosModal usuario={usuario} onClose={() => setModal(null)} />
      )}
    </>
  )
}
