import type { RutaEstado } from '@flota/contract/estados.ts'
import { registros } from '@flota/contract/registros.ts'
import { sentences } from '@flota/contract/sentences.ts'
import type { EstadoDeRuta } from '@flota/contract/tablero.ts'
import { changeStatus, type Outcome, type VersionedRuta } from '../../domain/trips/changeStatus.ts'
import type { Db } from '../../platform/db/sql.ts'

interface EstadosChange {
  rutas: readonly VersionedRuta[]
  estado: RutaEstado
}

const mensajes: Record<Exclude<Outcome, 'done'>, string> = {
  unknown: registros.rutas.notFound,
  stale: sentences.staleVersion,
  refused:
    'No se puede reabrir: el cliente, el camión, el piloto o el ayudante de esta ruta está en la papelera.',
}

/** Each route by itself. @returns what became of each, in the order asked */
export async function changeEstados(tx: Db, { rutas, estado }: EstadosChange, userId: number) {
  const outcomes = await changeStatus(tx, { rutas, userId }, { nuevoEstado: estado, comentario: null })
  return rutas.map(({ id }): EstadoDeRuta => {
    const outcome = outcomes.get(id) ?? 'unknown'
    return outcome === 'done' ? { id, ok: true } : { id, ok: false, mensaje: mensajes[outcome] }
  })
}
