import { TriangleAlert } from 'lucide-react'
import { triggerOf } from '../../list/Menu.tsx'
import { cx } from '../../ui/cx.ts'
import { estadoSaid } from '../../viaje/ViajeEstado.tsx'
import { choque, horas, isLate, localOf, type Viaje } from './day.ts'
import type { BloqueMenu } from './useBloqueMenu.tsx'

/** The day that is shown and the company's clock. */
export interface Clock {
  dia: string
  zona: string
  /** `YYYY-MM-DD HH:MM`; undefined until it is known. */
  ahora: string | undefined
}

interface Props extends BloqueMenu {
  viaje: Viaje
  clock: Clock
  /** A trip that nobody closed may stand in its row too: its button has another id there. */
  place: string
  /** On the phone, and in a list, every word has room. */
  wide?: boolean
}

/** A trip in words, in the colour of its state; what clashes is red and says so. A button where it has a menu. */
export function Bloque({ viaje, clock, place, open, openId, wide = false }: Props) {
  const className = cx(
    'block size-full min-w-0 overflow-hidden rounded-[6px] border text-left text-sm leading-5',
    viaje.avisos.length > 0 && 'ring-2 ring-danger ring-inset',
    colorOf(viaje, clock),
  )
  const words = <Words viaje={viaje} clock={clock} wide={wide} />
  if (!open) return <div className={className}>{words}</div>
  const id = `${place}-${viaje.id}`
  const attributes = triggerOf(id, openId === id, (opened) => open(opened && { ...opened, viaje }))
  return (
    <button type="button" {...attributes} className={className}>
      {words}
    </button>
  )
}

const saidOf = (viaje: Viaje, { zona, ahora }: Clock) => estadoSaid(viaje.estado, isLate(viaje, ahora, zona))
const colorOf = (viaje: Viaje, clock: Clock) => saidOf(viaje, clock).color

function Words({ viaje, clock, wide }: { viaje: Viaje; clock: Clock; wide: boolean }) {
  const { Icon, children } = saidOf(viaje, clock)
  const { no_ruta, cliente, destino, desde, hasta, piloto, placa } = viaje
  const { dia, zona } = clock
  const clash = choque(viaje.avisos)
  return (
    // Firefox drags a button by what stands in it, not by its own edge.
    <span
      className={cx(
        'block size-full px-2 py-1',
        wide ? 'wrap-anywhere whitespace-pre-line' : 'truncate whitespace-pre',
      )}
    >
      <b>{no_ruta}</b>
      {'\n'}
      <span className="font-semibold">
        <Icon aria-hidden="true" className="mr-1 inline size-4 align-[-3px]" />
        {children}
      </span>
      {`\n${wide ? `${cliente} · ` : ''}${destino}\n${horas(localOf(desde, zona), localOf(hasta, zona), dia)}\n${wide || !placa ? piloto : placa}`}
      {clash && (
        <span className="mt-0.5 block rounded-[4px] bg-danger-soft px-1 font-semibold wrap-anywhere whitespace-normal text-danger">
          <TriangleAlert aria-hidden="true" className="mr-1 inline size-4 align-[-3px]" />
          {clash}
        </span>
      )}
    </span>
  )
}
