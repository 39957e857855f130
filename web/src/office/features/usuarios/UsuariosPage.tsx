import type { usuarioOrders } from '@flota/contract/account/usuarios.ts'
import { permisosText, rolWords } from '@flota/contract/core/permisoWords.ts'
import {
  Bot,
  CircleCheck,
  CircleSlash,
  History,
  KeyRound,
  ListChecks,
  type LucideIcon,
  ShieldOff,
} from 'lucide-react'
import { useState } from 'react'
import { useEndpoint, useSave } from '../../../api/cache/queries.ts'
import { useSession } from '../../../api/session.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListButtons, ListPage } from '../../../list/ListPage.tsx'
import { type ListProps, listWithForm } from '../../../list/listWithForm.tsx'
import type { Column } from '../../../list/table/column.tsx'
import { type Action, confirmAndRun, editAction, removeAction } from '../../../list/table/rowActions.ts'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress } from '../../../list/useListAddress.ts'
import { withId } from '../../../shell/paths.ts'
import { cx } from '../../../ui/cx.ts'
import { Switch } from '../../../ui/Switch.tsx'
import { roleIcons } from '../../frame/icons.ts'
import { cambiosHref } from '../../shared/cambios/hrefs.ts'
import { column, oneLineColumn } from '../../shared/columns.ts'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { lazyDialog } from '../../shared/lazyDialog.tsx'
import type { UsuarioDialogRequest } from './form/UsuarioDialog.tsx'
import type { UsuarioRow } from './permisos.ts'
import { usePilotoNames } from './usePilotos.ts'

const ProgramasDialog = lazyDialog(
  async () => (await import('./ProgramasDialog.tsx')).ProgramasDialog,
  'los programas',
)
const UsuarioDialog = lazyDialog(async () => (await import('./form/UsuarioDialog.tsx')).UsuarioDialog)

const orders: Record<(typeof usuarioOrders)[number], string> = {
  nombre: 'Usuario, de la A a la Z',
  '-nombre': 'Usuario, de la Z a la A',
  recientes: 'Más recientes primero',
}
const filters = {
  buscar: { kind: 'search', label: 'Buscar por usuario' },
  orden: { kind: 'order', label: 'Orden', words: orders },
} as const satisfies Filters

export const UsuariosPage = listWithForm(
  'usuario',
  UsuariosList,
  async () => (await import('./form/UsuarioForm.tsx')).UsuarioForm,
)

function UsuariosList({ formOf }: ListProps) {
  const address = useListAddress(filters)
  const list = toListState(useEndpoint('GET /api/usuarios', { query: address.query }), address)
  const send = useSave('DELETE /api/usuarios/:id')
  const removeFactor = useSave('DELETE /api/usuarios/:id/segundo-factor')
  const [modal, setModal] = useState<UsuarioDialogRequest | null>(null)
  const [programs, setPrograms] = useState<UsuarioRow | null>(null)
  const opening = (
    what: UsuarioDialogRequest['what'],
    label: string,
    Icon: LucideIcon,
  ): Action<UsuarioRow> => ({ label, Icon, act: (row) => setModal({ what, usuario: row }) })
  return (
    <>
      <ListPage
        title="Usuarios"
        address={address}
        list={list}
        columns={useColumns(formOf)}
        nameOf={({ username }: UsuarioRow) => username}
        actions={[
          { ...editAction, to: ({ id }) => formOf(id) },
          opening('password', 'Cambiar contraseña', KeyRound),
          {
            ...opening('permisos', 'Permisos', ListChecks),
            when: ({ rol_nombre }) => rol_nombre !== 'administrador',
          },
          {
            label: 'Programas',
            Icon: Bot,
            act: setPrograms,
            when: ({ rol_nombre }) => rol_nombre === 'usuario',
          },
          {
            label: 'Quitar segundo factor',
            Icon: ShieldOff,
            ask: ({ id, username }) => ({
              question: `¿Deseas quitar el segundo factor de ${username}?`,
              detail: 'Si tiene uno, se cierran sus sesiones y entra solo con su contraseña.',
              act: () => removeFactor({ params: { id } }),
              errorMessage: (cause) => cause || 'Error al quitar el segundo factor',
            }),
          },
          { label: 'Cambios', Icon: History, to: ({ id }) => cambiosHref('usuarios', id) },
          {
            ...removeAction,
            ask: ({ id, version, username }) => ({
              question: `¿Deseas eliminar a ${username}?`,
              act: () => send({ params: { id }, query: { version } }),
              errorMessage: (cause) => ['Error eliminando usuario', cause].filter(Boolean).join(': '),
            }),
          },
        ]}
        beside={
          <ListButtons>
            <ListExport
              call={{ line: 'GET /api/usuarios/exportar', query: address.activeFilters }}
              disabled={list.rows?.length === 0}
            />
          </ListButtons>
        }
        add={{ label: '+ Ingresar Usuario', to: formOf(null) }}
        empty={{ narrowed: `Nadie coincide con «${address.values.buscar}».` }}
        errorTitle="Error cargando usuarios"
      />
      {programs && <ProgramasDialog usuario={programs} onClose={() => setPrograms(null)} />}
      {modal && <UsuarioDialog {...modal} onClose={() => setModal(null)} />}
    </>
  )
}

