import type { Tablero } from '@flota/contract/trips/tablero.ts'
import { ChevronRight, Plus, TriangleAlert, Truck, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { type BoardRow, newTripHref, pilotOfRow } from './boardRows.ts'
import type { BoardClock } from './TripBlock.tsx'

const truckLooks = {
  en_taller: { Icon: Wrench, color: badgeColors.grey, children: 'En taller' },
  detenido: { Icon: TriangleAlert, color: badgeColors.red, children: 'Detenido' },
  en_viaje: { Icon: Truck, color: badgeColors.blue, children: 'En viaje' },
} satisfies Record<Exclude<Tablero['camiones'][number]['estado'], 'libre'>, unknown>

interface RowHeaderProps {
  fila: BoardRow
  clock: BoardClock
  isNewTripOffered?: boolean
}

/** Shows a truck's present state; 'En viaje' only today. */
export function RowHeader({ fila, clock, isNewTripOffered = false }: RowHeaderProps) {
  const { nombre, estado } = fila
  const isToday = clock.ahora?.local.startsWith(clock.dia)
  const piloto = pilotOfRow(fila)
  return (
    <div className="min-w-0">
      <div className="flex min-w-0 items-center justify-between gap-1">
        <h2
          className={cx(
            'font-bold wrap-anywhere md:text-sm md:leading-4.5',
            piloto ? 'truncate' : 'line-clamp-2',
          )}
          title={nombre}
        >
          {nombre}
        </h2>
        {estado && estado !== 'libre' && (isToday || estado !== 'en_viaje') && (
          <Badge {...truckLooks[estado]} className="shrink-0 gap-0.5! py-0! pr-1.5! pl-1! text-xs/4!" />
        )}
        {isNewTripOffered && estado !== 'en_taller' && (
          <Link
            href={newTripHref(fila, clock.dia)}
            aria-label={`Nuevo viaje con ${nombre}`}
            title={`Nuevo viaje con ${nombre}`}
            className="grid size-8 shrink-0 place-items-center rounded-ui hover:bg-sunken max-md:size-11"
          >
            <Plus aria-hidden="true" className="size-4.5" />
          </Link>
        )}
      </div>
      {piloto && (
        <p className="truncate text-sm text-muted md:text-xs/4" title={piloto}>
          {piloto}
        </p>
      )}
    </div>
  )
}

/** Text of a row whose trips are not drawn yet, for the browser's search and for screen readers. */
export const rowSummary = ({ nombre, viajes }: BoardRow) =>
  viajes.length === 0 ? nombre : `${nombre} · ${viajes.length} ${viajes.length === 1 ? 'viaje' : 'viajes'}`

interface CollapsibleProps {
  title: string
  open: boolean
  onToggle: () => void
  children: ReactNode
}

export const Collapsible = ({ title, open, onToggle, children }: CollapsibleProps) => (
  <>
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="flex min-h-10 w-full items-center gap-1.5 px-2 text-left font-semibold hover:bg-sunken max-md:min-h-11"
    >
      <ChevronRight aria-hidden="true" className={cx('size-4.5 shrink-0', open && 'rotate-90')} />
      {title}
    </button>
    {open && children}
  </>
)
