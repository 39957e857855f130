import { formatInteger } from '@flota/contract/format.ts'
import type { VistaPrevia } from '@flota/contract/importar.ts'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { cx } from '../../../../ui/cx.ts'

/** Shows the number of rows per outcome. */
export function Counts({ data, busy }: { data: VistaPrevia; busy: boolean }) {
  const { filas, nuevas, cambiadas, iguales, saltadas, errores } = data
  const Icon = errores > 0 ? CircleAlert : CircleCheck
  const counts = [
    `${formatInteger(nuevas)} nuevas`,
    `${formatInteger(cambiadas)} cambiadas`,
    `${formatInteger(iguales)} iguales`,
    `${formatInteger(saltadas)} saltadas`,
    `${formatInteger(errores)} con errores`,
  ]
  return (
    <div className="flex items-center gap-3">
      <Icon aria-hidden="true" className={cx('size-7 shrink-0', errores > 0 ? 'text-danger' : 'text-good')} />
      <div>
        <p role="status" className="text-xl font-bold tabular-nums">
          {counts.join(' · ')}
        </p>
        <p className="text-muted">
          {busy
            ? 'Revisando de nuevo…'
            : filas === 1
              ? '1 fila en la hoja'
              : `${formatInteger(filas)} filas en la hoja`}
        </p>
      </div>
    </div>
  )
}
