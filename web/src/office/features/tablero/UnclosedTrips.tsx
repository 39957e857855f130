import { can } from '@flota/contract/core/access.ts'
import { calls } from '@flota/contract/core/calls.ts'
import { formatFecha } from '@flota/contract/core/format.ts'
import { useSession } from '../../../api/session.ts'
import { Checkbox } from '../../../list/table/RowCheckbox.tsx'
import { useRowSelection } from '../../../list/useRowSelection.ts'
import { useBulkUndo } from '../../../trip/office/useBulkUndo.ts'
import { useChangeEstados } from '../../../trip/office/useChangeEstados.ts'
import { Button } from '../../../ui/Button.tsx'
import { type BoardTrip, localOf } from './boardRows.ts'
import type { TripMenu } from './edit/useTripMenu.tsx'
import { type BoardClock, TripBlock } from './TripBlock.tsx'

const closedEstados = ['Entregado', 'Incidente'] as const

interface Props {
  viajes: readonly BoardTrip[]
  clock: BoardClock
  menu: TripMenu
}

/** Lists unclosed trips and closes the selected ones together. */
export function UnclosedTrips({ viajes, clock, menu }: Props) {
  const session = useSession()
  const may = session !== null && can(session, calls['PATCH /api/rutas/estado'])
  const ticks = useRowSelection(viajes)
  const { chosen } = ticks
  const nameOf = ({ cliente, destino, desde }: BoardTrip) =>
    [cliente, destino, formatFecha(localOf(desde, clock.zona))].join(' · ')
  const { banner, showChange } = useBulkUndo()
  const { busy, change } = useChangeEstados(nameOf, ticks, showChange)
  return (
    <section aria-labelledby="sin-cerrar">
      <h2 id="sin-cerrar" className="mb-2 text-lg font-bold">
        Sin cerrar
      </h2>
      {viajes.length === 0 && <p className="text-muted">No hay viajes sin cerrar.</p>}
      {may && viajes.length > 0 && (
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <output className="text-muted">
            {chosen.length === 0 ? 'Marca los que ya terminaron.' : `Marcados: ${chosen.length}`}
          </output>
          {chosen.length > 0 &&
            closedEstados.map((estado) => (
              <Button key={estado} busy={busy} onClick={() => void change(estado)}>
                Marcar como {estado}
              </Button>
            ))}
        </div>
      )}
      <ul className="grid gap-2 md:grid-cols-2 xl:grid-cols-3">
        {viajes.map((viaje) => (
          <li key={viaje.id} className="flex min-w-0 items-stretch">
            {may && (
              <Checkbox
                label={`Marcar ${viaje.no_ruta}`}
                checked={ticks.has(viaje)}
                onChange={(on) => ticks.tick([viaje], on)}
              />
            )}
            <TripBlock viaje={viaje} clock={clock} idPrefix="sin-cerrar" {...menu} />
          </li>
        ))}
      </ul>
      {banner}
    </section>
  )
}
