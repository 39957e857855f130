import type { Tablero } from '@flota/contract/trips/tablero.ts'
import { CircleCheck, Truck, Wrench } from 'lucide-react'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'
import type { BoardRow } from './boardRows.ts'
import type { BoardClock } from './TripBlock.tsx'

const truckLooks = {
  en_taller: { Icon: Wrench, color: badgeColors.grey, children: 'En taller' },
  en_viaje: { Icon: Truck, color: badgeColors.blue, children: 'En viaje' },
  libre: { Icon: CircleCheck, color: badgeColors.green, children: 'Libre' },
} satisfies Record<Tablero['camiones'][number]['estado'], unknown>

/** Shows a truck's current state only today; 'En taller' on every day. */
export function RowHeader({ fila: { nombre, estado }, clock }: { fila: BoardRow; clock: BoardClock }) {
  const isToday = clock.ahora?.local.startsWith(clock.dia)
  return (
    <div className="flex min-w-0 items-center justify-between gap-2">
      <h2 className="line-clamp-2 font-bold wrap-anywhere md:text-sm md:leading-4.5" title={nombre}>
        {nombre}
      </h2>
      {estado && (isToday || estado === 'en_taller') && (
        <Badge {...truckLooks[estado]} className="shrink-0 gap-1! py-0! pr-2! pl-1.5! text-xs!" />
      )}
    </div>
  )
}

/** Text of a row whose trips are not drawn yet, for the browser's search and for screen readers. */
export const rowSummary = ({ nombre, viajes }: BoardRow) =>
  viajes.length === 0 ? nombre : `${nombre} · ${viajes.length} ${viajes.length === 1 ? 'viaje' : 'viajes'}`
