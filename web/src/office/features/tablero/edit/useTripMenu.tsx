import { CalendarClock, Eye, RefreshCw, Truck, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type MenuAction, MenuActions, type OpenMenu } from '../../../../list/Menu.tsx'
import { withId } from '../../../../shell/paths.ts'
import { useViajeAccess } from '../../../../trip/office/useViajeAccess.ts'
import { type BoardRow, isMovable, type MenuTrip } from '../boardRows.ts'

export type TripEditKind = 'camion' | 'piloto' | 'hora' | 'estado'

const editActions: Record<TripEditKind, Pick<MenuAction, 'label' | 'Icon'>> = {
  camion: { label: 'Cambiar camión…', Icon: Truck },
  piloto: { label: 'Cambiar piloto…', Icon: UserRound },
  hora: { label: 'Mover a las…', Icon: CalendarClock },
  estado: { label: 'Cambiar estado', Icon: RefreshCw },
}

export type OpenTripEdit = (viaje: MenuTrip, cambio: TripEditKind) => void

type OpenTripMenu = OpenMenu & { viaje: MenuTrip }

export interface TripMenu {
  /** Null if the user may do nothing with a trip. */
  open: ((opened: OpenTripMenu | null) => void) | null
  /** The id of the block whose menu is open. */
  openId: string | undefined
}

/** Hides a menu open in another row, so that memoized rows do not render again. */
export const menuForRow = ({ open, openId }: TripMenu, { viajes }: BoardRow): TripMenu => ({
  open,
  openId: viajes.some(({ id }) => openId === `fila-${id}`) ? openId : undefined,
})

/** One menu for all blocks of the board: hundreds of menus would cost more than the blocks. */
export function useTripMenu(ask: OpenTripEdit) {
  const { detail, edit } = useViajeAccess()
  const [, navigate] = useLocation()
  const [opened, setOpened] = useState<OpenTripMenu | null>(null)
  const actionsOf = (viaje: MenuTrip): MenuAction[] => {
    const show = { label: 'Ver ruta', Icon: Eye, onSelect: () => navigate(withId('/ver-ruta/:id', viaje.id)) }
    // Object.entries loses the type of the keys.
    const entries = Object.entries(editActions) as [TripEditKind, (typeof editActions)[TripEditKind]][]
    const allowed = entries.filter(([cambio]) => cambio === 'estado' || isMovable(viaje))
    const edits = allowed.map(([cambio, action]) => ({ ...action, onSelect: () => ask(viaje, cambio) }))
    return [...(detail ? [show] : []), ...(edit ? edits : [])]
  }
  const menu: TripMenu = { open: detail || edit ? setOpened : null, openId: opened?.by.id }
  return {
    menu,
    popup: opened && (
      <MenuActions
        key={opened.by.id}
        {...opened}
        actions={actionsOf(opened.viaje)}
        onClose={() => setOpened(null)}
      />
    ),
  }
}
