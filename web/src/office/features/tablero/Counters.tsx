import { entero } from '@flota/contract/format.ts'
import type { Ahora } from '@flota/contract/retraso.ts'
import { Fragment } from 'react'
import { cx } from '../../../ui/cx.ts'
import { type Fila, isOf, type Solo } from './boardRows.ts'

interface Props {
  filas: readonly Fila[]
  ahora: Ahora | undefined
  solo: Solo
  onChange: (solo: Solo) => void
}

const words: [solo: Solo, one: string, many: string][] = [
  ['', 'viaje', 'viajes'],
  ['retraso', 'con retraso', 'con retraso'],
  ['choques', 'choca', 'chocan'],
]

/** '60 viajes · 2 con retraso · 17 chocan': pressed, those alone are shown. */
export function Cifras({ filas, ahora, solo, onChange }: Props) {
  const viajes = filas.flatMap((fila) => fila.viajes)
  return (
    <fieldset className="mb-3 flex flex-wrap items-center max-md:-mx-1">
      <legend className="sr-only">Qué viajes se muestran</legend>
      {words.map(([which, one, many], index) => {
        const count = viajes.filter((viaje) => isOf(which, viaje, ahora)).length
        return (
          <Fragment key={which}>
            {index > 0 && <span className="whitespace-pre text-muted"> · </span>}
            <button
              type="button"
              aria-pressed={solo === which}
              // To nothing there is nothing to lead to.
              disabled={count === 0 && solo !== which}
              onClick={() => onChange(solo === which ? '' : which)}
              className={cx(
                'min-h-8 rounded-ui px-2 text-lg whitespace-nowrap max-md:min-h-11',
                solo === which
                  ? 'bg-sunken font-bold ring-1 ring-field ring-inset'
                  : 'enabled:hover:bg-sunken',
                which && count > 0 ? 'font-semibold text-danger' : 'disabled:text-muted',
              )}
            >
              {entero(count)} {count === 1 ? one : many}
            </button>
          </Fragment>
        )
      })}
    </fieldset>
  )
}
