import { formatInteger } from '@flota/contract/core/format.ts'
import type { CurrentTime } from '@flota/contract/trips/retraso.ts'
import { Fragment } from 'react'
import { cx } from '../../../ui/cx.ts'
import { type BoardRow, matchesFilter, type TripFilter } from './boardRows.ts'

interface Props {
  filas: readonly BoardRow[]
  /** Number of overlapping pairs of trips. */
  traslapes: number
  ahora: CurrentTime | undefined
  solo: TripFilter
  onChange: (solo: TripFilter) => void
}

const counterWords: [solo: TripFilter, one: string, many: string][] = [
  ['', 'viaje', 'viajes'],
  ['retraso', 'con retraso', 'con retraso'],
  ['choques', 'traslape', 'traslapes'],
]

/** Shows '60 viajes · 2 con retraso · 17 traslapes'; each counter filters the board. */
export function Counters({ filas, traslapes, ahora, solo, onChange }: Props) {
  const viajes = filas.flatMap((fila) => fila.viajes)
  return (
    <fieldset data-print className="mb-3 flex flex-wrap items-center max-md:-mx-1">
      <legend className="sr-only">Qué viajes se muestran</legend>
      {counterWords.map(([which, one, many], index) => {
        const count =
          which === 'choques'
            ? traslapes
            : viajes.filter((viaje) => matchesFilter(which, viaje, ahora)).length
        return (
          <Fragment key={which}>
            {index > 0 && <span className="whitespace-pre text-muted"> · </span>}
            <button
              type="button"
              aria-pressed={solo === which}
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
              {formatInteger(count)} {count === 1 ? one : many}
            </button>
          </Fragment>
        )
      })}
    </fieldset>
  )
}
