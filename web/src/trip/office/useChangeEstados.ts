import { type RutaEstado, rutaEstados } from '@flota/contract/estados.ts'
import { useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'
import { useSave } from '../../api/cache/queries.ts'
import { useOnce } from '../../api/useIdempotencyKey.ts'
import type { MenuAction } from '../../list/Menu.tsx'
import type { Ticks } from '../../list/useRowSelection.ts'
import { tell } from '../../ui/ResultPopup.tsx'
import { estadoLook } from '../EstadoBadge.tsx'

interface Viaje {
  id: number
  no_ruta: string
  version: number
  estado: string
}

const noTicks = { chosen: [], tick: () => undefined }

/** Gives trips, else the ticked ones, another state, each by itself, and tells what became of them; the refused ones stay ticked. */
export function useChangeEstados<V extends Viaje>({
  chosen,
  tick,
}: Pick<Ticks<V>, 'chosen' | 'tick'> = noTicks) {
  const send = useSave('PATCH /api/rutas/estado')
  const [busy, setBusy] = useState(false)
  const once = useOnce()
  const change = async (estado: RutaEstado, viajes: readonly V[] = chosen) => {
    const body = { rutas: viajes.map(({ id, version }) => ({ id, version })), estado }
    setBusy(true)
    try {
      const { message, data } = await once(body, (idempotencyKey) => send({ body, idempotencyKey }))
      const mensajes = new Map(data.flatMap(({ id, ok, mensaje }) => (ok ? [] : [[id, mensaje]])))
      tick(
        viajes.filter(({ id }) => !mensajes.has(id)),
        false,
      )
      const refused = viajes.flatMap(({ id, no_ruta }) =>
        mensajes.has(id) ? `${no_ruta}: ${mensajes.get(id)}` : [],
      )
      void tell(refused.length > 0 ? 'error' : 'edit', [message, ...refused].join('\n'))
    } catch (error) {
      void tell('error', messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  /** The states that a trip has not, to choose from. */
  const othersOf = (viaje: V): MenuAction[] =>
    rutaEstados
      .filter((estado) => estado !== viaje.estado)
      .map((estado) => ({
        label: estado,
        Icon: estadoLook(estado).Icon,
        onSelect: () => void change(estado, [viaje]),
      }))
  return { busy, change, othersOf }
}
