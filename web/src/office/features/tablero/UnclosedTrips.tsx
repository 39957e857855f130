import { can } from '@flota/contract/access.ts'
import { calls } from '@flota/contract/calls.ts'
import { useSession } from '../../../api/session.ts'
import { TickBox } from '../../../list/table/RowCheckbox.tsx'
import { useTicks } from '../../../list/useRowSelection.ts'
import { useChangeEstados } from '../../../trip/office/useChangeEstados.ts'
import { Button } from '../../../ui/Button.tsx'
import type { Viaje } from './boardRows.ts'
import type { BloqueMenu } from './edit/useTripMenu.tsx'
import { Bloque, type BoardClock } from './TripBlock.tsx'

/** What closes a trip. */
const closing = ['Entregado', 'Incidente'] as const

interface Props {
  viajes: readonly Viaje[]
  clock: BoardClock
  menu: BloqueMenu
}

/** Trips that nobody closed; those that are ticked are closed together. */
export function SinCerrar({ viajes, clock, menu }: Props) {
  const session = useSession()
  const may = session !== null && can(session, calls['PATCH /api/rutas/estado'])
  const ticks = useTicks(viajes)
  const { chosen } = ticks
  const { busy, change } = useChangeEstados(ticks)
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
            closing.map((estado) => (
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
              <TickBox
                label={`Marcar ${viaje.no_ruta}`}
                checked={ticks.has(viaje)}
                onChange={(on) => ticks.tick([viaje], on)}
              />
            )}
            <Bloque viaje={viaje} clock={clock} place="sin-cerrar" {...menu} />
          </li>
        ))}
      </ul>
    </section>
  )
}
