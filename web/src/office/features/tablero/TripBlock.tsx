import { type Ahora, lapseInWords } from '@flota/contract/retraso.ts'
import { TriangleAlert } from 'lucide-react'
import { triggerOf } from '../../../list/Menu.tsx'
import { estadoSaid } from '../../../trip/ViajeEstado.tsx'
import { cx } from '../../../ui/cx.ts'
import { choque, horasBetween, lateBy, localOf, type Viaje } from './boardRows.ts'
import type { BloqueMenu } from './edit/useTripMenu.tsx'

/** The day that is shown and the company's clock. */
export interface BoardClock {
  dia: string
  zona: string
  /** Undefined until it is known. */
  ahora: Ahora | undefined
}

const saidOf = (viaje: Viaje, { ahora }: BoardClock) => estadoSaid(viaje.estado, lateBy(viaje, ahora))
export const colorOf = (viaje: Viaje, clock: BoardClock) => saidOf(viaje, clock).color

const horasOf = ({ desde, hasta }: Viaje, { dia, zona }: BoardClock) =>
  horasBetween(localOf(desde, zona), localOf(hasta, zona), dia)

/** What a bar of the board has no room for, of a trip that is late by so many minutes. */
export function bloqueWords(viaje: Viaje, clock: BoardClock, late: number) {
  const { estado, cliente, avisos, piloto, placa } = viaje
  const said = late ? `${estado} Con retraso · ${lapseInWords(late)}` : estado
  return [said, cliente, horasOf(viaje, clock), placa ?? piloto, choque(avisos)].filter(Boolean).join(', ')
}

interface Props extends BloqueMenu {
  viaje: Viaje
  clock: BoardClock
  /** A trip that nobody closed may stand in its row too: its button has another id there. */
  place: string
}

/** A trip in words, in the colour of its state; what clashes is red and says so. A button where it has a menu. */
export function Bloque({ viaje, clock, place, open, openId }: Props) {
  const className = cx(
    'block size-full min-w-0 overflow-hidden rounded-[6px] border text-left text-sm leading-5',
    viaje.avisos.length > 0 && 'ring-2 ring-danger ring-inset',
    colorOf(viaje, clock),
  )
  if (!open)
    return (
      <div className={className}>
        <Words viaje={viaje} clock={clock} />
      </div>
    )
  const id = `${place}-${viaje.id}`
  const attributes = triggerOf(id, openId === id, (opened) => open(opened && { ...opened, viaje }))
  return (
    <button type="button" {...attributes} className={className}>
      <Words viaje={viaje} clock={clock} />
    </button>
  )
}

export function Words({ viaje, clock }: { viaje: Viaje; clock: BoardClock }) {
  const { Icon, children } = saidOf(viaje, clock)
  const { no_ruta, cliente, destino, piloto, placa } = viaje
  const clash = choque(viaje.avisos)
  return (
    <span className="block size-full px-2 py-1 wrap-anywhere whitespace-pre-line">
      <b>{no_ruta}</b>
      {'\n'}
      <span className="font-semibold">
        <Icon aria-hidden="true" className="mr-1 inline size-4 align-[-3px]" />
        {children}
      </span>
      {`\n${cliente} · ${destino}\n${horasOf(viaje, clock)}\n${placa ? `${placa} · ${piloto}` : piloto}`}
      {clash && (
        <span className="mt-0.5 block rounded-[4px] bg-danger-soft px-1 font-semibold text-danger">
          <TriangleAlert aria-hidden="true" className="mr-1 inline size-4 align-[-3px]" />
          {clash}
        </span>
      )}
    </span>
  )
}
