import { CircleCheck, CircleSlash } from 'lucide-react'
import { useSave } from '../../../api/cache/queries.ts'
import { confirmAndRun } from '../../../list/table/rowActions.ts'
import { cx } from '../../../ui/cx.ts'
import type { UsuarioRow } from './permisos.ts'

export function UsuarioEstadoSwitch({ usuario }: { usuario: UsuarioRow }) {
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
      <button
        type="button"
        role="switch"
        aria-checked={active}
        aria-label={`${username} activo`}
        onClick={() => void toggle()}
        className="grid place-items-center py-1 max-md:min-h-11 max-md:min-w-11"
      >
        <span
          className={cx(
            'flex h-6 w-10.5 rounded-full border-2 transition-colors',
            active ? 'justify-end border-good bg-good' : 'border-field bg-card',
          )}
        >
          <span className={cx('m-0.5 size-4 self-center rounded-full', active ? 'bg-card' : 'bg-field')} />
        </span>
      </button>
      <span className={cx('flex items-center gap-1.5 font-semibold', active ? 'text-good' : 'text-muted')}>
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {active ? 'Activo' : 'Inactivo'}
      </span>
    </span>
  )
}
