import type { RutaEstado } from '@flota/contract/estados.ts'
import type { Ruta, RutaValues } from '@flota/contract/rutas.ts'
import { useSave } from '../../api/cache/queries.ts'
import { useOnce } from '../../api/useOnce.ts'
import { withAvisos } from '../../viaje/office/Avisos.tsx'
import type { Done } from './Deshacer.tsx'
import type { Viaje } from './day.ts'

/** What a move changes of a route. */
export type Changes = Partial<Pick<Ruta, 'camion_id' | 'chofer_id' | 'fecha' | 'hora'>>

/** PUT replaces: what is left out is lost, so that a field of the form that is forgotten here does not compile. */
type Sent = Record<Exclude<keyof RutaValues, 'cliente' | 'motivo_excepcion'>, unknown>
const bodyOf = (ruta: Ruta) =>
  ({
    no_ruta: ruta.no_ruta,
    cliente_id: ruta.cliente_id,
    servicio: ruta.servicio,
    mercaderia: ruta.mercaderia,
    camion_id: ruta.camion_id,
    combustible: ruta.combustible,
    origen: ruta.origen,
    destino: ruta.destino,
    chofer_id: ruta.chofer_id,
    ayudante_id: ruta.ayudante_id,
    fecha: ruta.fecha,
    hora: ruta.hora.slice(0, 5),
    // The server leaves it out for a pilot only, whose page this is not.
    precio: ruta.precio as number,
    comentario: ruta.comentario,
    duracion_min: ruta.duracion_min,
    // A state that the server itself has stored.
    estado: ruta.estado as RutaEstado,
  }) satisfies Sent

/** How a trip of the board is changed: as it was seen there, or not at all. */
export function useSaveCambio(refresh: () => unknown) {
  const put = useSave('PUT /api/rutas/:id')
  const patch = useSave('PATCH /api/rutas/estado')
  const once = useOnce()
  return {
    /** Throws the server's refusal; a trip that was changed since the board was read is one. */
    change: async (
      { id, version }: Viaje,
      before: Ruta,
      changes: Changes & { motivo_excepcion?: string },
    ): Promise<Done> => {
      try {
        const body = { ...bodyOf(before), ...changes, version }
        const { data: after, message, avisos } = await put({ params: { id }, body })
        const { camion_id, chofer_id, fecha, hora } = bodyOf(before)
        const back = { ...bodyOf(after), camion_id, chofer_id, fecha, hora, version: after.version }
        return {
          message: withAvisos(message, avisos),
          undo: () => put({ params: { id }, body: back }),
        }
      } finally {
        refresh()
      }
    },
    changeEstado: async ({ id, version }: Viaje, estado: RutaEstado): Promise<Done> => {
      try {
        const body = { rutas: [{ id, version }], estado }
        const { data, message } = await once(body, (idempotencyKey) => patch({ body, idempotencyKey }))
        const [told] = data
        if (!told?.ok) throw new Error(told?.mensaje ?? message)
        return { message }
      } finally {
        refresh()
      }
    },
  }
}
