import type { RutaEstado } from '@flota/contract/estados.ts'
import { ApiError } from '../../api/ApiError.ts'
import { call } from '../../api/call.ts'
import { newKey } from '../../api/newKey.ts'
import { type MiRuta, patience } from './misRutas.ts'

/** A change of status as decided; it stays the same through every retry. */
export interface Cambio {
  /** The route as the pilot saw it when deciding. */
  antes: MiRuta
  nuevoEstado: RutaEstado
  comentario: string
  /** The idempotency key: the server applies a change with the same key once. */
  clave: string
  /** The server's reason for refusing. */
  motivo?: string
}

/** The same decision keeps its key; another decision gets a new one. */
export function decide(
  decision: Pick<Cambio, 'antes' | 'nuevoEstado' | 'comentario'>,
  before: Cambio | undefined,
): Cambio {
  const same =
    before &&
    before.nuevoEstado === decision.nuevoEstado &&
    before.comentario === decision.comentario &&
    before.antes.version === decision.antes.version
  return { ...decision, clave: same ? before.clave : newKey() }
}

export const sendCambio = ({ antes, nuevoEstado, comentario, clave }: Cambio) =>
  call('PUT /api/piloto/ruta/:id/estado', {
    params: { id: antes.id },
    body: { nuevoEstado, comentario, version: antes.version },
    idempotencyKey: clave,
    signal: patience(),
  })

/** Whether the server refused for good; after any other failure the change may have been or may still be applied. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 403, 404, 409, 413].includes(error.status)

const keyOf = (username: string) => `sin enviar ${username}`

/** This user's unconfirmed changes, at most one per route; they survive a reload. */
export function readUnsent(username: string): Cambio[] {
  // Written by `keepUnsent` alone.
  return JSON.parse(localStorage.getItem(keyOf(username)) ?? '[]') as Cambio[]
}

export function keepUnsent(username: string, cambios: Cambio[]) {
  if (cambios.length > 0) localStorage.setItem(keyOf(username), JSON.stringify(cambios))
  else localStorage.removeItem(keyOf(username))
}
