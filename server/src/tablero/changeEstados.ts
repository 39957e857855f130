import type { RutaEstado } from '@flota/contract/estados.ts'
import { sentences } from '@flota/contract/sentences.ts'
import type { EstadoDeRuta } from '@flota/contract/tablero.ts'
import type { Db } from '../db/sql.ts'
import { changeStatus, type Outcome } from '../viajes/changeStatus.ts'

interface Asked {
  rutas: readonly { id: number; version?: number | null | undefined }[]
  estado: RutaEstado
}

const mensajes: Record<Exclude<Outcome, 'done'>, string> = {
  unknown: sentences.unknownRuta,
  stale: sentences.staleVersion,
  refused:
    'No se puede reabrir: el cliente, el camión, el piloto o el ayudante de esta ruta está en la papelera.',
}

/** In a transaction: each route by itself. @returns what became of each, in the order asked */
export async function changeEstados(tx: Db, { rutas, estado }: Asked, userId: number) {
  const changed = new Map<number, EstadoDeRuta>()
  // In the order of their ids, so that of two who change the same routes neither waits for the other in a ring.
  for (const { id, version } of rutas.toSorted((a, b) => a.id - b.id)) {
    const outcome = await changeStatus(tx, { id, userId }, { nuevoEstado: estado, comentario: null, version })
    changed.set(id, outcome === 'done' ? { id, ok: true } : { id, ok: false, mensaje: mensajes[outcome] })
  }
  return rutas.flatMap(({ id }) => changed.get(id) ?? [])
}
