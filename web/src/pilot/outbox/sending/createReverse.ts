import type { RutaEstado } from '@flota/contract/records/estados.ts'
import { type Hora, type NewItem, notSent } from '../outboxItems.ts'

/** Creates the item that undoes a state or times; undefined for other kinds. `version` is the trip's current one. */
export function createReverse(item: NewItem, version: number | undefined, hora: Hora): NewItem | undefined {
  const { usuario_id, usuario, ruta_id, no_ruta } = item
  // Without the id, which belongs to the undone item.
  const common = { usuario_id, usuario, guardado: hora.hora_dispositivo, ruta_id, no_ruta, ...notSent }
  if (item.clase === 'tiempos') return { ...common, clase: item.clase, datos: item.antes, antes: item.datos }
  if (item.clase !== 'estado') return undefined
  return {
    ...common,
    clase: item.clase,
    // Every state of a trip is a RutaEstado.
    datos: { ...hora, nuevoEstado: item.visto as RutaEstado, comentario: 'Deshecho' },
    visto: item.datos.nuevoEstado,
    version: version ?? item.version,
    conflicto: null,
  }
}
