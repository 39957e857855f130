import type { RutaEstado } from '@flota/contract/estados.ts'
import { useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'
import { useSave } from '../../api/cache/queries.ts'
import { useOnce } from '../../api/useOnce.ts'
import type { Ticks } from '../../list/useTicks.ts'
import { tell } from '../../ui/ResultPopup.tsx'

interface Viaje {
  id: number
  no_ruta: string
  version: number
}

/**
 * Gives the ticked trips another state, each by itself, and tells what became of them; the refused ones stay ticked.
 * @param readAgain reads what shows them
 */
export function useChangeEstados<V extends Viaje>({ chosen, tick }: Ticks<V>, readAgain: () => unknown) {
  const send = useSave('PATCH /api/rutas/estado')
  const [busy, setBusy] = useState(false)
  const once = useOnce()
  const change = async (estado: RutaEstado) => {
    const body = { rutas: chosen.map(({ id, version }) => ({ id, version })), estado }
    setBusy(true)
    try {
      const { message, data } = await once(body, (idempotencyKey) => send({ body, idempotencyKey }))
      const mensajes = new Map(data.flatMap(({ id, ok, mensaje }) => (ok ? [] : [[id, mensaje]])))
      tick(
        chosen.filter(({ id }) => !mensajes.has(id)),
        false,
      )
      const refused = chosen.flatMap(({ id, no_ruta }) =>
        mensajes.has(id) ? `${no_ruta}: ${mensajes.get(id)}` : [],
      )
      void tell(refused.length > 0 ? 'error' : 'edit', [message, ...refused].join('\n'))
    } catch (error) {
      void tell('error', messageOf(error))
    } finally {
      setBusy(false)
      readAgain()
    }
  }
  return { busy, change }
}
