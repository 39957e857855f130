import { TriangleAlert } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { estadoSaid } from '../../viaje/ViajeEstado.tsx'
import { type Ask, BloqueMenu } from './BloqueMenu.tsx'
import { choque, horas, isLate, type Viaje } from './day.ts'

/** The day that is shown and the company's clock. */
export interface Clock {
  dia: string
  zona: string
  /** `YYYY-MM-DD HH:MM`; undefined until it is known. */
  ahora: string | undefined
}

interface Props {
  viaje: Viaje
  clock: Clock
  ask: Ask
  /** On the phone, and in a list, every word has room. */
  wide?: boolean
}

/** A trip in words, in the colour of its state; what clashes is red and says so. */
export function Bloque({ viaje, clock: { dia, zona, ahora }, ask, wide = false }: Props) {
  const { Icon, color, children } = estadoSaid(viaje.estado, isLate(viaje, ahora, zona))
  const clash = choque(viaje)
  const line = wide ? 'block wrap-anywhere' : 'block truncate'
  return (
    <BloqueMenu
      viaje={viaje}
      ask={ask}
      className={cx(
        'block size-full min-w-0 overflow-hidden rounded-[6px] border px-2 py-1 text-left text-sm leading-5',
        clash && 'ring-2 ring-danger ring-inset',
        color,
      )}
    >
      <span className={cx(line, 'font-bold')}>{viaje.no_ruta}</span>{' '}
      <span className={cx(line, 'font-semibold')}>
        <Icon aria-hidden="true" className="mr-1 inline size-4 align-[-3px]" />
        {children}
      </span>{' '}
      <span className={line}>{wide ? `${viaje.cliente} · ${viaje.destino}` : viaje.destino}</span>{' '}
      <span className={line}>{horas(viaje, dia, zona)}</span>{' '}
      <span className={line}>{wide || !viaje.placa ? viaje.piloto : viaje.placa}</span>
      {clash && (
        <span className="mt-0.5 block rounded-[4px] bg-danger-soft px-1 font-semibold wrap-anywhere text-danger">
          <TriangleAlert aria-hidden="true" className="mr-1 inline size-4 align-[-3px]" />
          {clash}
        </span>
      )}
    </BloqueMenu>
  )
}
