import type { Rol } from '@flota/contract/core/access.ts'
import { rolId } from '@flota/contract/core/permisos.ts'
import { Check, Lock } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useEndpoint } from '../../../../api/cache/queries.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { LoadingLines } from '../../../shared/LoadingLines.tsx'
import { isPermisoLocked, permisosNote } from '../permisos.ts'

interface Props {
  rol: Rol
  /** The stored user already has this role, which locks the permissions on routes. */
  existing: boolean
  value: readonly number[]
  onChange: (value: readonly number[]) => void
  hint?: ReactNode
  hidesTitle?: boolean
}

/** Shows the permissions of a role; locked ones with the reason. */
export function PermisosField({ rol, existing, value, onChange, hint, hidesTitle = false }: Props) {
  const id = useId()
  const { data, error, isPlaceholderData, refetch } = useEndpoint('GET /api/usuarios/permissions/available', {
    query: { rol_id: `${rolId[rol]}` },
  })
  const note = permisosNote(rol, existing)
  return (
    <fieldset aria-describedby={note ? id : undefined} className="grid gap-1">
      <legend className={hidesTitle ? 'sr-only' : 'font-semibold'}>Permisos</legend>
      {note && (
        <p id={id} className="text-sm text-muted">
          {note}
        </p>
      )}
      {error && !data && (
        <Banner
          kind="error"
          title="Error al cargar los datos. Intenta nuevamente."
          action={<Button onClick={() => void refetch()}>Reintentar</Button>}
        />
      )}
      {!error && (!data || isPlaceholderData) && (
        <LoadingLines label="Cargando permisos…" widths={['w-2/3', 'w-2/3', 'w-2/3', 'w-2/3']} />
      )}
      {data && !isPlaceholderData && (
        <PermisoBoxes
          permisos={data.data}
          value={value}
          onChange={onChange}
          isLocked={(permiso) => isPermisoLocked(rol, existing, permiso)}
        />
      )}
      {hint && <p className="text-sm text-danger">{hint}</p>}
    </fieldset>
  )
}

interface PermisoBoxesProps extends Pick<Props, 'value' | 'onChange'> {
  permisos: readonly { id: number; descripcion: string }[]
  isLocked?: (id: number) => boolean
}

export function PermisoBoxes({ permisos, value, onChange, isLocked }: PermisoBoxesProps) {
  const toggle = (permiso: number, on: boolean) =>
    onChange(on ? [...value, permiso].sort((a, b) => a - b) : value.filter((each) => each !== permiso))
  return (
    <div className="grid gap-x-6 md:grid-cols-2">
      {permisos.map(({ id, descripcion }) => {
        const checked = value.includes(id)
        const locked = isLocked?.(id)
        return (
          <label
            key={id}
            className={cx('flex min-h-10 items-center gap-3 py-1 max-md:min-h-11', locked && 'text-muted')}
          >
            <span className="relative grid size-5 shrink-0 place-items-center">
              <input
                type="checkbox"
                checked={checked}
                disabled={locked}
                onChange={(event) => toggle(id, event.target.checked)}
                className={cx(
                  'size-5 accent-link',
                  locked && 'appearance-none rounded-[4px] border border-field bg-sunken',
                )}
              />
              {/* The browser draws a disabled check mark too pale. */}
              {locked && checked && <Check aria-hidden="true" className="absolute size-4 stroke-3" />}
            </span>
            <span className="min-w-0">{descripcion}</span>
            {locked && <Lock aria-hidden="true" className="ml-auto size-4 shrink-0" />}
          </label>
        )
      })}
    </div>
  )
}
