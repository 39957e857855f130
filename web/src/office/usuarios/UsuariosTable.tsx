import type { Usuario } from '@flota/contract/usuarios.ts'
import { IdCard, KeyRound, ListChecks, Pencil, ShieldCheck, Trash2, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.ts'
import type { MenuAction } from '../../list/Menu.tsx'
import { type Column, Table } from '../../list/Table.tsx'
import { EstadoSwitch } from './EstadoSwitch.tsx'
import { permisosText, rolWords } from './text.ts'
import { usePilotoNames } from './usePilotos.ts'
import { useUsuarioActions } from './useUsuarioActions.ts'

interface Props {
  rows: readonly Usuario[] | undefined
  expected: number
  stale: boolean
  onEdit: (usuario: Usuario) => void
  onPassword: (usuario: Usuario) => void
  onPermisos: (usuario: Usuario) => void
}

const rolIcons = { administrador: ShieldCheck, piloto: IdCard, usuario: UserRound }

export function UsuariosTable({ onEdit, onPassword, onPermisos, ...table }: Props) {
  const { toggle, remove } = useUsuarioActions()
  const { nameOf } = usePilotoNames()
  const columns: Column<Usuario>[] = [
    { label: 'Usuario', width: 14, cell: (usuario) => <Name usuario={usuario} /> },
    { label: 'Rol', width: 11, cell: ({ rol_nombre }) => <RolText rol={rol_nombre} /> },
    {
      label: 'Piloto',
      width: 13,
      cell: ({ piloto_id }) => (piloto_id === null ? '—' : (nameOf(piloto_id) ?? '…')),
    },
    {
      label: 'Permisos',
      cell: (usuario) => <span className="line-clamp-2 leading-snug">{permisosText(usuario)}</span>,
    },
    {
      label: 'Estado',
      width: 11,
      cell: (usuario) => <EstadoSwitch usuario={usuario} onToggle={() => void toggle(usuario)} />,
    },
  ]
  const actions = (usuario: Usuario): MenuAction[] => [
    { label: 'Editar', Icon: Pencil, onSelect: () => onEdit(usuario) },
    { label: 'Cambiar contraseña', Icon: KeyRound, onSelect: () => onPassword(usuario) },
    // An administrador has them all: there is nothing to switch.
    ...(usuario.rol_nombre === 'administrador'
      ? []
      : [{ label: 'Permisos', Icon: ListChecks, onSelect: () => onPermisos(usuario) }]),
    { label: 'Eliminar', Icon: Trash2, danger: true, onSelect: () => void remove(usuario) },
  ]
  return (
    <Table
      {...table}
      label="Usuarios"
      columns={columns}
      nameOf={(usuario) => usuario.username}
      actions={actions}
      card={(usuario, menu) => (
        <Card usuario={usuario} menu={menu} piloto={nameOf(usuario.piloto_id)}>
          <EstadoSwitch usuario={usuario} onToggle={() => void toggle(usuario)} />
        </Card>
      )}
    />
  )
}

function Name({ usuario }: { usuario: Usuario }) {
  const own = useSession()?.user.id === usuario.id
  return (
    <>
      {usuario.username}
      {own && <span className="ml-2 font-normal text-muted">(tú)</span>}
    </>
  )
}

function RolText({ rol }: { rol: Usuario['rol_nombre'] }) {
  const Icon = rolIcons[rol]
  return (
    <span className="flex items-center gap-2">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      {rolWords[rol]}
    </span>
  )
}

interface CardProps {
  usuario: Usuario
  piloto: string | undefined
  menu: ReactNode
  children: ReactNode
}

/** On a phone: who, what they are and may do, and whether they may come in. */
function Card({ usuario, piloto, menu, children }: CardProps) {
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 text-lg font-bold wrap-anywhere">
          <Name usuario={usuario} />
        </p>
        {menu}
      </div>
      <div className="flex flex-wrap gap-x-4">
        <RolText rol={usuario.rol_nombre} />
        {piloto}
      </div>
      <p className="text-sm text-muted">Permisos: {permisosText(usuario)}</p>
      {children}
    </div>
  )
}
