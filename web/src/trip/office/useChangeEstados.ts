import { type RutaEstado, rutaEstados } from '@flota/contract/records/estados.ts'
import { useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'
import { useSave } from '../../api/cache/queries.ts'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import type { MenuAction } from '../../list/Menu.tsx'
import type { RowSelection } from '../../list/useRowSelection.ts'
import { showResult } from '../../ui/ResultPopup.tsx'
import { estadoLook } from '../EstadoBadge.tsx'

interface ChangeableTrip {
  id: number
  no_ruta: string
  version: number
  estado: string
}

const noSelection = { chosen: [], tick: () => undefined }

/** Changes the state of trips (by default the selected ones), shows the result and keeps rejected trips selected. */
export function useChangeEstados<V extends ChangeableTrip>({
  chosen,
  tick,
}: Pick<RowSelection<V>, 'chosen' | 'tick'> = noSelection) {
  const send = useSave('PATCH /api/rutas/estado')
  const [busy, setBusy] = useState(false)
  const once = useIdempotencyKey()
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
      const rejected = viajes.flatMap(({ id, no_ruta }) =>
        mensajes.has(id) ? `${no_ruta}: ${mensajes.get(id)}` : [],
      )
      void showResult(rejected.length > 0 ? 'error' : 'edit', [message, ...rejected].join('\n'))
    } catch (error) {
      void showResult('error', messageOf(error))
    } finally {
      setBusy(false)
    }
  }
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
