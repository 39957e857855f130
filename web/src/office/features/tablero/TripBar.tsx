import { type RutaEstado, rutaEstados } from '@flota/contract/records/estados.ts'
import { useLayoutEffect, useRef } from 'react'
import { menuTriggerProps } from '../../../list/Menu.tsx'
import { estadoLook } from '../../../trip/EstadoBadge.tsx'
import { cx } from '../../../ui/cx.ts'
import { dayMinutes, isMovable, minutesLate, type PlacedTrip } from './boardRows.ts'
import type { TripMenu } from './edit/useTripMenu.tsx'
import { type BoardClock, barDetailText, OverlapIcon, overlapHatch } from './TripBlock.tsx'

/** Pixels: bar height, gap between bars, padding of a row. A row with one lane is 40 px high. */
const [barHeightPx, barGapPx, rowEdgePx] = [28, 2, 6]

export const rowHeightPx = (lanes: number) =>
  2 * rowEdgePx + Math.max(lanes, 1) * (barHeightPx + barGapPx) - barGapPx

/** Returns position and width in percent of the day. */
export const spanStyle = ({ from, to }: Pick<PlacedTrip, 'from' | 'to'>) => ({
  left: `${(from / dayMinutes) * 100}%`,
  width: `${((to - from) / dayMinutes) * 100}%`,
})

/** Returns the classes of a bar on time and of a delayed bar. */
const barLooks = (estado: RutaEstado, icon: string) => {
  const { color } = estadoLook(estado)
  return [`${color} ${icon}`, `${color.replace(/\S+/, 'border-danger border-l-4')} ${icon}`] as const
}
const looksByEstado: Record<RutaEstado, readonly [string, string]> = {
  Pendiente: barLooks('Pendiente', 'before:mask-(--pendiente)'),
  'En curso': barLooks('En curso', 'before:mask-(--en-curso)'),
  Entregado: barLooks('Entregado', 'before:mask-(--entregado)'),
  Incidente: barLooks('Incidente', 'before:mask-(--incidente)'),
}

/** Turns the state icons into CSS masks: an element per bar would cost more than the bars. */
export function EstadoIconMasks() {
  const icons = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const { children, parentElement: board } = icons.current ?? {}
    for (const [index, svg] of [...(children ?? [])].entries()) {
      const image = encodeURIComponent(new XMLSerializer().serializeToString(svg))
      const name = rutaEstados[index]?.toLowerCase().replace(' ', '-')
      board?.style.setProperty(`--${name}`, `url("data:image/svg+xml,${image}")`)
    }
  }, [])
  return (
    <span ref={icons} hidden>
      {rutaEstados.map((estado) => {
        const { Icon } = estadoLook(estado)
        return <Icon key={estado} />
      })}
    </span>
  )
}

interface Props extends TripMenu {
  placed: PlacedTrip
  clock: BoardClock
}

export function TripBar({ placed: { viaje, lane, ...span }, clock, open, openId }: Props) {
  const { id, no_ruta, destino, estado, avisos, incidente } = viaje
  const late = minutesLate(viaje, clock.ahora)
  const name = `fila-${id}`
  const attributes = open
    ? menuTriggerProps(name, openId === name, (opened) => open(opened && { ...opened, viaje }))
    : { id: name }
  return (
    <li
      data-viaje={isMovable(viaje) ? id : undefined}
      className="absolute min-w-1.5 data-dragged:[filter:grayscale(1)] [&[draggable]>*]:cursor-grab"
      style={{ ...spanStyle(span), top: rowEdgePx + lane * (barHeightPx + barGapPx), height: barHeightPx }}
    >
      <button
        type="button"
        {...attributes}
        className={cx(
          'flex size-full scroll-mt-28 scroll-mb-4 flex-wrap overflow-hidden border px-0.5 text-left text-sm/6.5',
          'before:mr-1 before:ml-0.5 before:my-1.25 before:h-4 before:w-4 before:bg-current before:mask-contain before:mask-center before:mask-no-repeat before:forced-color-adjust-none',
          span.from > 0 && 'rounded-l-[6px]',
          span.to < dayMinutes && 'rounded-r-[6px]',
          looksByEstado[estado][late ? 1 : 0],
          avisos.length > 0 && overlapHatch,
        )}
      >
        {avisos.length > 0 && <OverlapIcon />}
        <span className="min-w-18 flex-[1_1_4.5rem] truncate font-semibold">
          {[no_ruta, late > 0 && 'Con retraso', incidente && 'Detenido', destino].filter(Boolean).join(' · ')}
        </span>
        <span className="sr-only">{barDetailText(viaje, clock, late)}</span>
      </button>
    </li>
  )
}
