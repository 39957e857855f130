import { type RutaEstado, rutaEstados } from '@flota/contract/records/estados.ts'
import { useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'
import { useSave } from '../../api/cache/queries.ts'
import { createIdempotencyKey } from '../../api/createIdempotencyKey.ts'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import { useToday } from '../../api/useToday.ts'
import type { MenuAction } from '../../list/Menu.tsx'
import type { RowSelection } from '../../list/useRowSelection.ts'
import { showResult } from '../../ui/ResultPopup.tsx'
import { estadoLook } from '../EstadoBadge.tsx'
import { confirmDelivery } from './confirmDelivery.ts'
import type { BulkUndo } from './useBulkUndo.ts'

interface ChangeableTrip {
  id: number
  no_ruta: string
  version: number
  estado: string
  fecha?: string
}

const noSelection = { chosen: [], tick: () => undefined }

/**
 * Changes the state of trips (by default the selected ones), shows the result and keeps rejected trips selected.
 * @param nameOf returns client, places and day of a trip
 * @param showChange offers to undo a change of the selected trips
 */
export function useChangeEstados<V extends ChangeableTrip>(
  nameOf: (viaje: V) => string,
  { chosen, tick }: Pick<RowSelection<V>, 'chosen' | 'tick'> = noSelection,
  showChange?: BulkUndo['showChange'],
) {
  const send = useSave('PATCH /api/rutas/estado')
  const [busy, setBusy] = useState(false)
  const once = useIdempotencyKey()
  const hoy = useToday()
  const save = async (estado: RutaEstado, viajes: readonly V[]) => {
    const body = { rutas: viajes.map(({ id, version }) => ({ id, version })), estado }
    const { message, data } = await once(body, (idempotencyKey) => send({ body, idempotencyKey }))
    const mensajes = new Map(data.flatMap(({ id, ok, mensaje }) => (ok ? [] : [[id, mensaje]])))
    const named = viajes.map((viaje) => ({ ...viaje, name: nameOf(viaje) }))
    const done = named.filter(({ id }) => !mensajes.has(id))
    tick(done, false)
    const shown = showOutcome(message, named, mensajes)
    return { message, shown, written: done.filter((viaje) => viaje.estado !== estado).toReversed() }
  }
  const change = async (estado: RutaEstado, viajes: readonly V[] = chosen) => {
    if (!(await confirmDelivery(estado, viajes, hoy))) return
    setBusy(true)
    try {
      const { message, shown, written } = await save(estado, viajes)
      setBusy(false)
      await shown
      if (viajes === chosen)
        showChange?.({ message, trips: written, undo: () => restoreEstados(written, send), keepsFocus: true })
    } catch (error) {
      void showResult('error', messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    change,
    othersOf: (viaje: V) => otherEstados(viaje, (estado) => void change(estado, [viaje])),
  }
}

/** Shows the message and each rejected trip, with its name below. */
function showOutcome(
  message: string,
  viajes: readonly (ChangeableTrip & { name: string })[],
  mensajes: ReadonlyMap<number, string | undefined>,
) {
  const lines = viajes.flatMap(({ id, no_ruta, name }) =>
    mensajes.has(id) ? [`${no_ruta}: ${mensajes.get(id)}`, name] : [],
  )
  return showResult(lines.length > 0 ? 'error' : 'edit', [message, ...lines].join('\n'))
}

type SendEstado = ReturnType<typeof useSave<'PATCH /api/rutas/estado'>>

/** Gives the trips their old states, if nobody changed them: the change has raised each version by one. */
async function restoreEstados(written: readonly ChangeableTrip[], send: SendEstado) {
  const outcomes = []
  for (const estado of rutaEstados) {
    const trips = written.filter((viaje) => viaje.estado === estado)
    const rutas = trips.map(({ id, version }) => ({ id, version: version + 1 }))
    const request = { body: { rutas, estado }, idempotencyKey: createIdempotencyKey() }
    if (rutas.length > 0) outcomes.push(...(await send(request)).data)
  }
  return outcomes
}

const otherEstados = (viaje: ChangeableTrip, choose: (estado: RutaEstado) => void): MenuAction[] =>
  rutaEstados
    .filter((estado) => estado !== viaje.estado)
    .map((estado) => ({
      label: estado,
      Icon: estadoLook(estado).Icon,
      onSelect: () => choose(estado),
    }))
