import { CalendarClock, Eye, RefreshCw, Truck, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Menu, type MenuAction } from '../../list/Menu.tsx'
import { withId } from '../../paths.ts'
import { useViajeAccess } from '../../viaje/office/useViajeAccess.ts'
import type { Viaje } from './day.ts'

/** What the menu changes of a trip. */
export type Cambio = 'camion' | 'piloto' | 'hora' | 'estado'

const changes: Record<Cambio, Pick<MenuAction, 'label' | 'Icon'>> = {
  camion: { label: 'Cambiar camión…', Icon: Truck },
  piloto: { label: 'Cambiar piloto…', Icon: UserRound },
  hora: { label: 'Mover a las…', Icon: CalendarClock },
  estado: { label: 'Cambiar estado', Icon: RefreshCw },
}

export type Ask = (viaje: Viaje, cambio: Cambio) => void

interface Props {
  viaje: Viaje
  ask: Ask
  className: string
  /** The block's words, which name the button. */
  children: ReactNode
}

/** A trip on the board: a button with what may be done to it, plain words for who may do nothing. */
export function BloqueMenu({ viaje, ask, className, children }: Props) {
  const { detail, edit } = useViajeAccess()
  const [, navigate] = useLocation()
  if (!detail && !edit) return <div className={className}>{children}</div>
  const show = { label: 'Ver ruta', Icon: Eye, onSelect: () => navigate(withId('/ver-ruta/:id', viaje.id)) }
  // Object.entries forgets its keys.
  const offered = Object.entries(changes) as [Cambio, (typeof changes)[Cambio]][]
  const edits = offered.map(([cambio, said]) => ({ ...said, onSelect: () => ask(viaje, cambio) }))
  return (
    <Menu
      actions={[...(detail ? [show] : []), ...(edit ? edits : [])]}
      trigger={(attributes) => (
        <button type="button" {...attributes} className={className}>
          {children}
        </button>
      )}
    />
  )
}
