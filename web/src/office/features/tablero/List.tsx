import { memo, useRef } from 'react'
import { cx } from '../../../ui/cx.ts'
import type { Fila } from './boardRows.ts'
import { Pliegue } from './Collapsible.tsx'
import type { Move } from './edit/useTripEdit.tsx'
import { type BloqueMenu, openIn } from './edit/useTripMenu.tsx'
import { lejos, Nombre } from './RowHeader.tsx'
import { Bloque, type BoardClock } from './TripBlock.tsx'
import { useNear } from './useVisibleRows.ts'

export interface FilasProps {
  label: string
  /** Those with a trip that is shown. */
  filas: readonly Fila[]
  /** With all that are not shown: what a moved trip meets may be one of them. */
  todas: readonly Fila[]
  /** Those without any trip. */
  libres: { title: string; filas: readonly Fila[] }
  clock: BoardClock
  menu: BloqueMenu
  move: Move
  unfolded: boolean
  onUnfold: (open: boolean) => void
}

export interface FilaProps extends BloqueMenu {
  fila: Fila
  clock: BoardClock
}

/** On the phone a card a truck or pilot; those without a trip are folded. */
export function Lista({ label, filas, clock, menu, libres, unfolded, onUnfold }: FilasProps) {
  const list = useRef<HTMLUListElement>(null)
  const isNear = useNear(list, filas)
  return (
    <section aria-label={label} className="grid gap-3">
      <ul ref={list} aria-label={label} className="grid gap-3 empty:hidden">
        {filas.map((fila) => (
          <li
            key={fila.id}
            data-fila={fila.id}
            className={cx(
              'rounded-ui border border-line bg-card p-3 shadow-soft',
              !isNear(fila) && 'min-h-50',
            )}
          >
            {isNear(fila) ? <Tarjeta fila={fila} clock={clock} {...openIn(menu, fila)} /> : lejos(fila)}
          </li>
        ))}
      </ul>
      {libres.filas.length > 0 && (
        <div className="overflow-hidden rounded-ui border border-line bg-card shadow-soft">
          <Pliegue title={libres.title} open={unfolded} onToggle={() => onUnfold(!unfolded)}>
            <ul aria-label={libres.title} className="divide-y divide-line border-t border-line">
              {libres.filas.map((fila) => (
                <li key={fila.id} className="px-3 py-2.5">
                  <Nombre fila={fila} clock={clock} />
                </li>
              ))}
            </ul>
          </Pliegue>
        </div>
      )}
    </section>
  )
}

const Tarjeta = memo(({ fila, clock, ...menu }: FilaProps) => (
  <>
    <Nombre fila={fila} clock={clock} />
    <ul className="mt-2 grid gap-2">
      {fila.viajes.map((viaje) => (
        <li key={viaje.id}>
          <Bloque viaje={viaje} clock={clock} place="fila" {...menu} />
        </li>
      ))}
    </ul>
  </>
))