function useColumns(formOf: ListProps['formOf']): Column<UsuarioRow>[] {
  const { nameOf, isThere } = usePilotoNames()
  const own = useSession()?.user.id
  return [
    {
      label: 'Usuario',
      phone: 'title',
      width: 14,
      sort: { asc: 'nombre', desc: '-nombre' },
      href: ({ id }) => formOf(id),
      cell: ({ id, username }) => (
        <>
          {username}
          {id === own && <span className="ml-2 font-normal text-muted">(tú)</span>}
        </>
      ),
    },
    oneLineColumn('Rol', 'subtitle', 10, ({ rol_nombre }) => <RolText rol={rol_nombre} />),
    column('Piloto', 'line', 17, ({ piloto_id }) => piloto_id !== null && (nameOf(piloto_id) ?? '…'), {
      href: ({ piloto_id }) =>
        piloto_id !== null && isThere(piloto_id) ? withId('/mostrar-choferes/:id', piloto_id) : undefined,
    }),
    {
      label: 'Permisos',
      phone: 'note',
      width: 16,
      cell: (usuario) => <span className="line-clamp-2 leading-tight">{permisosText(usuario)}</span>,
      card: (usuario) => `Permisos: ${permisosText(usuario)}`,
    },
    oneLineColumn('Estado', 'foot', 11, (usuario) => <UsuarioEstadoSwitch usuario={usuario} />),
  ]
}

function RolText({ rol }: { rol: UsuarioRow['rol_nombre'] }) {
  const Icon = roleIcons[rol]
  return (
    <span className="flex items-center">
      <Icon aria-hidden="true" className="mr-2 size-4 shrink-0 text-muted" />
      {rolWords[rol]}
    </span>
  )
}

function UsuarioEstadoSwitch({ usuario }: { usuario: UsuarioRow }) {
  const { id, version, username, estado } = usuario
  const setEstado = useSave('PATCH /api/usuarios/:id/status')
  const active = estado === 'activo'
  const Icon = active ? CircleCheck : CircleSlash
  const toggle = () =>
    confirmAndRun({
      question: `¿Deseas ${active ? 'desactivar' : 'activar'} a ${username}?`,
      look: active ? 'danger' : 'primary',
      act: () => setEstado({ params: { id }, body: { estado: active ? 'inactivo' : 'activo', version } }),
      errorMessage: (cause) => `Error cambiando estado del usuario: ${cause}`,
    })
  return (
    <span className="flex items-center gap-2.5">
      <Switch label={`${username} activo`} checked={active} onToggle={() => void toggle()} />
      <span className={cx('flex items-center gap-1.5 font-semibold', active ? 'text-good' : 'text-muted')}>
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {active ? 'Activo' : 'Inactivo'}
      </span>
    </span>
  )
}
