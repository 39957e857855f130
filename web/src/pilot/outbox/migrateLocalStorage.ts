import type { RutaEstado } from '@flota/contract/estados.ts'
import type { MiRuta } from '../misRutas.ts'
import { addItems, readItems } from './store.ts'

/** A change as the releases up to November 2026 kept it in local storage. */
interface LegacyCambio {
  antes: MiRuta
  nuevoEstado: RutaEstado
  comentario: string
  clave: string
  motivo?: string
}

/** Moves what they kept there unsent into the queue, with its key and body: it may have arrived. */
export async function migrateLocalStorage(id: number, stored: string): Promise<void> {
  const known = (await readItems(id))?.map(({ clave }) => clave) ?? []
  // Written by those releases alone.
  const cambios = (JSON.parse(localStorage.getItem(stored) ?? '[]') as LegacyCambio[]).filter(
    ({ clave }) => !known.includes(clave),
  )
  await addItems(
    cambios.map(({ antes, nuevoEstado, comentario, clave, motivo }) => ({
      usuario_id: id,
      ruta_id: antes.id,
      no_ruta: antes.no_ruta,
      clase: 'estado',
      datos: { nuevoEstado, comentario },
      visto: antes.estado,
      version: antes.version,
      conflicto: null,
      clave,
      intentado: Date.now(),
      rechazo: motivo === undefined ? null : { mensaje: motivo, status: 409 },
    })),
  )
  localStorage.removeItem(stored)
}
