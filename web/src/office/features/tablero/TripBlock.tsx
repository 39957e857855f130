import { formatFecha } from '@flota/contract/core/format.ts'
import { type CurrentTime, lapseInWords } from '@flota/contract/trips/retraso.ts'
import { TriangleAlert } from 'lucide-react'
import { menuTriggerProps } from '../../../list/Menu.tsx'
import { estadoWithDelay } from '../../../trip/EstadoBadge.tsx'
import { cx } from '../../../ui/cx.ts'
import { type BoardTrip, clashText, horasBetween, localOf, minutesLate } from './boardRows.ts'
import type { TripMenu } from './edit/useTripMenu.tsx'

export interface BoardClock {
  dia: string
  zona: string
  /** Undefined until it is known. */
  ahora: CurrentTime | undefined
}

/** An amber hatch along the lower edge: over the whole block it would cross the text. */
export const overlapHatch =
  'relative after:absolute after:inset-x-0 after:bottom-0 after:h-1.25 after:bg-[repeating-linear-gradient(135deg,var(--color-accent-strong)_0_4px,transparent_4px_8px)] after:forced-color-adjust-none'

export const OverlapIcon = () => (
  <TriangleAlert aria-hidden="true" className="my-1.25 mr-1 size-4 shrink-0 text-notice" />
)

const estadoOf = (viaje: BoardTrip, { ahora }: BoardClock) =>
  estadoWithDelay(viaje.estado, minutesLate(viaje, ahora))
export const blockColor = (viaje: BoardTrip, clock: BoardClock) => estadoOf(viaje, clock).color

const hoursText = ({ desde, hasta }: BoardTrip, { dia, zona }: BoardClock) =>
  horasBetween(localOf(desde, zona), localOf(hasta, zona), dia)

/** Returns 'Detenido desde las 08:05 · Mecánico', or '' if the trip is not stopped. */
function stoppedText({ incidente }: BoardTrip, { dia, zona }: BoardClock) {
  if (!incidente) return ''
  const [day = '', time = ''] = localOf(incidente.desde, zona).split(' ')
  return `Detenido desde ${day === dia ? `las ${time}` : `el ${formatFecha(day)} ${time}`} · ${incidente.causa}`
}

/** Returns the text that only screen readers get from a bar. */
export function barDetailText(viaje: BoardTrip, clock: BoardClock, late: number) {
  const { estado, cliente, avisos, piloto, placa } = viaje
  const estadoText = late ? `${estado} Con retraso · ${lapseInWords(late)}` : estado
  return [
    estadoText,
    stoppedText(viaje, clock),
    cliente,
    hoursText(viaje, clock),
    placa ?? piloto,
    clashText(avisos),
  ]
    .filter(Boolean)
    .join(', ')
}

interface Props extends TripMenu {
  viaje: BoardTrip
  clock: BoardClock
  /** Prefix of the button's id: an unclosed trip may also appear in its row. */
  idPrefix: string
}

export function TripBlock({ viaje, clock, idPrefix, open, openId }: Props) {
  const className = cx(
    'block size-full min-w-0 overflow-hidden rounded-[6px] border text-left text-sm leading-5',
    minutesLate(viaje, clock.ahora) > 0 && 'border-l-4',
    viaje.avisos.length > 0 && overlapHatch,
    blockColor(viaje, clock),
  )
  if (!open)
    return (
      <div className={className}>
        <TripText viaje={viaje} clock={clock} />
      </div>
    )
  const id = `${idPrefix}-${viaje.id}`
  const attributes = menuTriggerProps(id, openId === id, (opened) => open(opened && { ...opened, viaje }))
  return (
    <button type="button" {...attributes} className={className}>
      <TripText viaje={viaje} clock={clock} />
    </button>
  )
}

export function TripText({ viaje, clock }: { viaje: BoardTrip; clock: BoardClock }) {
  const { Icon, children } = estadoOf(viaje, clock)
  const { no_ruta, cliente, destino, piloto, placa } = viaje
  const clash = clashText(viaje.avisos)
  const stopped = stoppedText(viaje, clock)
  return (
    <span className="block size-full px-2 py-1 wrap-anywhere whitespace-pre-line">
      <b>{no_ruta}</b>
      {'\n'}
      <span className="font-semibold">
        <Icon aria-hidden="true" className="mr-1 inline size-4 align-[-3px]" />
        {children}
      </span>
      {stopped && `\n${stopped}`}
      {`\n${cliente} · ${destino}\n${hoursText(viaje, clock)}\n${placa ? `${placa} · ${piloto}` : piloto}`}
      {clash && (
        <span className="mt-0.5 mb-1.5 block rounded-[4px] bg-notice-soft px-1 font-semibold text-notice">
          <TriangleAlert aria-hidden="true" className="mr-1 inline size-4 align-[-3px]" />
          {clash}
        </span>
      )}
    </span>
  )
}
