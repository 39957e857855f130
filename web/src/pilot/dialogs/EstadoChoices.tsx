import { type RutaEstado, rutaEstados } from '@flota/contract/estados.ts'
import { estadoLook } from '../../trip/EstadoBadge.tsx'
import { cx } from '../../ui/cx.ts'

interface Props {
  current: string
  value: RutaEstado
  onChange: (estado: RutaEstado) => void
}

export function EstadoChoices({ current, value, onChange }: Props) {
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="mb-2 font-semibold">Nuevo estado</legend>
      {rutaEstados.map((estado) => {
        const { Icon, color } = estadoLook(estado)
        const chosen = value === estado
        return (
          <label
            key={estado}
            className={cx(
              'relative flex min-h-18 cursor-pointer items-center gap-2 rounded-ui border px-2 py-2 text-lg sm:gap-3 sm:px-3 font-bold',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
              color,
              chosen && '[box-shadow:0_0_0_4px]',
            )}
          >
            <input
              type="radio"
              name="estado"
              checked={chosen}
              onChange={() => onChange(estado)}
              className="sr-only"
            />
            <Icon aria-hidden="true" className="size-6 shrink-0" />
            <span className="grid leading-tight">
              {estado}
              {estado === current && <span className="text-sm font-semibold">Actual</span>}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
