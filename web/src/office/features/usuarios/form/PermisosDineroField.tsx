import { permisosDinero } from '@flota/contract/permisosDinero.ts'
import type { ReactNode } from 'react'

interface Props {
  value: readonly number[]
  onChange: (value: readonly number[]) => void
  hint?: ReactNode
}

export function PermisosDineroField({ value, onChange, hint }: Props) {
  const toggle = (permiso: number, on: boolean) =>
    onChange(on ? [...value, permiso].sort((a, b) => a - b) : value.filter((each) => each !== permiso))
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">Dinero</legend>
      <div className="grid gap-x-6 md:grid-cols-2">
        {permisosDinero.map(({ id, descripcion }) => (
          <label key={id} className="flex min-h-10 items-center gap-3 py-1 max-md:min-h-11">
            <input
              type="checkbox"
              checked={value.includes(id)}
              onChange={({ target }) => toggle(id, target.checked)}
              className="size-5 shrink-0 accent-link"
            />
            <span className="min-w-0">{descripcion}</span>
          </label>
        ))}
      </div>
      {hint && <p className="text-sm text-danger">{hint}</p>}
    </fieldset>
  )
}
