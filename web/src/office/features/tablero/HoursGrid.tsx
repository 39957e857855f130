import { type CSSProperties, memo, type RefObject, useRef, useState } from 'react'
import { useViajeAccess } from '../../../trip/office/useViajeAccess.ts'
import { useOnDemand } from '../../../ui/useLazyModule.ts'
import { dayMinutes, minuteOf, placed } from './boardRows.ts'
import { Pliegue } from './Collapsible.tsx'
import { openIn } from './edit/useTripMenu.tsx'
import type { FilaProps, FilasProps } from './List.tsx'
import { lejos, Nombre } from './RowHeader.tsx'
import { Barra, heightOf, Iconos } from './TripBar.tsx'
import type { BoardClock } from './TripBlock.tsx'
import { Detalle } from './TripDetail.tsx'
import { useNear } from './useVisibleRows.ts'

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const rowClass = 'grid grid-cols-[11.5rem_1fr]'
const eachHour: CSSProperties = {
  backgroundImage:
    'repeating-linear-gradient(to right, var(--color-line) 0 1px, transparent 1px calc(100% / 24))',
}

/** A line a truck or pilot, with its trips as wide as they last. */
export function Horas({ label, filas, todas, libres, clock, menu, move, unfolded, onUnfold }: FilasProps) {
  const board = useRef<HTMLElement>(null)
  const [isHeld, setHeld] = useState(false)
  return (
    <section
      ref={board}
      aria-label={label}
      className="relative rounded-ui border border-line bg-card shadow-soft"
    >
      <Iconos />
      <div
        aria-hidden="true"
        className={`${rowClass} sticky top-14 z-3 rounded-t-ui border-b border-line bg-sunken`}
      >
        <span />
        <span className="grid grid-cols-24 py-1 text-sm text-muted tabular-nums">
          {hours.map((hour) => (
            <span key={hour} className="pl-1 max-xl:not-nth-[3n+1]:invisible">
              {hour}
            </span>
          ))}
        </span>
      </div>
      <Ahora clock={clock} />
      <Lineas label={label} filas={filas} clock={clock} menu={menu} />
      {libres.filas.length > 0 && (
        <div className="border-t border-line">
          {/* What is held may be meant for one that is free. */}
          <Pliegue title={libres.title} open={unfolded || isHeld} onToggle={() => onUnfold(!unfolded)}>
            <Lineas label={libres.title} filas={libres.filas} clock={clock} menu={menu} />
          </Pliegue>
        </div>
      )}
      <Detalle board={board} filas={filas} clock={clock} />
      <Arrastrable board={board} filas={todas} clock={clock} move={move} onHeld={setHeld} />
    </section>
  )
}

function Lineas({ label, filas, clock, menu }: Pick<FilasProps, 'label' | 'filas' | 'clock' | 'menu'>) {
  const list = useRef<HTMLUListElement>(null)
  const isNear = useNear(list, filas)
  return (
    <ul ref={list} aria-label={label} className="divide-y divide-line">
      {filas.map((fila) => {
        const near = isNear(fila)
        return (
          <li key={fila.id} data-fila={fila.id} className={near ? rowClass : 'h-10.25'}>
            {near ? <Linea fila={fila} clock={clock} {...openIn(menu, fila)} /> : lejos(fila)}
          </li>
        )
      })}
    </ul>
  )
}

const Linea = memo(({ fila, clock, ...menu }: FilaProps) => {
  const trips = placed(fila.viajes, clock.dia, clock.zona)
  return (
    <>
      <div className="grid items-center border-r border-line px-2">
        <Nombre fila={fila} clock={clock} />
      </div>
      <ul
        aria-label={`Viajes de ${fila.nombre}`}
        className="relative select-none"
        style={{ ...eachHour, height: heightOf(Math.max(...trips.map(({ lane }) => lane + 1))) }}
      >
        {trips.map((each) => (
          <Barra key={each.viaje.id} placed={each} clock={clock} {...menu} />
        ))}
      </ul>
    </>
  )
})

interface ArrastrableProps extends Pick<FilasProps, 'filas' | 'clock' | 'move'> {
  board: RefObject<HTMLElement | null>
  onHeld: (held: boolean) => void
}

/** What makes the trips movable is loaded where somebody may move them. */
function Arrastrable(props: ArrastrableProps) {
  const { edit } = useViajeAccess()
  const loaded = useOnDemand(
    edit,
    'lo que mueve los viajes',
    () => import('./drag/DragLayer.tsx'),
    () => undefined,
  )
  return loaded && <loaded.Arrastre {...props} />
}

/** A line behind the bars of all rows at this minute, where the day is today and no other one is being read. */
function Ahora({ clock: { dia, ahora } }: { clock: BoardClock }) {
  if (ahora?.local.slice(0, 10) !== dia) return null
  const part = minuteOf(ahora.local, dia) / dayMinutes
  return (
    <div
      aria-hidden="true"
      data-ahora
      className="pointer-events-none absolute inset-y-0 border-l-2 border-danger in-aria-busy:hidden"
      style={{ left: `calc(11.5rem + (100% - 11.5rem) * ${part})` }}
    />
  )
}
