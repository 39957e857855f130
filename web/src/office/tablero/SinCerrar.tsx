import { can } from '@flota/contract/access.ts'
import { calls } from '@flota/contract/calls.ts'
import { useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'
import { useSave } from '../../api/cache/queries.ts'
import { useSession } from '../../api/session.ts'
import { Button } from '../../ui/Button.tsx'
import { tell } from '../../ui/ResultPopup.tsx'
import { Bloque, type Clock } from './Bloque.tsx'
import type { Viaje } from './day.ts'
import type { BloqueMenu } from './useBloqueMenu.tsx'

/** What closes a trip. */
const closing = ['Entregado', 'Incidente'] as const

interface Props {
  viajes: readonly Viaje[]
  clock: Clock
  menu: BloqueMenu
  refresh: () => unknown
}

/** Trips that nobody closed; those that are ticked are closed together. */
export function SinCerrar({ viajes, clock, menu, refresh }: Props) {
  const session = useSession()
  const may = session !== null && can(session, calls['PATCH /api/rutas/estado'])
  const { chosen, toggle, busy, close } = useClosing(viajes, refresh)
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
              <Button key={estado} busy={busy} onClick={() => void close(estado)}>
                Marcar como {estado}
              </Button>
            ))}
        </div>
      )}
      <ul className="grid gap-2 md:grid-cols-2 xl:grid-cols-3">
        {viajes.map((viaje) => (
          <li key={viaje.id} className="flex min-w-0 items-stretch">
            {may && (
              <label className="grid w-11 shrink-0 cursor-pointer place-items-center">
                <input
                  type="checkbox"
                  aria-label={`Marcar ${viaje.no_ruta}`}
                  checked={chosen.includes(viaje)}
                  onChange={() => toggle(viaje.id)}
                  className="size-5 accent-ink"
                />
              </label>
            )}
            <Bloque wide viaje={viaje} clock={clock} place="sin-cerrar" {...menu} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function useClosing(viajes: readonly Viaje[], refresh: () => unknown) {
  const send = useSave('PATCH /api/rutas/estado')
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const chosen = viajes.filter(({ id }) => ticked.has(id))
  const close = async (estado: (typeof closing)[number]) => {
    setBusy(true)
    try {
      const rutas = chosen.map(({ id, version }) => ({ id, version }))
      const { message, data } = await send({ body: { rutas, estado } })
      const refused = data.flatMap(({ id, ok, mensaje }) =>
        ok ? [] : `${chosen.find((viaje) => viaje.id === id)?.no_ruta}: ${mensaje}`,
      )
      setTicked(new Set())
      void tell(refused.length > 0 ? 'error' : 'edit', [message, ...refused].join('\n'))
    } catch (error) {
      void tell('error', messageOf(error))
    } finally {
      setBusy(false)
      refresh()
    }
  }
  return {
    chosen,
    busy,
    close,
    toggle: (id: number) =>
      setTicked((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
  }
}
