import { type CSSProperties, memo, type RefObject, useMemo, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import { useIsPhone } from '../../ui/useMediaQuery.ts'
import { useOnDemand } from '../../ui/useOnDemand.ts'
import { useViajeAccess } from '../../viaje/office/useViajeAccess.ts'
import { Bloque, type Clock } from './Bloque.tsx'
import { CamionEstado } from './CamionEstado.tsx'
import { type Fila, isOpen, minuteOf, placed } from './day.ts'
import type { BloqueMenu } from './useBloqueMenu.tsx'
import type { Move } from './useCambio.tsx'
import { useNear } from './useNear.ts'

interface Props {
  label: string
  filas: readonly Fila[]
  clock: Clock
  menu: BloqueMenu
  move: Move
}

/** A row a truck or pilot with its 24 hours; on the phone a list. */
export function Filas(props: Props) {
  return useIsPhone() ? <Lista {...props} /> : <Horas {...props} />
}

interface FilaProps extends BloqueMenu {
  fila: Fila
  clock: Clock
}

/** A menu that opens elsewhere is nothing to a row. */
const openIn = ({ open, openId }: BloqueMenu, { viajes }: Fila): BloqueMenu => ({
  open,
  openId: viajes.some(({ id }) => openId === `fila-${id}`) ? openId : undefined,
})

function Lista({ label, filas: all, clock, menu }: Props) {
  const list = useRef<HTMLUListElement>(null)
  // A phone shows few rows: those with trips come first.
  const filas = useMemo(
    () => [
      ...all.filter(({ viajes }) => viajes.length > 0),
      ...all.filter(({ viajes }) => viajes.length === 0),
    ],
    [all],
  )
  const isNear = useNear(list, filas)
  return (
    <ul ref={list} aria-label={label} className="grid gap-3">
      {filas.map((fila) => (
        <li
          key={fila.id}
          data-fila={fila.id}
          className={cx(
            'rounded-ui border border-line bg-card p-3 shadow-soft',
            !isNear(fila) && fila.viajes.length > 0 && 'min-h-50',
          )}
        >
          {isNear(fila) ? <Tarjeta fila={fila} clock={clock} {...openIn(menu, fila)} /> : lejos(fila)}
        </li>
      ))}
    </ul>
  )
}

const Tarjeta = memo(({ fila, clock, ...menu }: FilaProps) => (
  <>
    <Nombre fila={fila} />
    {fila.viajes.length === 0 && <p className="mt-1 text-muted">Sin viajes este día.</p>}
    <ul className="grid gap-2 not-empty:mt-2">
      {fila.viajes.map((viaje) => (
        <li key={viaje.id}>
          <Bloque wide viaje={viaje} clock={clock} place="fila" {...menu} />
        </li>
      ))}
    </ul>
  </>
))

const Nombre = ({ fila: { nombre, estado } }: { fila: Fila }) => (
  <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
    <h2 className="font-bold wrap-anywhere">{nombre}</h2>
    {estado && <CamionEstado estado={estado} />}
  </div>
)

/** What a row that is not near says: the browser's own search finds it, and a reader hears that it is not empty. */
const lejos = ({ nombre, viajes }: Fila) =>
  viajes.length === 0 ? nombre : `${nombre} · ${viajes.length} ${viajes.length === 1 ? 'viaje' : 'viajes'}`

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')} h`)
const rowClass = 'grid grid-cols-[12rem_1fr]'
/** Five minutes a column. */
const columnOf = (minute: number) => Math.round(minute / 5) + 1
const dayColumns: CSSProperties = {
  gridTemplateColumns: 'repeat(288, minmax(0, 1fr))',
  backgroundImage:
    'repeating-linear-gradient(to right, var(--color-line) 0 1px, transparent 1px calc(100% / 24))',
}

function Horas({ label, filas, clock, menu, move }: Props) {
  const board = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const isNear = useNear(list, filas)
  return (
    <section
      ref={board}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it by keyboard
      tabIndex={0}
      className="max-h-[calc(100dvh-11rem)] min-h-80 scroll-pt-9 scroll-pl-48 overflow-auto rounded-ui border border-line bg-card shadow-soft"
    >
      <div className="relative min-w-260">
        <div aria-hidden="true" className={`${rowClass} sticky top-0 z-3 border-b border-line bg-sunken`}>
          <span className="sticky left-0 bg-sunken" />
          <span className="grid grid-cols-24 py-1.5 text-sm text-muted tabular-nums">
            {hours.map((hour) => (
              <span key={hour} className="pl-1 [word-spacing:-0.2em]">
                {hour}
              </span>
            ))}
          </span>
        </div>
        <Ahora clock={clock} />
        <ul ref={list} aria-label={label} className="divide-y divide-line">
          {filas.map((fila) => {
            const near = isNear(fila)
            const height = fila.viajes.length > 0 ? 'h-29.5' : 'h-16'
            return (
              <li key={fila.id} data-fila={fila.id} className={near ? rowClass : height}>
                {near ? <FilaDeHoras fila={fila} clock={clock} {...openIn(menu, fila)} /> : lejos(fila)}
              </li>
            )
          })}
        </ul>
      </div>
      <Arrastrable board={board} filas={filas} clock={clock} move={move} />
    </section>
  )
}

/** What makes the trips movable is loaded where somebody may move them. */
function Arrastrable(
  props: Pick<Props, 'filas' | 'clock' | 'move'> & { board: RefObject<HTMLElement | null> },
) {
  const { edit } = useViajeAccess()
  const loaded = useOnDemand(
    edit,
    'lo que mueve los viajes',
    () => import('./drag/Arrastre.tsx'),
    () => undefined,
  )
  return loaded && <loaded.Arrastre {...props} />
}

const FilaDeHoras = memo(({ fila, clock, ...menu }: FilaProps) => (
  <>
    <div className="sticky left-0 z-2 border-r border-line bg-card p-2">
      <Nombre fila={fila} />
    </div>
    <ul
      aria-label={`Viajes de ${fila.nombre}`}
      className="relative grid auto-rows-auto gap-y-1 py-1 select-none"
      style={dayColumns}
    >
      {placed(fila.viajes, clock.dia, clock.zona).map(({ viaje, from, to, lane }) => (
        <li
          key={viaje.id}
          data-viaje={isOpen(viaje) ? viaje.id : undefined}
          className="min-w-0 px-px data-dragged:[filter:grayscale(1)] [&[draggable]>*]:cursor-grab"
          style={{ gridColumn: `${columnOf(from)} / ${columnOf(to)}`, gridRow: lane + 1 }}
        >
          <Bloque viaje={viaje} clock={clock} place="fila" {...menu} />
        </li>
      ))}
    </ul>
  </>
))

/** A line behind the blocks of all rows at this minute, where the day is today and no other one is being read. */
function Ahora({ clock: { dia, ahora } }: { clock: Clock }) {
  if (ahora?.slice(0, 10) !== dia) return null
  const part = minuteOf(ahora, dia) / 1440
  return (
    <div
      aria-hidden="true"
      data-ahora
      className="pointer-events-none absolute inset-y-0 border-l-2 border-danger in-aria-busy:hidden"
      style={{ left: `calc(12rem + (100% - 12rem) * ${part})` }}
    />
  )
}
